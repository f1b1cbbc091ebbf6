import fc from 'fast-check'
import { isReadable } from './readable-formats.ts'
import { type SniffedFormat, sniff } from './sniff.ts'

test.each<[SniffedFormat | null, string]>([
  ['jpeg', '\xff\xd8\xff\xe0'],
  ['png', '\x89PNG\r\n\x1a\n'],
  ['bmp', 'BM\x00\x00'],
  ['tiff', 'II*\0'],
  ['tiff', 'MM\0*'],
  ['bigtiff', 'II+\0\b\0\0\0'],
  ['bigtiff', 'MM\0+\0\b\0\0'],
  ['czi', 'ZISRAWFILE\0\0'],
  ['gif', 'GIF89a'],
  ['webp', 'RIFF\0\0\0\0WEBPVP8 '],
  ['jp2', '\0\0\0\fjP  \r\n\x87\n'],
  ['jxr', 'II\xbc\x01'],
  ['heif', '\0\0\0\x18ftypheic'],
  ['dicom', `${'\0'.repeat(128)}DICM`],
  ['zip', 'PK\x03\x04'],
  ['lfsPointer', 'version https://git-lfs.github.com/spec/v1'],
  [null, 'RIFF\0\0\0\0WAVE'],
  [null, ''],
])('%s', (format, header) => {
  expect(sniff(Buffer.from(header, 'latin1'))).toBe(format)
})

test('any bytes have a result, and only six formats are readable', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      const format = sniff(bytes)
      expect(format === null || typeof format === 'string').toBe(true)
      if (isReadable(format)) expect(['jpeg', 'png', 'bmp', 'tiff', 'bigtiff', 'czi']).toContain(format)
    }),
  )
})
