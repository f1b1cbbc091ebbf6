import { damaged, unsupported } from '../imaging-error.ts'

/** The header of a bitmap, sizes in pixels. */
export interface BmpHeader {
  width: number
  height: number
  /** Rows are stored from the bottom up. */
  bottomUp: boolean
  bits: 1 | 4 | 8 | 16 | 24 | 32
  runLength: boolean
  /** Byte offset of the first stored row in the file. */
  dataOffset: number
  /** Red, green and blue (0 to 255 each) by index; empty for depths above 8 bits. */
  palette: [number, number, number][]
  /** Bit masks of red, green and blue in pixels of 16 and 32 bits. */
  masks: [number, number, number]
  /** 0 where the file does not state it. */
  pixelsPerMetre: { x: number; y: number }
}

/** Upper bound of file header (14 bytes), largest info header (V5, 124), masks (16) and palette (256 × 4). */
export const BMP_HEADER_BYTES = 14 + 124 + 16 + 256 * 4

const CORE_HEADER = 12
const INFO_HEADER = 40
const FILE_HEADER = 14

const RLE8 = 1
const RLE4 = 2
const BIT_FIELDS = 3
const ALPHA_BIT_FIELDS = 6

const isDepth = (bits: number): bits is BmpHeader['bits'] => [1, 4, 8, 16, 24, 32].includes(bits)

/**
 * Reads the header of a Windows or OS/2 bitmap.
 *
 * @param bytes the first `BMP_HEADER_BYTES` of the file, fewer when the file is shorter
 * @throws ImagingError `damaged` for impossible values, `unsupported` for embedded JPEG or PNG
 */
export function readBmpHeader(bytes: Buffer): BmpHeader {
  const short = (at: number) => (at + 2 <= bytes.length ? bytes.readUInt16LE(at) : 0)
  const long = (at: number) => (at + 4 <= bytes.length ? bytes.readInt32LE(at) : 0)
  const headerSize = long(FILE_HEADER)
  const core = headerSize === CORE_HEADER
  if (!core && (headerSize < 16 || headerSize > 124)) throw damaged('This BMP has a header that no program writes.')
  const width = core ? short(18) : long(18)
  const height = core ? short(20) : long(22)
  const planes = short(core ? 22 : 26)
  const bits = short(core ? 24 : 28)
  if (width <= 0 || height === 0 || planes !== 1 || !isDepth(bits)) throw damaged('The header of this BMP is damaged.')
  const has = (field: number) => !core && field + 4 <= FILE_HEADER + headerSize
  const compression = has(30) ? long(30) : 0
  const fields = compression === BIT_FIELDS || compression === ALPHA_BIT_FIELDS
  const runLength = (compression === RLE8 && bits === 8) || (compression === RLE4 && bits === 4)
  if (compression !== 0 && !runLength && !(fields && bits >= 16)) {
    throw unsupported(
      'This BMP is compressed in a way that is not supported',
      'save it as PNG or TIFF and upload it again',
    )
  }
  // With the smallest header the masks come behind it, in later ones they are part of it.
  const maskBytes = fields && headerSize === INFO_HEADER ? (compression === BIT_FIELDS ? 12 : 16) : 0
  const paletteAt = FILE_HEADER + headerSize + maskBytes
  const entrySize = core ? 3 : 4
  const dataOffset = long(10)
  const declared = (has(46) && long(46)) || 2 ** bits
  // Some writers declare more colours than the depth allows: then as many are read as fit before the pixels.
  const fitting = Math.min(2 ** bits, Math.floor((dataOffset - paletteAt) / entrySize))
  const count = bits > 8 ? 0 : declared > 2 ** bits ? fitting : declared
  if (count < 0 || dataOffset < paletteAt + count * entrySize) {
    throw damaged('The pixels of this BMP overlap its header.')
  }
  return {
    width,
    height: Math.abs(height),
    bottomUp: height > 0,
    bits,
    runLength,
    dataOffset,
    palette: Array.from({ length: count }, (_, i) => {
      const at = paletteAt + i * entrySize
      return [bytes[at + 2] ?? 0, bytes[at + 1] ?? 0, bytes[at] ?? 0]
    }),
    masks: fields
      ? [long(54) >>> 0, long(58) >>> 0, long(62) >>> 0]
      : bits === 16
        ? [0x7c00, 0x3e0, 0x1f]
        : [0xff0000, 0xff00, 0xff],
    pixelsPerMetre: has(42) ? { x: long(38), y: long(42) } : { x: 0, y: 0 },
  }
}

/** Bytes of one stored row: rows are padded to multiples of 4 bytes. */
export const bmpRowBytes = ({ width, bits }: BmpHeader) => Math.ceil((width * bits) / 32) * 4
