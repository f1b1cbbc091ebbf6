import fc from 'fast-check'
import type { Point } from '../points/set-points.ts'
import { angleOf, areaOf, crossesItself, lengthOf, tableOf, wordsOf } from './measurement.ts'

const coordinate = fc.double({ min: -1e5, max: 1e5, noNaN: true })
const point = fc.tuple(coordinate, coordinate) as fc.Arbitrary<Point>
const size = fc.record({
  x: fc.double({ min: 0.01, max: 10, noNaN: true }),
  y: fc.double({ min: 0.01, max: 10, noNaN: true }),
})
const near = (a: number, b: number, scale = Math.max(Math.abs(a), Math.abs(b), 1)): boolean =>
  Math.abs(a - b) <= 1e-6 * scale

const turned = ([x, y]: Point, angle: number): Point => [
  x * Math.cos(angle) - y * Math.sin(angle),
  x * Math.sin(angle) + y * Math.cos(angle),
]
const square: Point[] = [
  [10, 20],
  [30, 20],
  [30, 40],
  [10, 40],
]

test('a length is in micrometres by both pixel sizes, in pixels without one', () => {
  const line: Point[] = [
    [0, 0],
    [3, 4],
  ]
  expect(lengthOf(line, null)).toBe(5)
  expect(lengthOf(line, { x: 2, y: 0.5 })).toBeCloseTo(Math.hypot(6, 2), 12)
})

test('an area of anisotropic pixels is that of the rectangle they are', () => {
  expect(areaOf(square, null)).toBe(400)
  expect(areaOf(square, { x: 0.5, y: 2 })).toBe(400)
  expect(areaOf(square, { x: 0.5, y: 0.5 })).toBe(100)
})

test('an angle of anisotropic pixels is that of the object, not of the screen', () => {
  const corner: Point[] = [
    [10, 0],
    [0, 0],
    [10, 10],
  ]
  expect(angleOf(corner, null)).toBeCloseTo(45, 10)
  expect(angleOf(corner, { x: 1, y: Math.sqrt(3) })).toBeCloseTo(60, 10)
})

test('length, area and angle do not depend on where a figure is, how it is turned, or which way round it is drawn', () => {
  const properties = fc.property(
    fc.array(point, { minLength: 3, maxLength: 3 }),
    point,
    fc.double({ min: -7, max: 7, noNaN: true }),
    (points, [dx, dy], angle) => {
      const moved = points.map((one): Point => {
        const [x, y] = turned(one, angle)
        return [x + dx, y + dy]
      })
      expect(near(lengthOf(points, null), lengthOf(moved, null))).toBe(true)
      expect(near(areaOf(points, null) ?? -1, areaOf(moved, null) ?? -1, 1e10)).toBe(true)
      const [a, b] = [angleOf(points, null), angleOf([...points].reverse(), null)]
      if (a !== null && b !== null) expect(near(a, b, 180)).toBe(true)
    },
  )
  fc.assert(properties)
})

test('an area grows with each pixel size, a length with both', () => {
  fc.assert(
    fc.property(fc.array(point, { minLength: 3, maxLength: 3 }), size, (points, { x, y }) => {
      const plain = areaOf(points, null) ?? 0
      // The area of a sliver is a difference of products as large as the square around it, and keeps their digits only.
      const square = Math.max(...points.flat().map(Math.abs)) ** 2 * x * y
      expect(Math.abs((areaOf(points, { x, y }) ?? 0) - plain * x * y)).toBeLessThanOrEqual(1e-14 * square + 1e-300)
      const twice = lengthOf(points, { x: 2 * x, y: 2 * y })
      expect(near(twice, 2 * lengthOf(points, { x, y }))).toBe(true)
    }),
  )
})

test('an outline that crosses itself has no area', () => {
  const bow: Point[] = [
    [0, 0],
    [10, 10],
    [10, 0],
    [0, 10],
  ]
  expect(crossesItself(bow)).toBe(true)
  expect(areaOf(bow, null)).toBeNull()
  expect(wordsOf({ kind: 'area', points: bow }, null)).toBe('crosses itself')
  expect(crossesItself(square)).toBe(false)
})

test('far from the origin an area keeps its digits', () => {
  const far = square.map(([x, y]): Point => [x + 1e7 + 0.25, y + 1e7 + 0.5])
  expect(areaOf(far, null)).toBe(400)
})

test('values are words with four digits and their unit', () => {
  const line = (length: number): { kind: 'line'; points: Point[] } => ({
    kind: 'line',
    points: [
      [0, 0],
      [length, 0],
    ],
  })
  expect(wordsOf(line(10.604), { x: 1, y: 1 })).toBe('10.60 µm')
  expect(wordsOf(line(1340.4), null)).toBe('1,340 px')
  expect(wordsOf(line(0), null)).toBe('0.000 px')
  expect(wordsOf({ kind: 'area', points: square }, { x: 0.5, y: 0.5 })).toBe('100.0 µm²')
  expect(wordsOf({ kind: 'angle', points: [square[0], square[1], square[2]] as Point[] }, null)).toBe('90.0°')
  expect(wordsOf({ kind: 'angle', points: [square[0], square[0], square[2]] as Point[] }, null)).toBe('–')
})

test('the table has the whole numbers, with the points in pixels', () => {
  expect(tableOf([{ id: 2, kind: 'area', points: square }], { x: 0.5, y: 0.5 })).toBe(
    'name,kind,value,unit,points (px)\nArea 2,area,100,µm²,10.00 20.00; 30.00 20.00; 30.00 40.00; 10.00 40.00',
  )
})
