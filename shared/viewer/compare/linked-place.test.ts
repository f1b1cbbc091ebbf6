import fc from 'fast-check'
import { linkedPlace } from './linked-place.ts'

const at = (x: number, y = x) => ({ pixelSize: { x, y } })

test('images with pixel sizes are linked by micrometres', () => {
  expect(linkedPlace({ x: 100, y: 40, zoom: 2 }, at(0.5), at(0.25))).toEqual({ x: 200, y: 80, zoom: 1 })
  expect(linkedPlace({ x: 100, y: 40, zoom: 2 }, at(1, 0.5), at(1))).toEqual({ x: 100, y: 20, zoom: 2 })
})

test('without one they are linked by pixels', () => {
  const place = { x: 7, y: 9, zoom: 0.3 }
  expect(linkedPlace(place, { pixelSize: null }, at(2))).toEqual(place)
  expect(linkedPlace(place, at(2), { pixelSize: null })).toEqual(place)
})

test('there and back is the same place', () => {
  const size = fc.double({ min: 0.01, max: 100, noNaN: true })
  const coordinate = fc.double({ min: 0, max: 1e5, noNaN: true })
  fc.assert(
    fc.property(coordinate, coordinate, size, size, size, (x, y, zoom, a, b) => {
      const back = linkedPlace(linkedPlace({ x, y, zoom }, at(a), at(b)), at(b), at(a))
      expect(back.x).toBeCloseTo(x, 4)
      expect(back.y).toBeCloseTo(y, 4)
      expect(back.zoom / zoom).toBeCloseTo(1, 8)
    }),
  )
})
