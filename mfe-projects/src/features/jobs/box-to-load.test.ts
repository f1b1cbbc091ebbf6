import fc from 'fast-check'
import { boxToLoad } from './box-to-load.ts'

const image = { width: 1000, height: 600 }

test('covers what is visible of the image, and not much more than it', () => {
  const place = fc.integer({ min: -500, max: 1500 })
  const length = fc.integer({ min: 2, max: 3000 })
  fc.assert(
    fc.property(place, place, length, length, (x, y, width, height) => {
      const [left, top, right, bottom] = boxToLoad([x, y, x + width, y + height], image)
      expect(left).toBeLessThanOrEqual(Math.max(0, x))
      expect(top).toBeLessThanOrEqual(Math.max(0, y))
      expect(right).toBeGreaterThanOrEqual(Math.min(image.width, x + width))
      expect(bottom).toBeGreaterThanOrEqual(Math.min(image.height, y + height))
      expect(right - left).toBeLessThanOrEqual(width + 2 * Math.max(width, height, 2))
    }),
  )
})

test('stays the same for a small step', () => {
  expect(boxToLoad([310, 210, 390, 290], image)).toEqual(boxToLoad([312, 214, 392, 294], image))
})

test('is the image where all of it is visible', () => {
  expect(boxToLoad([-100, -80, 1100, 700], image)).toEqual([0, 0, 1000, 600])
})
