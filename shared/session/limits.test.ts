import { isLimitReached, remainingOf } from './limits.ts'

test.each([
  [10, 9, false, 1],
  [10, 10, true, 0],
  [0, 0, true, 0],
  [-1, 1000, false, Number.MAX_VALUE],
  [-7, 0, false, Number.MAX_VALUE],
])('D1-3-16 D1-9-26 D3-2-58 a limit of %d with %d used: reached is %s, %d are left', (limit, used, isReached, left) => {
  expect(isLimitReached(limit, used)).toBe(isReached)
  expect(remainingOf(limit, used)).toBe(left)
})

test.each([
  [99, 100, false],
  [100, 100, true],
  [101, 100, true],
  [101, -1, false],
])('D2-4-18 with %i images of %i the limit is reached: %s', (images, limit, isReached) => {
  expect(isLimitReached(limit, images)).toBe(isReached)
})
