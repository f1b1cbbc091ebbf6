import fc from 'fast-check'
import { polygonCentroid } from './polygon-centroid.ts'

test('of a square is its middle, however many points lie on one side', () => {
  const crowded = Array.from({ length: 50 }, (_, i): [number, number] => [i / 50, 0])
  expect(polygonCentroid([...crowded, [1, 0], [1, 1], [0, 1], [0, 0]])).toEqual([
    expect.closeTo(0.5),
    expect.closeTo(0.5),
  ])
})

test('of an L-shaped object is weighted by area', () => {
  const ring: [number, number][] = [
    [0, 0],
    [4, 0],
    [4, 1],
    [1, 1],
    [1, 4],
    [0, 4],
    [0, 0],
  ]
  // Squares of 4 × 1 about (2, 0.5) and of 1 × 3 about (0.5, 2.5).
  expect(polygonCentroid(ring)).toEqual([
    expect.closeTo((4 * 2 + 3 * 0.5) / 7),
    expect.closeTo((4 * 0.5 + 3 * 2.5) / 7),
  ])
})

test('moves with the object, and does not depend on the direction of the ring', () => {
  const place = fc.integer({ min: 0, max: 200_000 })
  fc.assert(
    fc.property(place, place, (x, y) => {
      const ring: [number, number][] = [
        [x, y],
        [x + 3, y],
        [x, y + 3],
        [x, y],
      ]
      for (const either of [ring, ring.toReversed()]) {
        expect(polygonCentroid(either)).toEqual([expect.closeTo(x + 1, 6), expect.closeTo(y + 1, 6)])
      }
    }),
  )
})

test('of a ring without area is the mean of its points', () => {
  expect(
    polygonCentroid([
      [2, 2],
      [4, 2],
      [4, 2],
      [2, 2],
    ]),
  ).toEqual([3, 2])
})
