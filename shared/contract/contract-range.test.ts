import { satisfiesRange } from './contract-range.ts'

test.each([
  ['^1.0.0', '1.0.0', true],
  ['^1.0.0', '1.9.3', true],
  ['^1.2.3', '1.2.3', true],
  ['^1.2.3', '1.2.2', false],
  ['^1.2.3', '1.3.0', true],
  ['^1.2.3', '1.1.9', false],
  ['^1.0.0', '2.0.0', false],
  ['^2.0.0', '1.9.9', false],
  ['^0.2.0', '0.2.5', true],
  ['^0.2.0', '0.3.0', false],
  ['1.0.0', '1.0.0', false],
  ['>=1.0.0', '1.0.0', false],
  ['', '1.0.0', false],
  ['^1.0', '1.0.0', false],
])('the range "%s" and version %s: %s', (range, version, expected) => {
  expect(satisfiesRange(range, version)).toBe(expected)
})
