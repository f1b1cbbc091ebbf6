/** Formats recognised by their first bytes: those with a decoder, and those that deserve a specific message. */
export const sniffedFormats = [
  'jpeg',
  'png',
  'bmp',
  'tiff',
  'bigtiff',
  'czi',
  'gif',
  'webp',
  'jp2',
  'jxr',
  'heif',
  'dicom',
  'ole',
  'zip',
  'tar',
  'pdf',
  'lfsPointer',
] as const
export type SniffedFormat = (typeof sniffedFormats)[number]

/** Bytes from the beginning of the file that `sniff` needs; fewer for shorter files. */
export const SNIFF_BYTES = 512

const latin1 = (header: Uint8Array, from: number, length: number) =>
  Buffer.from(header.buffer, header.byteOffset, header.byteLength).toString('latin1', from, from + length)

const startsWith =
  (...magic: number[]) =>
  (header: Uint8Array) =>
    magic.every((byte, i) => header[i] === byte)

const text =
  (magic: string, at = 0) =>
  (header: Uint8Array) =>
    latin1(header, at, magic.length) === magic

const magics: [SniffedFormat, (header: Uint8Array) => boolean][] = [
  ['jpeg', startsWith(0xff, 0xd8)],
  ['png', startsWith(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)],
  ['bigtiff', text('II+\0')],
  ['bigtiff', text('MM\0+')],
  ['jxr', startsWith(0x49, 0x49, 0xbc)],
  ['tiff', text('II*\0')],
  ['tiff', text('MM\0*')],
  ['czi', text('ZISRAWFILE')],
  ['bmp', text('BM')],
  ['gif', text('GIF8')],
  ['webp', (header) => text('RIFF')(header) && text('WEBP', 8)(header)],
  ['jp2', text('jP  \r\n', 4)],
  ['jp2', startsWith(0xff, 0x4f, 0xff, 0x51)],
  ['heif', text('ftyp', 4)],
  ['dicom', text('DICM', 128)],
  ['ole', startsWith(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1)],
  ['zip', text('PK\x03\x04')],
  ['tar', text('ustar', 257)],
  ['pdf', text('%PDF-')],
  ['lfsPointer', text('version https://git-lfs')],
]

/** Recognises a format by its magic bytes, never by the name of the file; null: not recognised. */
export function sniff(header: Uint8Array): SniffedFormat | null {
  return magics.find(([, fits]) => fits(header))?.[0] ?? null
}
