import { type Point, ringPerimeter } from './contours.ts'
import { requireSize, type Size } from './size.ts'

const { min, PI } = Math

/** Measurements of one label. */
export interface LabelStatistics {
  label: number
  /** In pixels. */
  area: number
  /** Mean of the pixel centres; the centre of pixel (0, 0) is [0.5, 0.5]. */
  centroid: Point
  /** Mean of each plane over the label's pixels, in the order and unit of the planes. */
  means: number[]
}

/**
 * Area, centroid and means of each label, in ascending order of labels.
 *
 * @param labels 0 is background
 * @throws RangeError for planes of different sizes
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

/** Average ratio of the length of an 8-directional chain code to that of the smooth border it follows (Kulpa 1977). */
const CHAIN_CODE_EXCESS = (8 * (Math.SQRT2 - 1)) / PI

/**
 * 4π · area / perimeter², at most 1: 1 for a large disc (0.92 to 0.96 for one of 10 to 20 pixels), less for other shapes. The perimeter is
 * corrected for the excess of chain codes.
 *
 * @param area in pixels
 * @param ring border from `traceContours`
 */
export const circularity = (area: number, ring: readonly Point[]): number =>
  min(1, (4 * PI * area) / (ringPerimeter(ring) / CHAIN_CODE_EXCESS) ** 2)
