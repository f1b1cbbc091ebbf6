import { formatNumber } from '@lamella/shared/ui'
import type { Point } from '../points/set-points.ts'

export type MeasureKind = 'line' | 'area' | 'angle'

export interface Measurement {
  /** Unique in an image, from 1 in the order in which they were drawn. */
  readonly id: number
  readonly kind: MeasureKind
  /** Of a line two, of an angle three with its vertex in the middle, of an area three or more. */
  readonly points: readonly Point[]
}

/** µm per pixel; null: not known, and lengths are in pixels. */
export type PixelSize = { x: number; y: number } | null

const scaled = (points: readonly Point[], size: PixelSize): Point[] =>
  points.map(([x, y]) => [x * (size?.x ?? 1), y * (size?.y ?? 1)])

const pairs = <T>(items: readonly T[]): [T, T][] => items.slice(1).map((item, at) => [items[at] as T, item])

/** Length of a line through points, in µm, or in pixels without a pixel size. */
export const lengthOf = (points: readonly Point[], size: PixelSize): number =>
  pairs(scaled(points, size)).reduce((sum, [[ax, ay], [bx, by]]) => sum + Math.hypot(bx - ax, by - ay), 0)

/** On which side of the line from a to b a point is: its sign. */
const sideOf = ([ax, ay]: Point, [bx, by]: Point, [x, y]: Point): number =>
  Math.sign((bx - ax) * (y - ay) - (by - ay) * (x - ax))

const cross = (a: Point, b: Point, c: Point, d: Point): boolean =>
  sideOf(a, b, c) * sideOf(a, b, d) < 0 && sideOf(c, d, a) * sideOf(c, d, b) < 0

/** Whether an outline, closed from the last point to the first, crosses itself: it then has no area. */
export const crossesItself = (points: readonly Point[]): boolean => {
  const [first] = points
  if (!first) return false
  const edges = pairs([...points, first])
  return edges.some(([a, b], at) => edges.slice(at + 1).some(([c, d]) => cross(a, b, c, d)))
}

/** Area inside an outline, in µm², or in px² without a pixel size; null where it crosses itself. */
export const areaOf = (points: readonly Point[], size: PixelSize): number | null => {
  if (crossesItself(points)) return null
  const [origin = [0, 0]] = points
  const [first = [0, 0], ...rest] = scaled(
    // From the first point: far from the origin the products would lose their digits.
    points.map(([x, y]) => [x - origin[0], y - origin[1]] as const),
    size,
  )
  const doubled = pairs([first, ...rest, first]).reduce((sum, [[ax, ay], [bx, by]]) => sum + ax * by - bx * ay, 0)
  return Math.abs(doubled) / 2
}

/**
 * Angle at the middle one of three points, in degrees of 0 to 180; without a pixel size that of square pixels. Null
 * where a side has no length.
 */
export const angleOf = (points: readonly Point[], size: PixelSize): number | null => {
  const [a, vertex, b] = scaled(points, size)
  if (!a || !vertex || !b) return null
  const [ax, ay] = [a[0] - vertex[0], a[1] - vertex[1]]
  const [bx, by] = [b[0] - vertex[0], b[1] - vertex[1]]
  if (Math.hypot(ax, ay) === 0 || Math.hypot(bx, by) === 0) return null
  return (Math.abs(Math.atan2(ax * by - ay * bx, ax * bx + ay * by)) * 180) / Math.PI
}

/** Value of a measurement with its unit; null: it has none. */
const resultOf = (
  { kind, points }: Pick<Measurement, 'kind' | 'points'>,
  size: PixelSize,
): { value: number; unit: string } | null => {
  if (kind === 'line') return { value: lengthOf(points, size), unit: size ? 'µm' : 'px' }
  const value = kind === 'area' ? areaOf(points, size) : angleOf(points, size)
  if (value === null) return null
  return { value, unit: kind === 'angle' ? '°' : size ? 'µm²' : 'px²' }
}

/** Four digits, and none that were not measured: 10.60, 134.2, 1,340. */
const digitsOf = (value: number): number => Math.min(3, Math.max(0, 3 - Math.floor(Math.log10(Math.max(value, 1e-3)))))

/** E.g. "10.60 µm". */
export const valueWords = (value: number, unit: string): string => `${formatNumber(value, digitsOf(value))} ${unit}`

/** E.g. "10.60 µm", "89.1°", "–" where there is no value. */
export const wordsOf = (measurement: Pick<Measurement, 'kind' | 'points'>, size: PixelSize): string => {
  const found = resultOf(measurement, size)
  if (!found) return measurement.kind === 'area' ? 'crosses itself' : '–'
  const { value, unit } = found
  return unit === '°' ? `${formatNumber(value, 1)}°` : valueWords(value, unit)
}

const kindNames: Record<MeasureKind, string> = { line: 'Line', area: 'Area', angle: 'Angle' }

/** E.g. "Line 1". */
export const nameOf = ({ kind, id }: Measurement): string => `${kindNames[kind]} ${id}`

/** A table of all measurements as text with commas. */
export const tableOf = (list: readonly Measurement[], size: PixelSize): string =>
  [
    'name,kind,value,unit,points (px)',
    ...list.map((measurement) => {
      const found = resultOf(measurement, size)
      const points = measurement.points.map(([x, y]) => `${x.toFixed(2)} ${y.toFixed(2)}`).join('; ')
      return `${nameOf(measurement)},${measurement.kind},${found?.value ?? ''},${found?.unit ?? ''},${points}`
    }),
  ].join('\n')
