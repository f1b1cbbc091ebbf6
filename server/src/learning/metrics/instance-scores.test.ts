import fc from 'fast-check'
import { instanceScore, pixelF1 } from './instance-scores.ts'

/** Labels of a plane, at random. */
const plane = (labels: number) =>
  fc
    .array(fc.integer({ min: 0, max: labels }), { minLength: 60, maxLength: 60 })
    .map((values) => Int32Array.from(values))
const threshold = fc.double({ min: 0.5, max: 0.95, noNaN: true })

test('what is true scores 1, whatever its objects are called', () => {
  fc.assert(
    fc.property(plane(6), threshold, fc.integer({ min: 1, max: 1000 }), (truth, at, offset) => {
      const found = truth.map((label) => label && ((label * 7) % 13) + offset)
      expect(instanceScore([{ truth, found }], at)).toEqual({ averagePrecision: 1, f1: 1 })
      expect(pixelF1([{ truth, found }])).toBe(1)
    }),
  )
})

test('scores are shares, F1 and AP say the same of matches, and do not rise with the threshold', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ truth: plane(4), found: plane(4) }), { minLength: 1, maxLength: 4 }),
      threshold,
      threshold,
      (images, one, other) => {
        const [low, high] = [Math.min(one, other), Math.max(one, other)]
        const { averagePrecision, f1 } = instanceScore(images, low)
        expect(f1).toBeCloseTo((2 * averagePrecision) / (1 + averagePrecision), 9)
        expect(instanceScore(images, high).f1).toBeLessThanOrEqual(f1)
        expect(f1).toBeGreaterThanOrEqual(0)
        expect(f1).toBeLessThanOrEqual(1)
      },
    ),
  )
})

test('counts of all images are added up before they are divided', () => {
  const nothing = { truth: Int32Array.of(1, 1, 1, 1), found: new Int32Array(4) }
  const all = { truth: Int32Array.of(1, 0, 2, 2), found: Int32Array.of(1, 0, 2, 2) }
  expect(instanceScore([nothing, all], 0.5)).toEqual({ averagePrecision: 2 / 3, f1: 4 / 5 })
  expect(pixelF1([nothing, all])).toBe(6 / 10)
  expect(instanceScore([{ truth: new Int32Array(4), found: new Int32Array(4) }], 0.5).f1).toBe(1)
})
