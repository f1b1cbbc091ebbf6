import { type Point, ringLength } from './contours.ts'
import { requireSize, type Size } from './size.ts'

const { min, PI } = Math

export interface LabelStatistics {
  label: number
  /** Pixels. */
  area: number
  /** Mean of its pixels' centres; the centre of pixel (0, 0) is [0.5, 0.5]. */
  centroid: Point
  /** Mean of each plane over its pixels, in the order and unit of the planes. */
  means: number[]
}

/**
 * Area, centroid and means of every label, by ascending label.
 * @param labels 0 is background
 * @throws RangeError for planes of another size
 */
export function labelStatistics(labels: Int32Array, size: Size, planes: readonly Float32Array[]): LabelStatistics[] {
  for (const plane of [labels, ...planes]) requireSize(plane, size)
  const sums = new Map<number, { area: number; x: number; y: number; values: Float64Array }>()
  labels.forEach((label, i) => {
    if (!label) return
    let sum = sums.get(label)
    if (!sum) {
      sum = { area: 0, x: 0, y: 0, values: new Float64Array(planes.length) }
      sums.set(label, sum)
    }
    sum.area += 1
    sum.x += i % size.width
    sum.y += (i / size.width) | 0
    for (const [p, plane] of planes.entries()) sum.values[p] = (sum.values[p] ?? 0) + (plane[i] ?? 0)
  })
  return [...sums.entries()]
    .sort(([a], [b]) => a - b)
    .map(([label, { area, x, y, values }]) => ({
      label,
      area,
      centroid: [x / area + 0.5, y / area + 0.5],
      means: Array.from(values, (value) => value / area),
    }))
}

/** A ring of eight directions is on average this much longer than the smooth border it follows (Kulpa 1977). */
const CHAIN_CODE_EXCESS = (8 * (Math.SQRT2 - 1)) / PI

/**
 * 4π·area / perimeter²: 1 for a large disc (0.92 to 0.96 for one of 10 to 20 pixels), less for anything else.
 * @param area pixels
 * @param ring its border from `contours`
 */
export const circularity = (area: number, ring: readonly Point[]): number =>
  min(1, (4 * PI * area) / (ringLength(ring) / CHAIN_CODE_EXCESS) ** 2)
