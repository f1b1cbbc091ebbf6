import * as fc from 'fast-check'
import {
  areaOf,
  boxOf,
  type Geometry,
  geometryOfWkt,
  lengthOf,
  type Position,
  polygonsOf,
  positionsOf,
  wktOf,
} from './index.ts'
import { simplified, split, swept, united, without } from './operations.ts'
import { repaired } from './repair.ts'

const read = geometryOfWkt
const square = read('POLYGON ((0 0,100 0,100 100,0 100,0 0))')
const ring = read('POLYGON ((0 0,100 0,100 100,0 100,0 0),(40 40,60 40,60 60,40 60,40 40))')
const line = (...places: Position[]): Position[] => places

describe('united', () => {
  test.each([
    ['areas that overlap', ['POLYGON ((0 0,4 0,4 4,0 4,0 0))', 'POLYGON ((2 2,6 2,6 6,2 6,2 2))'], 28, 1],
    ['areas that touch', ['POLYGON ((0 0,4 0,4 4,0 4,0 0))', 'POLYGON ((4 0,8 0,8 4,4 4,4 0))'], 32, 1],
    ['areas apart', ['POLYGON ((0 0,4 0,4 4,0 4,0 0))', 'POLYGON ((5 0,9 0,9 4,5 4,5 0))'], 32, 2],
    ['one within another', ['POLYGON ((0 0,9 0,9 9,0 9,0 0))', 'POLYGON ((5 5,6 5,6 6,5 6,5 5))'], 81, 1],
    [
      'what fills a hole',
      ['POLYGON ((0 0,9 0,9 9,0 9,0 0),(2 2,4 2,4 4,2 4,2 2))', 'POLYGON ((1 1,5 1,5 5,1 5,1 1))'],
      81,
      1,
    ],
  ])('%s', (_, texts, area, parts) => {
    const result = united(texts.map(read))
    expect(areaOf(result)).toBeCloseTo(area, 6)
    expect(polygonsOf(result)).toHaveLength(parts)
  })
})

describe('without', () => {
  test('takes away what others cover, a hole where they lie within', () => {
    const inner = read('POLYGON ((10 10,20 10,20 20,10 20,10 10))')
    const outer = read('POLYGON ((90 -10,200 -10,200 200,90 200,90 -10))')
    const result = without(square, [inner, outer])
    expect(areaOf(result)).toBeCloseTo(90 * 100 - 100, 6)
    expect(polygonsOf(result)[0]).toHaveLength(2)
  })

  test('where nothing would be left, there is an error', () => {
    expect(() => without(square, [read('POLYGON ((-9 -9,200 -9,200 200,-9 200,-9 -9))')])).toThrow()
  })
})

describe('swept', () => {
  test.each<[string, Position[], number]>([
    ['a dab is a circle', line([50, 50]), Math.PI * 100],
    ['one that stays is too', line([50, 50], [50, 50]), Math.PI * 100],
    ['a way has round ends', line([50, 50], [150, 50]), Math.PI * 100 + 100 * 20],
    ['a corner is round', line([50, 50], [150, 50], [150, 150]), Math.PI * 100 + 200 * 20 - 100 + (Math.PI * 100) / 4],
    ['what is covered twice counts once', line([50, 50], [150, 50], [50, 50]), Math.PI * 100 + 100 * 20],
  ])('%s', (_, way, area) => {
    const result = swept(way, 10)
    expect(areaOf(result) / area).toBeCloseTo(1, 1.7)
    // Corners that nobody sees are not stored.
    expect(positionsOf(result).length).toBeLessThan(80)
  })

  test('around a place there is a hole', () => {
    const around = Array.from({ length: 41 }, (_, at): Position => {
      const angle = (at / 40) * 2 * Math.PI
      return [200 + 100 * Math.cos(angle), 200 + 100 * Math.sin(angle)]
    })
    expect(polygonsOf(swept(around, 10)).map((rings) => rings.length)).toEqual([2])
  })

  test('a brush smaller than anything that is stored covers nothing', () => {
    expect(() => swept([[5, 5]], 0.05)).toThrow()
  })
})

