import { formatFileSize, formatSpeed } from './file-size.ts'

test.each([
  [0, '0'],
  [1, '0.1 KB'],
  [1024, '1.0 KB'],
  [1536, '1.5 KB'],
  [1024 * 1023.94, '1023.9 KB'],
  [1024 * 1023.96, '1.0 MB'],
  [48.2 * 1024 ** 2, '48.2 MB'],
  [10 * 1024 ** 3, '10.0 GB'],
  [2.25 * 1024 ** 4, '2.3 TB'],
  [3 * 1024 ** 5, '3.0 PB'],
  [5000 * 1024 ** 5, '5000.0 PB'],
  [-2.5 * 1024 ** 3, '−2.5 GB'],
])('D3-9-28 %d bytes read %s', (bytes, text) => {
  expect(formatFileSize(bytes)).toBe(text)
})

test('D3-2-94 speed is shown per second', () => {
  expect(formatSpeed(1024 ** 2)).toBe('1.0 MB/s')
})
