import { requireSize, type Size } from './size.ts'

const { max, min } = Math

/** Running sums over one line: the cost does not depend on the radius. Windows are truncated at the ends. */
function meanLine(
  source: Float32Array,
  target: Float32Array,
  start: number,
  step: number,
  count: number,
  radius: number,
) {
  let sum = 0
  for (let i = 0; i < min(radius, count); i++) sum += source[start + i * step] ?? 0
  for (let i = 0; i < count; i++) {
    if (i + radius < count) sum += source[start + (i + radius) * step] ?? 0
    if (i - radius - 1 >= 0) sum -= source[start + (i - radius - 1) * step] ?? 0
    target[start + i * step] = sum / (min(count - 1, i + radius) - max(0, i - radius) + 1)
  }
}

/**
 * Box filter: mean over the square of 2·radius + 1 pixels around each pixel, truncated at the border of the plane.
 *
 * @param radius in pixels, an integer
 * @returns a new plane in the unit of the source
 */
export function localMean(source: Float32Array, size: Size, radius: number): Float32Array {
  requireSize(source, size)
  const { width, height } = size
  const rows = new Float32Array(source.length)
  const result = new Float32Array(source.length)
  for (let y = 0; y < height; y++) meanLine(source, rows, y * width, 1, width, radius)
  for (let x = 0; x < width; x++) meanLine(rows, result, x, width, height, radius)
  return result
}
