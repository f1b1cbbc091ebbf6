import * as fc from 'fast-check'
import {
  areaOf,
  boxOf,
  checkSize,
  type Geometry,
  GeometryError,
  geometryOfShape,
  geometryOfWkt,
  lengthOf,
  type Position,
  polygonsOf,
  type Ring,
  shapeOf,
  wktOf,
} from './index.ts'

/** Coordinates as they come: whole pixels, few decimals, or all that a double has. */
const coordinate = fc.oneof(
  fc.integer({ min: 0, max: 200_000 }),
  fc.integer({ min: 0, max: 2e7 }).map((steps) => steps / 100),
  fc.double({ min: -1e6, max: 1e6, noNaN: true }).map((value) => value + 0),
)
const position: fc.Arbitrary<Position> = fc.tuple(coordinate, coordinate)
const ring: fc.Arbitrary<Ring> = fc.array(position, { minLength: 3, maxLength: 12 }).map((all) => {
  const [first = [0, 0]] = all
  return [...all, [...first] as Position]
})
const rings = fc.array(ring, { minLength: 1, maxLength: 3 })
const geometry: fc.Arbitrary<Geometry> = fc.oneof(
  position.map((coordinates): Geometry => ({ type: 'Point', coordinates })),
  fc
    .array(position, { minLength: 2, maxLength: 9 })
    .map((coordinates): Geometry => ({ type: 'LineString', coordinates })),
  rings.map((coordinates): Geometry => ({ type: 'Polygon', coordinates })),
  fc
    .array(rings, { minLength: 1, maxLength: 3 })
    .map((coordinates): Geometry => ({ type: 'MultiPolygon', coordinates })),
)

test('D3-3-27 a geometry comes back from well-known text and from its bytes as it was', () => {
  fc.assert(
    fc.property(geometry, (one) => {
      expect(geometryOfWkt(wktOf(one))).toEqual(one)
      expect(geometryOfShape(shapeOf(one))).toEqual(one)
    }),
  )
})

test('the bytes of an outline with few decimals are few', () => {
  const corners = Array.from({ length: 30 }, (_, i): Position => {
    const angle = (i / 30) * 2 * Math.PI
    return [Math.round(4e6 + 2000 * Math.cos(angle)) / 100, Math.round(4e6 + 2000 * Math.sin(angle)) / 100]
  })
  const [first = [0, 0]] = corners
  const bytes = shapeOf({ type: 'Polygon', coordinates: [[...corners, first]] })
  expect(bytes.length).toBeLessThan(130)
})

test.each([
  ['POINT (3 4)', { type: 'Point', coordinates: [3, 4] }],
  ['point(3 4)', { type: 'Point', coordinates: [3, 4] }],
  ['POINT ZM (+3. -.5e1 7 1)', { type: 'Point', coordinates: [3, -5] }],
  ['POINT Z (3 4 7)', { type: 'Point', coordinates: [3, 4] }],
  [
    'LINESTRING (0 0, 1.5 2)',
    {
      type: 'LineString',
      coordinates: [
        [0, 0],
        [1.5, 2],
      ],
    },
  ],
  [
    'POLYGON ((0 0, 4 0, 4 3))',
    {
      type: 'Polygon',
      coordinates: [
        [
          [0, 0],
          [4, 0],
          [4, 3],
          [0, 0],
        ],
      ],
    },
  ],
  [
    '  MULTIPOLYGON (((0 0, 4 0, 4 3, 0 0)))',
    {
      type: 'MultiPolygon',
      coordinates: [
        [
          [
            [0, 0],
            [4, 0],
            [4, 3],
            [0, 0],
          ],
        ],
      ],
    },
  ],
])('reads %s', (text, expected) => {
  expect(geometryOfWkt(text)).toEqual(expected)
})

