import type { RgbTriple } from './color-deconvolution.ts'

const { abs, hypot, sign } = Math

/** A symmetric 3 × 3 matrix by its upper triangle. */
export type Symmetric3 = readonly [xx: number, xy: number, xz: number, yy: number, yz: number, zz: number]

/** An eigenvalue with its unit eigenvector. */
export interface EigenPair {
  value: number
  vector: RgbTriple
}

/**
 * Eigenvalues and eigenvectors of a symmetric 3 × 3 matrix by cyclic Jacobi rotations (Golub & Van Loan, "Matrix Computations", 8.5).
 *
 * @returns by descending eigenvalue; the vectors are orthonormal, their signs arbitrary
 */
export function symmetricEigen([xx, xy, xz, yy, yz, zz]: Symmetric3): [EigenPair, EigenPair, EigenPair] {
  const a = Float64Array.of(xx, xy, xz, xy, yy, yz, xz, yz, zz)
  const v = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1)
  const at = (m: Float64Array, row: number, column: number) => m[3 * row + column] ?? 0
  const rotate = (m: Float64Array, i: number, j: number, c: number, s: number) => {
    const [x, y] = [m[i] ?? 0, m[j] ?? 0]
    m[i] = c * x - s * y
    m[j] = s * x + c * y
  }
  // Converges quadratically: six sweeps reach machine precision, the others cost nothing.
  for (let sweep = 0; sweep < 12; sweep++) {
    for (const [p, q] of [
      [0, 1],
      [0, 2],
      [1, 2],
    ] as const) {
      const off = at(a, p, q)
      if (off === 0) continue
      const theta = (at(a, q, q) - at(a, p, p)) / (2 * off)
      const t = (sign(theta) || 1) / (abs(theta) + hypot(theta, 1))
      const c = 1 / hypot(t, 1)
      for (let k = 0; k < 3; k++) rotate(a, 3 * k + p, 3 * k + q, c, t * c)
      for (let k = 0; k < 3; k++) rotate(a, 3 * p + k, 3 * q + k, c, t * c)
      for (let k = 0; k < 3; k++) rotate(v, 3 * k + p, 3 * k + q, c, t * c)
    }
  }
  const pair = (k: number): EigenPair => ({ value: at(a, k, k), vector: [at(v, 0, k), at(v, 1, k), at(v, 2, k)] })
  const [first, second, third] = [pair(0), pair(1), pair(2)].sort((one, other) => other.value - one.value)
  if (!first || !second || !third) throw new Error('three pairs')
  return [first, second, third]
}
