import * as fc from 'fast-check'
import { areaOf, type Geometry, type Position, type Ring } from '../../../geometry/index.ts'
import { outlinesOf, type Pixels, regionAround, smoothed } from './wand-region.ts'

/** A picture of grey values, a letter for each pixel: `.` is 0, `a` 10, `b` 20 and so on. */
const picture = (...rows: string[]): Pixels => {
  const width = rows[0]?.length ?? 0
  const values = rows.join('').split('')
  const data = values.flatMap((sign) => {
    const value = sign === '.' ? 0 : 10 * (sign.charCodeAt(0) - 96)
    return [value, value, value, 255]
  })
  return { width, height: rows.length, data: new Uint8ClampedArray(data) }
}
const cells = picture(
  '..........', //
  '.bbb..bb..',
  '.bcb..bb..',
  '.bbb......',
  '....b.....',
  '..........',
)
const areaFrom = (polygons: Ring[][]): number =>
  polygons.reduce((sum, coordinates) => sum + areaOf({ type: 'Polygon', coordinates } satisfies Geometry), 0)
const count = ({ mask }: { mask: Uint8Array }): number => mask.reduce((sum, each) => sum + each, 0)

test.each<[string, Position, number, number]>([
  ['what is like it and hangs together with it by sides, not by corners', [1.5, 1.5], 5, 8],
  ['with more tolerance what is less like it too', [1.5, 1.5], 10, 9],
  ['nothing but the pixel where nothing beside is like it', [2.2, 2.9], 5, 1],
  ['up to the edges of the picture', [0, 0], 5, 60 - 9 - 4 - 1],
  ['all of it where anything is like it', [0, 0], 255, 60],
])('takes %s', (_, place, tolerance, pixels) => {
  expect(count(regionAround(cells, place, tolerance))).toBe(pixels)
})

test('colours differ by the mean of red, green and blue', () => {
  const data = new Uint8ClampedArray([100, 100, 100, 255, 130, 100, 100, 255])
  const two = { width: 2, height: 1, data }
  // 30 in one of three is 17.3 in the mean of squares.
  expect([17, 18].map((tolerance) => count(regionAround(two, [0, 0], tolerance)))).toEqual([1, 2])
})

test('an outline lies where the pixels end, also at the edge of the picture; gaps of a few pixels are filled', () => {
  const [outline, ...others] = outlinesOf(regionAround(cells, [1.5, 1.5], 5))
  expect([outline?.length, others]).toEqual([1, []])
  const xs = outline?.flat().map(([x]) => x) ?? []
  const ys = outline?.flat().map(([, y]) => y) ?? []
  expect([Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]).toEqual([1, 4, 1, 4])
  const whole = outlinesOf(regionAround(cells, [0, 0], 255)).flat(2)
  expect([Math.max(...whole.map(([x]) => x)), Math.max(...whole.map(([, y]) => y))]).toEqual([10, 6])
})

test('a large gap stays a hole', () => {
  const rows = Array.from({ length: 10 }, (_, row) => (row === 0 || row === 9 ? 'a'.repeat(10) : `a${'z'.repeat(8)}a`))
  const [rings] = outlinesOf(regionAround(picture(...rows), [0, 0], 5))
  expect(rings).toHaveLength(2)
  // All that is cut off are corners.
  expect(areaFrom([rings ?? []])).toBeCloseTo(36, 0)
})

test('the area is that of the pixels but for corners that are cut, and gaps that are filled', () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(fc.constantFrom('.', 'z'), { minLength: 8, maxLength: 8 }), { minLength: 3, maxLength: 12 }),
      fc.nat(7),
      (rows, x) => {
        const region = regionAround(picture(...rows.map((row) => row.join(''))), [x, 0], 5)
        const area = areaFrom(outlinesOf(region))
        const pixels = count(region)
        expect(area).toBeGreaterThan(pixels / 2 - 0.01)
        expect(area).toBeLessThanOrEqual(region.width * region.height)
      },
    ),
  )
})

test('smoothing keeps what is even, and takes noise of single pixels away', () => {
  const even = picture('bbb', 'bbb', 'bbb')
  expect([...smoothed(even).data].filter((_, at) => at % 4 === 0)).toEqual(Array.from({ length: 9 }, () => 20))
  const noisy = smoothed(picture('.....', '.....', '..i..', '.....', '.....'))
  expect(noisy.data[4 * 12]).toBe(10)
  expect(noisy.data[4 * 0]).toBe(0)
})
