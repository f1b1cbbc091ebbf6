import fc from 'fast-check'
import { axisTicks } from './usage-axis.ts'

const gigabyte = 1024 ** 3

test('marks are round numbers, of bytes in their unit', () => {
  expect(axisTicks([0, 4], false)).toEqual([0, 1, 2, 3, 4])
  expect(axisTicks([87], false)).toEqual([0, 50, 100])
  expect(axisTicks([], false)).toEqual([0, 1])
  expect(axisTicks([6 * gigabyte, 10 * gigabyte], true)).toEqual([0, 5 * gigabyte, 10 * gigabyte])
  expect(axisTicks([0.9 * gigabyte], true).at(-1)).toBe(1000 * 1024 ** 2)
})

test('two to six marks from 0, the last one at or above the largest value and not far above it', () => {
  fc.assert(
    fc.property(fc.array(fc.maxSafeInteger().map(Math.abs), { maxLength: 5 }), fc.boolean(), (values, inBytes) => {
      const ticks = axisTicks(values, inBytes)
      const largest = Math.max(0, ...values)
      expect(ticks[0]).toBe(0)
      expect(ticks.length).toBeGreaterThanOrEqual(2)
      expect(ticks.length).toBeLessThanOrEqual(6)
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(largest * (1 - 1e-9))
      if (largest >= 4 && !inBytes) expect(ticks.at(-1)).toBeLessThanOrEqual(largest * 2)
    }),
  )
})
