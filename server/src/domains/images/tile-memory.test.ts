import { tileMemoryOf } from './tile-memory.ts'

const megabyte = 1024 ** 2

test.each([
  ['a small container', 500_000_001, 64 * megabyte],
  ['a container with an odd limit', 5_000_000_001, 156_250_000],
  ['a machine of 8 GB', 8192 * megabyte, 256 * megabyte],
  ['a large machine', 1024 ** 4, 512 * megabyte],
  ['no known limit', Number.POSITIVE_INFINITY, 512 * megabyte],
])('%s keeps a whole number of bytes of tiles', (_, machine, expected) => {
  expect(tileMemoryOf(machine)).toBe(expected)
})