describe('split', () => {
  test.each<[string, Geometry, Position[], number[]]>([
    ['straight through', square, line([-5, 30], [105, 30]), [7000, 3000]],
    ['from edge to edge', square, line([0, 30], [100, 30]), [7000, 3000]],
    ['through corners', square, line([0, 0], [100, 100]), [5000, 5000]],
    ['around a corner', square, line([-5, 50], [50, 50], [50, -5]), [7500, 2500]],
    ['twice through', square, line([-5, 20], [120, 20], [120, 80], [-5, 80]), [6000, 2000, 2000]],
    ['across a hole', ring, line([-5, 50], [105, 50]), [4800, 4800]],
    ['a loop within', square, line([20, 20], [80, 20], [80, 80], [20, 80], [20, 20]), [6400, 3600]],
    ['a line that crosses itself', square, line([-5, 10], [90, 10], [90, 90], [50, 90], [50, -5]), [6300, 3200, 500]],
  ])('%s', (_, area, by, areas) => {
    const pieces = split(area, by)
    const sizes = pieces.map(areaOf)
    expect(sizes).toHaveLength(areas.length)
    for (const [at, size] of sizes.entries()) expect(size).toBeCloseTo(areas[at] ?? 0, 1)
    // Exactly one again.
    const again = united(pieces)
    expect(polygonsOf(again)).toHaveLength(1)
    expect(areaOf(again)).toBeCloseTo(areaOf(area), 1)
  })

  test.each([
    ['beside it', square, line([-5, -5], [105, -5])],
    ['that ends within', square, line([-5, 50], [50, 50])],
    ['within', square, line([20, 50], [80, 50])],
    ['from the outline to a hole', ring, line([-5, 50], [50, 50])],
    ['along an edge', square, line([-5, 0], [105, 0])],
  ])('by a line %s nothing is parted', (_, area, by) => {
    expect(split(area, by)).toEqual([area])
  })

  const place = fc.tuple(fc.integer({ min: 0, max: 20_000 }), fc.integer({ min: 0, max: 20_000 }))
  const placeOf = ([x, y]: [number, number]): Position => [x / 100, y / 100]
  const star = fc
    .array(fc.integer({ min: 2000, max: 9000 }), { minLength: 5, maxLength: 40 })
    .map((radii): Geometry => {
      const places = radii.map((radius, at): Position => {
        const angle = (at / radii.length) * 2 * Math.PI
        return [
          Math.round(10_000 + radius * Math.cos(angle)) / 100,
          Math.round(10_000 + radius * Math.sin(angle)) / 100,
        ]
      })
      const [first = [0, 0]] = places
      return { type: 'Polygon', coordinates: [[...places, first]] }
    })

  // The line leaves at so small an angle that the cut takes a corner away.
  const slanted = read(
    'POLYGON ((120 100,118.92 106.49,151.51 140.09,127.64 142.31,113 151.35,98.35 119.93,80.27 103.29,80.27 96.71,98.35 80.07,120 100))',
  )
  const grazing: [number, number][] = [
    [1649, 15_085],
    [15_861, 13_988],
  ]

  test('keeps the area, and merging brings it back', () => {
    fc.assert(
      fc.property(star, fc.array(place, { minLength: 2, maxLength: 5 }), (area, places) => {
        const pieces = split(area, places.map(placeOf))
        const line: Geometry = { type: 'LineString', coordinates: places.map(placeOf) }
        // Between two passes of the line there may be a sliver narrower than the cut, of which nothing is left.
        const edges = [...pieces, area, line].reduce((sum, each) => sum + lengthOf(each), 0)
        const tolerance = edges / 50
        const whole = pieces.reduce((sum, piece) => sum + areaOf(piece), 0)
        expect(Math.abs(whole - areaOf(area))).toBeLessThanOrEqual(tolerance)
        expect(Math.abs(areaOf(united(pieces)) - areaOf(area))).toBeLessThanOrEqual(tolerance)
        for (const piece of pieces) {
          const [left, top, right, bottom] = boxOf(piece)
          const [outerLeft, outerTop, outerRight, outerBottom] = boxOf(area)
          expect(left >= outerLeft - 0.02 && top >= outerTop - 0.02).toBe(true)
          expect(right <= outerRight + 0.02 && bottom <= outerBottom + 0.02).toBe(true)
        }
      }),
      { numRuns: 300, examples: [[slanted, grazing]] },
    )
  })

  test('what is united and taken away again adds up', () => {
    fc.assert(
      fc.property(star, star, fc.integer({ min: 0, max: 15_000 }), (one, still, by) => {
        const other = repaired({
          type: 'Polygon',
          coordinates: [positionsOf(still).map(([x, y]): Position => [x + by / 100, y])],
        })
        const rest = (): number => {
          try {
            return areaOf(without(one, [other]))
          } catch {
            return 0
          }
        }
        const difference = Math.abs(areaOf(united([one, other])) - areaOf(other) - rest())
        expect(difference).toBeLessThanOrEqual((lengthOf(one) + lengthOf(other)) / 50)
      }),
      { numRuns: 200 },
    )
  })
})

describe('simplified', () => {
  test('leaves out what is not seen, and no more', () => {
    const circle: Position[] = Array.from({ length: 721 }, (_, at) => {
      const angle = ((at % 720) / 360) * Math.PI
      return [100 + 50 * Math.cos(angle), 100 + 50 * Math.sin(angle)]
    })
    const before: Geometry = { type: 'Polygon', coordinates: [circle] }
    const after = simplified(before, 0.5)
    expect(positionsOf(after).length).toBeLessThan(80)
    expect(Math.abs(areaOf(after) / areaOf(before) - 1)).toBeLessThan(0.02)
    expect(wktOf(simplified(square, 5))).toBe(wktOf(square))
  })

  test.each([
    ['a point', 'POINT (1 2)'],
    ['a triangle', 'POLYGON ((0 0,1 0,1 1,0 0))'],
    ['what would vanish', 'POLYGON ((0 0,0.3 0,0.3 0.3,0.1 0.4,0 0.3,0 0))'],
  ])('%s stays', (_, text) => {
    const [left, top, right, bottom] = boxOf(simplified(read(text), 5))
    expect([left, top, right, bottom]).toEqual([...boxOf(read(text))])
  })

  test('a line keeps its ends', () => {
    expect(wktOf(simplified(read('LINESTRING (0 0,10 0.1,20 -0.1,30 0,30 40)'), 1))).toBe('LINESTRING (0 0,30 0,30 40)')
  })
})
