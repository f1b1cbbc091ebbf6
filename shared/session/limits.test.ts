import { isLimitReached, remainingOf } from './limits.ts'

test.each([
  [10, 9, false, 1],
  [10, 10, true, 0],
  [0, 0, true, 0],
  [-1, 1000, false, Number.MAX_VALUE],
  [-7, 0, false, Number.MAX_VALUE],
])('D1-3-16 D1-9-26 a limit of %d with %d used: reached is %s, %d are left', (limit, used, isReached, left) => {
  expect(isLimitReached(limit, used)).toBe(isReached)
  expect(remainingOf(limit, used)).toBe(left)
})
