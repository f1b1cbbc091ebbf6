import { areaOf, boxOf, type Geometry, geometryOfWkt, lengthOf, moved, wktOf } from '@lamella/shared/geometry'
import { cornersOf, dragged, type Handle, isRectangle, middlesOf, withoutCorner } from './handles.ts'

const square = 'POLYGON ((0 0,10 0,10 10,0 10,0 0))'
const triangle = 'POLYGON ((0 0,10 0,10 10,0 0))'
const holed = 'POLYGON ((0 0,30 0,30 30,10 40,0 0),(10 10,20 10,20 20,10 10))'
const two = 'MULTIPOLYGON (((0 0,10 0,10 10,0 0)),((20 20,30 20,30 30,20 20)))'
const line = 'LINESTRING (0 0,10 0,10 10)'
const point = 'POINT (3 4)'

const texts = (geometry: Geometry | null) => geometry && wktOf(geometry)
const cornerAt = (geometry: Geometry, at: number): Handle => {
  const corner = cornersOf(geometry)[at]
  if (!corner) throw new Error('There is no such corner')
  return corner
}

test.each([
  [square, 4, 4],
  [holed, 7, 7],
  [two, 6, 6],
  [line, 3, 2],
  [point, 1, 0],
])('%s has a handle at each corner and on each side', (text, corners, middles) => {
  const geometry = geometryOfWkt(text)
  expect([cornersOf(geometry).length, middlesOf(geometry).length]).toEqual([corners, middles])
})

test.each<[string, number, string]>([
  [triangle, 1, 'POLYGON ((0 0,7 -2,10 10,0 0))'],
  [triangle, 0, 'POLYGON ((7 -2,10 0,10 10,7 -2))'],
  [holed, 5, 'POLYGON ((0 0,30 0,30 30,10 40,0 0),(10 10,7 -2,20 20,10 10))'],
  [two, 3, 'MULTIPOLYGON (((0 0,10 0,10 10,0 0)),((7 -2,30 20,30 30,7 -2)))'],
  [line, 2, 'LINESTRING (0 0,10 0,7 -2)'],
  [point, 0, 'POINT (7 -2)'],
])('of %s corner %i is dragged', (text, at, after) => {
  const geometry = geometryOfWkt(text)
  expect(wktOf(dragged(geometry, cornerAt(geometry, at), [7, -2]))).toBe(after)
})

test.each<[string, number, string]>([
  [triangle, 2, 'POLYGON ((0 0,10 0,10 10,7 -2,0 0))'],
  [line, 0, 'LINESTRING (0 0,7 -2,10 0,10 10)'],
])('of %s side %i gets a further corner', (text, at, after) => {
  const geometry = geometryOfWkt(text)
  const middle = middlesOf(geometry)[at] as Handle
  expect(wktOf(dragged(geometry, middle, [7, -2]))).toBe(after)
})

test('a rectangle stays one, by its corners and by its sides', () => {
  const geometry = geometryOfWkt(square)
  expect(
    [square, triangle, holed, two, line, 'POLYGON ((0 0,10 1,10 10,0 10,0 0))'].map((text) =>
      isRectangle(geometryOfWkt(text)),
    ),
  ).toEqual([true, false, false, false, false, false])
  for (const corner of cornersOf(geometry)) {
    const after = dragged(geometry, corner, [12, 14])
    expect(isRectangle(after)).toBe(true)
    const [x, y] = corner.place
    const [otherX, otherY] = [10 - x, 10 - y]
    expect(boxOf(after)).toEqual([
      Math.min(otherX, 12),
      Math.min(otherY, 14),
      Math.max(otherX, 12),
      Math.max(otherY, 14),
    ])
  }
  const boxes = middlesOf(geometry).map((side) => boxOf(dragged(geometry, side, [4, 6])))
  expect(boxes).toEqual([
    [0, 6, 10, 10],
    [0, 0, 4, 10],
    [0, 0, 10, 6],
    [4, 0, 10, 10],
  ])
  expect(withoutCorner(geometry, cornerAt(geometry, 0))).toBeNull()
})

test.each<[string, number, string | null]>([
  [holed, 3, 'POLYGON ((0 0,30 0,30 30,0 0),(10 10,20 10,20 20,10 10))'],
  [holed, 5, 'POLYGON ((0 0,30 0,30 30,10 40,0 0))'],
  [two, 4, 'POLYGON ((0 0,10 0,10 10,0 0))'],
  [triangle, 1, null],
  [line, 1, 'LINESTRING (0 0,10 10)'],
  ['LINESTRING (0 0,10 0)', 1, null],
  [point, 0, null],
])('%s without corner %i', (text, at, after) => {
  const geometry = geometryOfWkt(text)
  expect(texts(withoutCorner(geometry, cornerAt(geometry, at)))).toBe(after)
})

test.each([holed, two, line, point])('%s is moved as a whole', (text) => {
  const geometry = geometryOfWkt(text)
  const after = moved(geometry, 5, -3)
  expect([areaOf(after), lengthOf(after)]).toEqual([areaOf(geometry), lengthOf(geometry)])
  expect(wktOf(moved(after, -5, 3))).toBe(text)
})
