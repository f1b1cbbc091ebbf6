import fc from 'fast-check'
import { areaOf, type Geometry, type Position } from './geometry.ts'
import { meets } from './meets.ts'
import { without } from './operations.ts'
import { geometryOfWkt } from './wkt.ts'

const ring = (left: number, top: number, right: number, bottom: number): Position[] => [
  [left, top],
  [right, top],
  [right, bottom],
  [left, bottom],
  [left, top],
]
const frame: Geometry = { type: 'Polygon', coordinates: [ring(0, 0, 100, 100), ring(20, 20, 80, 80)] }

it.each([
  ['a point within', 'POINT (10 10)', true],
  ['a point on an edge', 'POINT (0 50)', true],
  ['a point at a corner', 'POINT (100 100)', true],
  ['a point in the hole', 'POINT (50 50)', false],
  ['a point beside it', 'POINT (101 50)', false],
  ['a line across', 'LINESTRING (-10 10, 110 10)', true],
  ['a line along an edge', 'LINESTRING (-10 0, 110 0)', true],
  ['a line that ends at an edge', 'LINESTRING (-10 50, 0 50)', true],
  ['a line in the hole', 'LINESTRING (30 30, 70 70)', false],
  ['a line of one direction with an edge, beyond it', 'LINESTRING (110 0, 120 0)', false],
  ['an area within', 'POLYGON ((2 2, 8 2, 8 8, 2 2))', true],
  ['an area in the hole', 'POLYGON ((30 30, 70 30, 70 70, 30 30))', false],
  ['an area around all of it', 'POLYGON ((-10 -10, 110 -10, 110 110, -10 110, -10 -10))', true],
  ['an area that touches it', 'POLYGON ((100 40, 120 40, 120 60, 100 40))', true],
  ['one part of several', 'MULTIPOLYGON (((200 200, 210 200, 210 210, 200 200)), ((5 5, 6 5, 6 6, 5 5)))', true],
  [
    'none of several parts',
    'MULTIPOLYGON (((200 200, 210 200, 210 210, 200 200)), ((40 40, 60 40, 60 60, 40 40)))',
    false,
  ],
])('an area meets %s: %p %p', (_what, text, expected) => {
  expect(meets(frame, geometryOfWkt(text))).toBe(expected)
})

const triangle = fc
  .tuple(...Array.from({ length: 6 }, () => fc.integer({ min: 0, max: 200 })))
  .map(([ax = 0, ay = 0, bx = 0, by = 0, cx = 0, cy = 0]): Geometry => {
    const first: Position = [ax, ay]
    return { type: 'Polygon', coordinates: [[first, [bx, by], [cx, cy], first]] }
  })
  .filter((geometry) => areaOf(geometry) > 1)

it('areas that cover something together meet, whichever is named first', () => {
  fc.assert(
    fc.property(triangle, triangle, (one, other) => {
      expect(meets(one, other)).toBe(meets(other, one))
      const left = (() => {
        try {
          return areaOf(without(one, [other]))
        } catch {
          // Nothing is left of it.
          return 0
        }
      })()
      // Clipped on a grid of hundredths.
      if (left < areaOf(one) - 2) expect(meets(one, other)).toBe(true)
      if (!meets(one, other)) expect(left).toBeCloseTo(areaOf(one), 0)
    }),
  )
})
