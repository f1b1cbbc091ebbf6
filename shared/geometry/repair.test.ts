import * as fc from 'fast-check'
import {
  areaOf,
  type Geometry,
  GeometryError,
  geometryOfWkt,
  type Position,
  polygonsOf,
  positionsOf,
  type Ring,
  wktOf,
} from './index.ts'
import { clipped, repaired } from './repair.ts'

const repairedText = (text: string): string => wktOf(repaired(geometryOfWkt(text)))

test.each([
  ['a point', 'POINT (1.234567 2)'],
  ['a line that crosses itself', 'LINESTRING (0 0,9 9,9 0,0 9)'],
  ['an area', 'POLYGON ((0.123456 0,9 0,9 9,0 9,0.123456 0))'],
  ['the other way around, with a hole', 'POLYGON ((0 0,0 9,9 9,9 0,0 0),(2 2,4 2,4 4,2 4,2 2))'],
  ['apart', 'MULTIPOLYGON (((0 0,4 0,4 4,0 4,0 0)),((5 5,9 5,9 9,5 9,5 5)))'],
  ['an island in a hole', 'MULTIPOLYGON (((0 0,9 0,9 9,0 9,0 0),(1 1,8 1,8 8,1 8,1 1)),((3 3,5 3,5 5,3 5,3 3)))'],
])('%s stays as it is', (_, text) => {
  expect(repairedText(text)).toBe(text)
})

test.each([
  // Both loops of a bow tie, of which the sum of the shoelace formula is 0.
  ['a bow tie', 'POLYGON ((0 0,10 10,10 0,0 10,0 0))', 50, 2],
  ['a loop at the end of a stroke', 'POLYGON ((0 0,20 0,20 20,0 20,0 -5,5 -5,5 5,0 0))', 425, 1],
  ['twice around', 'POLYGON ((0 0,9 0,9 9,0 9,0 0,9 0,9 9,0 9,0 0))', 81, 1],
  ['a hole that reaches out', 'POLYGON ((0 0,10 0,10 10,0 10,0 0),(5 5,15 5,15 8,5 8,5 5))', 85, 1],
  ['holes that overlap', 'POLYGON ((0 0,9 0,9 9,0 9,0 0),(1 1,4 1,4 4,1 4,1 1),(3 3,6 3,6 6,3 6,3 3))', 64, 1],
  ['parts that overlap', 'MULTIPOLYGON (((0 0,4 0,4 4,0 4,0 0)),((2 2,6 2,6 6,2 6,2 2)))', 28, 1],
  ['the same part twice', 'MULTIPOLYGON (((0 0,4 0,4 4,0 4,0 0)),((0 0,4 0,4 4,0 4,0 0)))', 16, 1],
  ['far from the origin', 'POLYGON ((900000 800000,900010 800010,900010 800000,900000 800010,900000 800000))', 50, 2],
])('%s becomes what it covers', (_, text, area, parts) => {
  const result = repaired(geometryOfWkt(text))
  expect(areaOf(result)).toBeCloseTo(area, 1)
  expect(polygonsOf(result)).toHaveLength(parts)
  expect(repaired(result)).toBe(result)
})

test.each([
  ['inside', 'POLYGON ((1 1,9 1,9 9,1 1))', 'POLYGON ((1 1,9 1,9 9,1 1))'],
  ['a point outside', 'POINT (21 5)', null],
  ['a line that leaves', 'LINESTRING (5 5,25 5)', null],
  ['all of it outside', 'POLYGON ((30 1,39 1,39 9,30 1))', null],
  ['outside with one edge on that of the plane', 'POLYGON ((20 1,29 1,29 9,20 9,20 1))', null],
  ['around the plane without a place on it', 'POLYGON ((-5 -5,30 -5,30 -1,-1 -1,-1 30,-5 30,-5 -5))', null],
  ['a number beyond all images', 'POLYGON ((1 1,1e300 1,9 9,1 1))', null],
])('on a plane of 20 × 10: %s', (_, text, expected) => {
  const geometry = geometryOfWkt(text)
  if (expected === null) expect(() => clipped(geometry, 20, 10)).toThrow('outside the image')
  else expect(wktOf(clipped(geometry, 20, 10))).toBe(expected)
})

