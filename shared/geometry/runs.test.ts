import fc from 'fast-check'
import { areaOf, type Geometry } from './geometry.ts'
import { areaOfRuns, type Run, runsOf } from './runs.ts'

/** Runs of a picture of which each row is a text. */
const runsIn = (rows: readonly string[]): Run[] =>
  rows.flatMap((row, y) => [...row.matchAll(/#+/g)].map(({ index, 0: run }): Run => [y, index, index + run.length]))

const picture = fc.tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 9 })).chain(([width, height]) =>
  fc.array(fc.string({ unit: fc.constantFrom('#', '.'), minLength: width, maxLength: width }), {
    minLength: height,
    maxLength: height,
  }),
)

const square = (from: number, to: number): Geometry => ({
  type: 'Polygon',
  coordinates: [
    [
      [from, from],
      [to, from],
      [to, to],
      [from, to],
      [from, from],
    ],
  ],
})

it('the area of any pixels has exactly these pixels, and their number as its area', () => {
  fc.assert(
    fc.property(picture, (rows) => {
      const runs = runsIn(rows)
      const area = areaOfRuns(runs)
      const count = runs.reduce((sum, [, from, to]) => sum + to - from, 0)
      expect(area ? areaOf(area) : 0).toBe(count)
      expect(area ? runsOf(area, rows[0]?.length ?? 0, rows.length) : []).toEqual(runs)
    }),
  )
})

it('goes along the edges of pixels, clockwise, with holes the other way around', () => {
  expect(areaOfRuns(runsIn(['###', '#.#', '###']))).toEqual({
    type: 'Polygon',
    coordinates: [
      [
        [0, 0],
        [3, 0],
        [3, 3],
        [0, 3],
        [0, 0],
      ],
      [
        [2, 1],
        [1, 1],
        [1, 2],
        [2, 2],
        [2, 1],
      ],
    ],
  })
})

it('pixels that share only a corner are parts of their own', () => {
  expect(areaOfRuns(runsIn(['#.', '.#']))).toMatchObject({ type: 'MultiPolygon', coordinates: [[{}], [{}]] })
  // Around a hole, too: its corner is not one of the outline.
  expect(areaOfRuns(runsIn(['###.', '#.##', '####']))).toMatchObject({ type: 'Polygon', coordinates: [{}, {}] })
})

it.each([
  [
    'whole pixels',
    square(2, 5),
    [
      [2, 2, 5],
      [3, 2, 5],
      [4, 2, 5],
    ],
  ],
  [
    'a middle on the left edge, and none on the right one',
    square(1.5, 3.5),
    [
      [1, 1, 3],
      [2, 1, 3],
    ],
  ],
  ['no middle', square(1.6, 2.4), []],
  ['what lies beyond the plane', square(-5, 1), [[0, 0, 1]]],
  ['no area', { type: 'Point', coordinates: [1, 1] } satisfies Geometry, []],
])('pixels of %s', (_, geometry, runs) => {
  expect(runsOf(geometry, 6, 6)).toEqual(runs)
})

it('areas that share an edge share no pixel and leave none out', () => {
  const corners = fc.integer({ min: 1, max: 11 })
  fc.assert(
    fc.property(corners, corners, fc.double({ min: -3, max: 3, noNaN: true }), (x, y, bend) => {
      const [top, middle, bottom] = [
        [x + bend, 0],
        [x, y / 2],
        [x - bend, 12],
      ] as [number, number][]
      const side = [top, middle, bottom] as [number, number][]
      const left: Geometry = { type: 'Polygon', coordinates: [[[-9, 0], ...side, [-9, 12], [-9, 0]]] }
      const right: Geometry = {
        type: 'Polygon',
        coordinates: [
          [
            top as [number, number],
            [21, 0],
            [21, 12],
            bottom as [number, number],
            middle as [number, number],
            top as [number, number],
          ],
        ],
      }
      const count = (geometry: Geometry) => runsOf(geometry, 12, 12).reduce((sum, [, from, to]) => sum + to - from, 0)
      expect(count(left) + count(right)).toBe(144)
    }),
  )
})
