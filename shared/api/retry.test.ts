import { failureOfAnswer, failureWithoutAnswer } from './failure.ts'
import { shouldRetry } from './retry.ts'

test.each([
  ['no answer', failureWithoutAnswer(new TypeError('network')), true],
  ['503', failureOfAnswer(503, undefined), true],
  ['404', failureOfAnswer(404, undefined), false],
  ['403', failureOfAnswer(403, undefined), false],
  ['another error', new Error('broken'), true],
])('%s is tried again: %s', (_, error, expected) => {
  expect(shouldRetry(0, error)).toBe(expected)
  expect(shouldRetry(2, error)).toBe(expected)
  expect(shouldRetry(3, error)).toBe(false)
})
