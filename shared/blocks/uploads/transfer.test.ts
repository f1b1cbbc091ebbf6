import { formatTransfer } from './transfer.ts'

const mebibyte = 1024 ** 2

test.each([
  [1, '2.0 MB of 8.0 MB, 1.0 MB/s, 0:00:06 left'],
  [0, '2.0 MB of 8.0 MB'],
])('at %d MB per second it reads "%s"', (speed, text) => {
  const amounts = { doneBytes: 2 * mebibyte, totalBytes: 8 * mebibyte, speed: speed * mebibyte, timeRemaining: 6 }
  expect(formatTransfer(amounts)).toBe(text)
})
