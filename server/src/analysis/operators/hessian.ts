import { requireSize, type Size } from './size.ts'

const { hypot } = Math

/**
 * The larger eigenvalue of the Hessian: the largest second directional derivative. Positive in valleys and at the foot of a step.
 * Computed from central differences; the outermost pixels are 0.
 *
 * @returns in the unit of the source per square pixel
 * @throws RangeError when `source` does not have that size
 */
export function largestHessianEigenvalue(source: Float32Array, size: Size): Float32Array {
  requireSize(source, size)
  const { width, height } = size
  const at = (i: number) => source[i] ?? 0
  const result = new Float32Array(source.length)
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const i = y * width + x
      const xx = at(i - 1) + at(i + 1) - 2 * at(i)
      const yy = at(i - width) + at(i + width) - 2 * at(i)
      const xy = (at(i - width - 1) + at(i + width + 1) - at(i - width + 1) - at(i + width - 1)) / 4
      result[i] = (xx + yy) / 2 + hypot((xx - yy) / 2, xy)
    }
  }
  return result
}
