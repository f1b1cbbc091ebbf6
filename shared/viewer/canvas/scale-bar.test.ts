import fc from 'fast-check'
import { scaleBarOf } from './scale-bar.ts'

test.each([
  [0.5, 1, 170, '50 µm', 100],
  [0.25, 4, 170, '100 µm', 100],
  [0.5, 100, 100, '5 mm', 100],
  [0.1, 0.05, 100, '500 nm', 100],
])('a bar for %s µm/px at resolution %s within %s px', (pixelSize, resolution, most, label, width) => {
  const bar = scaleBarOf(pixelSize, resolution, most)
  expect(bar.label).toBe(label)
  expect(bar.width).toBeCloseTo(width)
})

test('a bar always fits and takes at least two fifths of the room', () => {
  const positive = { min: 0.001, max: 1000, noNaN: true }
  fc.assert(
    fc.property(fc.double(positive), fc.double(positive), (pixelSize, resolution) => {
      const { width } = scaleBarOf(pixelSize, resolution, 170)
      expect(width).toBeLessThanOrEqual(170 * 1.000001)
      expect(width).toBeGreaterThanOrEqual(170 * 0.399)
    }),
  )
})
