import { formatNumber } from './number.ts'

test.each([
  [1247.6, 1, '1,247.6'],
  [0, 0, '0'],
  [0.5, 2, '0.50'],
  [-12, 0, '−12'],
])('%d with %d decimals reads %s', (value, decimals, text) => {
  expect(formatNumber(value, decimals)).toBe(text)
})

test.each([null, undefined, Number.NaN])('an undefined value reads as a dash: %s', (value) => {
  expect(formatNumber(value)).toBe('–')
})
