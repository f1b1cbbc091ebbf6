import { detectionScore } from './detection-score.ts'

const truth = Int32Array.from([1, 1, 1, 1, 0, 2, 2, 2, 2, 0, 3, 3])

test('objects match above the threshold, each at most once', () => {
  const found = Int32Array.from([9, 9, 9, 0, 0, 4, 4, 5, 5, 0, 0, 0])
  expect(detectionScore(truth, found)).toEqual({
    truePositives: 1,
    falsePositives: 2,
    falseNegatives: 2,
    f1: 2 / 6,
    matches: [[1, 9]],
  })
  expect(detectionScore(truth, found, 0.8).truePositives).toBe(0)
})

test('a perfect result scores 1; without true and detected objects the score is undefined', () => {
  expect(
    detectionScore(
      truth,
      truth.map((label) => label && label + 10),
    ).f1,
  ).toBe(1)
  expect(detectionScore(new Int32Array(4), new Int32Array(4)).f1).toBeNull()
  expect(detectionScore(truth, new Int32Array(12)).f1).toBe(0)
})

test('thresholds that allow two matches, and planes of different sizes, are refused', () => {
  expect(() => detectionScore(truth, truth, 0.3)).toThrow(RangeError)
  expect(() => detectionScore(truth, new Int32Array(3))).toThrow(RangeError)
})