test.each([
  ['over an edge', 'POLYGON ((-5 2,5 2,5 8,-5 8,-5 2))', 30],
  ['over all edges', 'POLYGON ((-5 -5,50 -5,50 50,-5 50,-5 -5))', 200],
  ['in two parts', 'POLYGON ((2 -5,6 -5,6 20,2 20,2 12,4 12,4 5,2 5,2 -5))', 30],
])('what lies outside the plane is cut off: %s', (_, text, area) => {
  const part = clipped(geometryOfWkt(text), 20, 10)
  expect(areaOf(part)).toBeCloseTo(area, 6)
  for (const [x, y] of positionsOf(part)) expect(x >= 0 && y >= 0 && x <= 20 && y <= 10).toBe(true)
})

test('a scribble that crosses itself more often than it has corners is refused, and quickly', () => {
  let seed = 7
  const random = (): number => {
    seed = (seed * 48_271) % 2_147_483_647
    return (seed % 100_000) / 100
  }
  const scribble = Array.from({ length: 20_000 }, (): Position => [random(), random()])
  const [first = [0, 0]] = scribble
  expect(() => repaired({ type: 'Polygon', coordinates: [[...scribble, first]] })).toThrow('crosses itself')
  // A comb of as many teeth is none.
  const teeth = Array.from({ length: 400 }, (_, at): Position[] => [
    [2 * at, 0],
    [2 * at + 9000, 9000],
    [2 * at + 9001, 9000],
    [2 * at + 1, 0],
  ]).flat()
  const comb: Geometry = { type: 'Polygon', coordinates: [[...teeth, [teeth.at(-1)?.[0] ?? 0, -1], [0, -1], [0, 0]]] }
  expect(repaired(comb)).toBe(comb)
  // Many of them together take too long.
  const comparisons = { left: 2e6 }
  expect(repaired(comb, comparisons)).toBe(comb)
  expect(comparisons.left).toBeLessThan(1.5e6)
  expect(() => [1, 2, 3, 4].map(() => repaired(comb, comparisons))).toThrow('crosses itself')
})

const coordinate = fc.integer({ min: -500, max: 3000 }).map((steps) => steps / 100)
const ring: fc.Arbitrary<Ring> = fc
  .array(fc.tuple(coordinate, coordinate), { minLength: 3, maxLength: 14 })
  .map((all: Position[]) => {
    const [first = [0, 0]] = all
    return [...all, [...first] as Position]
  })
const polygons = fc.array(fc.array(ring, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 3 })

/** How often and in which direction a ring goes around a place. */
const windingOf = (closed: Ring, [x, y]: Position): number =>
  closed.slice(1).reduce((turns, [toX, toY], at) => {
    const [fromX, fromY] = closed[at] ?? [0, 0]
    const side = (toX - fromX) * (y - fromY) - (x - fromX) * (toY - fromY)
    if (fromY <= y && toY > y && side > 0) return turns + 1
    return fromY > y && toY <= y && side < 0 ? turns - 1 : turns
  }, 0)

const isCovered = (geometry: Geometry, place: Position): boolean =>
  polygonsOf(geometry).some(
    ([outline = [], ...holes]) =>
      windingOf(outline, place) !== 0 && holes.every((hole) => windingOf(hole, place) === 0),
  )

const distanceTo = ([x, y]: Position, [fromX, fromY]: Position, [toX, toY]: Position): number => {
  const square = (toX - fromX) ** 2 + (toY - fromY) ** 2
  const along = square === 0 ? 0 : ((x - fromX) * (toX - fromX) + (y - fromY) * (toY - fromY)) / square
  const within = Math.min(1, Math.max(0, along))
  return Math.hypot(x - fromX - within * (toX - fromX), y - fromY - within * (toY - fromY))
}
const distanceToOutlines = (geometry: Geometry, place: Position): number =>
  Math.min(
    ...polygonsOf(geometry)
      .flat()
      .flatMap((closed) => closed.slice(1).map((to, at) => distanceTo(place, closed[at] ?? to, to))),
  )

test('whatever is drawn covers the same places afterwards, and its area is that of the places', () => {
  fc.assert(
    fc.property(polygons, fc.array(fc.tuple(coordinate, coordinate), { maxLength: 20 }), (coordinates, places) => {
      const before: Geometry = { type: 'MultiPolygon', coordinates }
      let after: Geometry
      try {
        after = repaired(before)
      } catch (error) {
        if (error instanceof GeometryError) return
        throw error
      }
      for (const place of places) {
        if (distanceToOutlines(before, place) < 0.05) continue
        expect(isCovered(after, place)).toBe(isCovered(before, place))
      }
      // A second time there is nothing to do.
      expect(repaired(after)).toBe(after)
    }),
    { numRuns: 300 },
  )
})