test.each([
  ['D3-8-41', 'CIRCLE (3 4 5)', 'UnknownGeometryTypeError', 'ERR_7004'],
  ['D3-8-41', 'MULTIPOINT ((1 2), (3 4))', 'UnknownGeometryTypeError', 'ERR_7004'],
  ['D3-8-41', 'GEOMETRYCOLLECTION (POINT (1 2))', 'UnknownGeometryTypeError', 'ERR_7004'],
  ['D3-8-41', '', 'UnknownGeometryTypeError', 'ERR_7004'],
  ['D3-8-40', 'POLYGON EMPTY', 'GeometryMinSizeError', 'ERR_7003'],
  ['D3-8-40', 'POLYGON ((1 1, 2 2, 1 1))', 'GeometryMinSizeError', 'ERR_7003'],
  ['D3-8-40', 'POLYGON ((1 1, 2 2, 3 3, 1 1))', 'GeometryMinSizeError', 'ERR_7003'],
  ['D3-8-40', 'LINESTRING (5 5, 5 5)', 'GeometryMinSizeError', 'ERR_7003'],
  ['D3-8-40', 'MULTIPOLYGON (((0 0, 4 0, 4 3, 0 0)), ((9 9, 9 9, 9 9, 9 9)))', 'GeometryMinSizeError', 'ERR_7003'],
  ['', 'POINT (1)', 'MalformedGeometryError', 'ERR_7005'],
  ['', 'POINT (NaN 1)', 'MalformedGeometryError', 'ERR_7005'],
  ['', 'POINT (1e999 1)', 'MalformedGeometryError', 'ERR_7005'],
  ['', 'POLYGON ((0 0, 4 0, 4 3', 'MalformedGeometryError', 'ERR_7005'],
  ['', 'POINT (1 2); DROP', 'MalformedGeometryError', 'ERR_7005'],
  ['', 'POINT (12,5 4)', 'MalformedGeometryError', 'ERR_7005'],
  ['', 'POINT (1abc 2)', 'MalformedGeometryError', 'ERR_7005'],
  ['', 'POINT (0x10 2)', 'MalformedGeometryError', 'ERR_7005'],
  ['', 'POINT (1 2 3 4 5)', 'MalformedGeometryError', 'ERR_7005'],
  ['', 'POLYGON ((0,5 0,10,5 0,10,5 9,0 9))', 'MalformedGeometryError', 'ERR_7005'],
  ['', 'POLYGON (0 0, 4 0, 4 3)', 'MalformedGeometryError', 'ERR_7005'],
  ['', 'POLYGON ()', 'MalformedGeometryError', 'ERR_7005'],
  ['', 'POINT (1 2) POINT (3 4)', 'MalformedGeometryError', 'ERR_7005'],
])('%s refuses %j: %s', (_, text, name, code) => {
  let error: unknown
  try {
    checkSize(geometryOfWkt(text))
  } catch (thrown) {
    error = thrown
  }
  expect(error).toBeInstanceOf(GeometryError)
  expect(error).toMatchObject({ name, code, detail: expect.stringMatching(/\.$/) })
})

test('reads line breaks, and a part with very many corners', () => {
  expect(geometryOfWkt('POLYGON\n((0 0,\n\t4 0,\r\n4 3, 0 0))')).toMatchObject({ type: 'Polygon' })
  const corners = Array.from({ length: 200_000 }, (_, at) => `${at} ${at % 2}`).join(',')
  const [[outline = []] = []] = polygonsOf(geometryOfWkt(`MULTIPOLYGON (((${corners})))`))
  expect(outline).toHaveLength(200_001)
})

test('measures area without holes, length of all outlines, and the box', () => {
  const square = (at: number, size: number): Ring => [
    [at, at],
    [at + size, at],
    [at + size, at + size],
    [at, at + size],
    [at, at],
  ]
  const withHole: Geometry = { type: 'Polygon', coordinates: [square(1e6, 10), square(1e6 + 2, 4)] }
  expect([areaOf(withHole), lengthOf(withHole), boxOf(withHole)]).toEqual([84, 56, [1e6, 1e6, 1e6 + 10, 1e6 + 10]])
  const line: Geometry = {
    type: 'LineString',
    coordinates: [
      [0, 0],
      [3, 4],
      [3, 10],
    ],
  }
  expect([areaOf(line), lengthOf(line)]).toEqual([0, 11])
})
