import { formatSample } from './format-sample.ts'

test.each([
  ['uint8', 255, '255'],
  ['uint16', 65_535, '65,535'],
  ['int16', -12, '−12'],
  ['float32', 0.125, '0.125'],
  ['float32', 1234.56789, '1,234.6'],
  ['float32', -0.5, '−0.5'],
  ['float64', 0, '0'],
  ['float32', 0.000_012_345_6, '1.2346E−5'],
  ['float64', -2.5e9, '−2.5E9'],
  ['float32', Number.NaN, 'NaN'],
  ['float32', Number.NEGATIVE_INFINITY, '−Infinity'],
] as const)('a sample of %s with the value %d reads %s', (format, value, text) => {
  expect(formatSample(value, format)).toBe(text)
})
