import fc from 'fast-check'
import { binsToDraw } from './histogram-bins.ts'

const bins = 256

/** Counts of integers from `min` on, in bins of equal width as the server returns them. */
const binned = (counts: readonly number[], min: number) => {
  const span = counts.length - 1
  const histogram = Array<number>(bins).fill(0)
  for (const [value, count] of counts.entries()) {
    const bin = Math.min(bins - 1, Math.floor((value * bins) / span))
    histogram[bin] = (histogram[bin] ?? 0) + count
  }
  return { histogram, range: { min, max: min + span } }
}

test('few values have one bin each, with their own counts', () => {
  const counts = fc.array(fc.nat({ max: 1000 }), { minLength: 2, maxLength: bins })
  fc.assert(
    fc.property(counts, fc.integer({ min: -500, max: 500 }), (values, min) => {
      expect(binsToDraw(binned(values, min))).toEqual(values)
    }),
  )
})

test.each([
  ['many values', { min: 0, max: 4000 }],
  ['fractions', { min: 0.5, max: 20 }],
  ['one value', { min: 7, max: 7 }],
])('%s are drawn as they are', (_, range) => {
  const histogram = Array.from({ length: bins }, (_, index) => index)
  expect(binsToDraw({ histogram, range })).toBe(histogram)
})
