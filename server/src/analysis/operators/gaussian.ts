import { requireSize, type Size } from './size.ts'

const { ceil, exp, max, min } = Math

/** Weights for distances 0 to radius; the full, mirrored kernel sums to 1. Truncated at three standard deviations. */
function halfKernel(sigma: number): Float32Array {
  const radius = max(1, ceil(3 * sigma))
  const weights = Float32Array.from({ length: radius + 1 }, (_, i) => exp(-(i * i) / (2 * sigma * sigma)))
  const sum = weights.reduce((total, weight, i) => total + (i ? 2 * weight : weight), 0)
  return weights.map((weight) => weight / sum)
}

/**
 * Separable Gaussian filter; beyond the border the edge pixels are repeated.
 *
 * @param sigma standard deviation in pixels, above 0
 * @param planes of the source's length, whose content is replaced: one for the work, one for the result
 * @returns the second plane, in the unit of the source
 */
export function gaussian(
  source: Float32Array,
  size: Size,
  sigma: number,
  [rows, result] = [new Float32Array(source.length), new Float32Array(source.length)] as const,
): Float32Array {
  requireSize(source, size)
  const { width, height } = size
  const kernel = halfKernel(sigma)
  const radius = kernel.length - 1
  for (let y = 0; y < height; y++) {
    const start = y * width
    const last = width - 1
    for (let x = 0; x < width; x++) {
      const at = start + x
      let sum = (kernel[0] ?? 0) * (source[at] ?? 0)
      // Most pixels lie inside, and need no comparison with the border.
      if (x >= radius && x + radius <= last)
        for (let k = 1; k <= radius; k++) sum += (kernel[k] ?? 0) * ((source[at - k] ?? 0) + (source[at + k] ?? 0))
      else
        for (let k = 1; k <= radius; k++)
          sum += (kernel[k] ?? 0) * ((source[start + max(0, x - k)] ?? 0) + (source[start + min(last, x + k)] ?? 0))
      rows[at] = sum
    }
  }
  // Column sums are accumulated row by row for sequential memory access.
  for (let y = 0; y < height; y++) {
    const target = result.subarray(y * width, (y + 1) * width)
    target.fill(0)
    for (let k = -radius; k <= radius; k++) {
      const weight = kernel[k < 0 ? -k : k] ?? 0
      const from = min(height - 1, max(0, y + k)) * width
      for (let x = 0; x < width; x++) target[x] = (target[x] ?? 0) + weight * (rows[from + x] ?? 0)
    }
  }
  return result
}
