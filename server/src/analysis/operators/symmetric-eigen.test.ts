import fc from 'fast-check'
import { symmetricEigen } from './symmetric-eigen.ts'

const entry = fc.double({ min: -10, max: 10, noNaN: true })

test('the eigenvalues and eigenvectors rebuild the matrix, largest first, and are orthonormal', () => {
  fc.assert(
    fc.property(fc.tuple(entry, entry, entry, entry, entry, entry), (matrix) => {
      const [xx, xy, xz, yy, yz, zz] = matrix
      const pairs = symmetricEigen(matrix)
      const values = pairs.map(({ value }) => value)
      expect(values).toEqual(values.toSorted((a, b) => b - a))
      const rows = [
        [xx, xy, xz],
        [xy, yy, yz],
        [xz, yz, zz],
      ]
      for (const [i, row] of rows.entries()) {
        for (const [j, expected] of row.entries()) {
          const rebuilt = pairs.reduce((sum, { value, vector }) => sum + value * (vector[i] ?? 0) * (vector[j] ?? 0), 0)
          expect(rebuilt).toBeCloseTo(expected, 8)
          const product = pairs.reduce((sum, { vector }) => sum + (vector[i] ?? 0) * (vector[j] ?? 0), 0)
          expect(product).toBeCloseTo(i === j ? 1 : 0, 10)
        }
      }
    }),
  )
})
