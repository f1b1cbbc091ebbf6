import { formatDuration } from './duration.ts'

test.each([
  [0, '0:00:00'],
  [4, '0:00:04'],
  [52.4, '0:00:52'],
  [59.6, '0:01:00'],
  [3725, '1:02:05'],
  [100 * 3600, '100:00:00'],
  [Number.NaN, '–'],
  [Number.POSITIVE_INFINITY, '–'],
  [-1, '–'],
])('D3-2-95 %d seconds read %s', (seconds, text) => {
  expect(formatDuration(seconds)).toBe(text)
})
