import fc from 'fast-check'
import { otsu } from './otsu.ts'
import { percentile } from './percentile.ts'

test('Otsu separates two modes', () => {
  const counts = new Array<number>(100).fill(0)
  counts.fill(10, 10, 20)
  counts.fill(3, 60, 80)
  const cut = otsu(counts) ?? Number.NaN
  expect(cut).toBeGreaterThanOrEqual(19)
  expect(cut).toBeLessThan(60)
})

test.each([[[]], [[0, 0, 0]], [[0, 7, 0]]])('Otsu finds no threshold in %j', (counts) => {
  expect(otsu(counts)).toBeNull()
})

const histogram = fc.array(fc.nat(50), { minLength: 2, maxLength: 30 }).filter((counts) => counts.some((n) => n > 0))

test('no other threshold leaves less variance within the classes than Otsu’s', () => {
  const within = (counts: number[], cut: number) =>
    [counts.slice(0, cut + 1), counts.map((n, bin) => (bin > cut ? n : 0))].reduce((sum, part) => {
      const total = part.reduce((a, b) => a + b, 0)
      const mean = part.reduce((a, n, bin) => a + n * bin, 0) / (total || 1)
      return sum + part.reduce((a, n, bin) => a + n * (bin - mean) ** 2, 0)
    }, 0)
  fc.assert(
    fc.property(histogram, (counts) => {
      const cut = otsu(counts)
      if (cut === null) return
      for (const other of counts.keys()) expect(within(counts, cut)).toBeLessThanOrEqual(within(counts, other) + 1e-6)
    }),
  )
})

test('a percentile is the value at that rank', () => {
  fc.assert(
    fc.property(histogram, fc.double({ min: 0.01, max: 1, noNaN: true }), (counts, share) => {
      const values = counts.flatMap((n, bin) => new Array<number>(n).fill(bin))
      expect(percentile(counts, share)).toBe(values[Math.ceil(share * values.length) - 1])
    }),
  )
  expect(() => percentile([0, 0], 0.5)).toThrow(RangeError)
})
