import { promisify } from 'node:util'
import { zstdDecompress } from 'node:zlib'
import sharp from 'sharp'
import { toImagingError } from '../decoder-errors.ts'
import { damaged, truncated, unsupported } from '../imaging-error.ts'
import type { RangeReader } from '../range-reader.ts'
import { allocateSamples, type Samples, samplesFromBytes, uint8 } from '../sample-type.ts'
import type { SubBlock } from './directory.ts'
import { type CziPixel, cziPixel } from './pixel-type.ts'
import { readExactly, SEGMENT_HEADER_BYTES, safeInteger, segmentSize } from './segments.ts'

const CziCompression = { None: 0, Jpeg: 1, Lzw: 2, JpegXr: 4, Zstd0: 5, Zstd1: 6 } as const

/** The fixed part of a sub-block: sizes, its directory entry, padding. */
const FIXED_PART = 256
const ENTRY_AT = 16
const MAX_BLOCK_BYTES = 512 * 1024 * 1024

const zstd = promisify(zstdDecompress)

/**
 * Decodes a sub-block.
 *
 * @returns height × width × samples, row-major, interleaved; colours in the order red, green, blue
 * @throws ImagingError
 */
export async function readSubBlock(read: RangeReader, block: SubBlock): Promise<Samples> {
  try {
    return await decode(read, block)
  } catch (error) {
    throw toImagingError(error)
  }
}

async function decode(read: RangeReader, block: SubBlock): Promise<Samples> {
  const pixel = cziPixel(block.pixelType)
  const size = (block.width * block.height * pixel.stored * pixel.type.bits) / 8
  if (size > MAX_BLOCK_BYTES) throw damaged('A part of this CZI is larger than can be decoded at once.')
  const data = await readData(read, block)
  if (block.compression === CziCompression.Jpeg) return decodeJpeg(data, block, pixel)
  const bytes = await decompress(block.compression, data, size)
  if (bytes.length < size) throw truncated()
  const samples = samplesFromBytes(pixel.type, bytes.subarray(0, size))
  return pixel.stored === 1 ? samples : toRgb(samples, pixel)
}

/** @throws ImagingError `unsupported` unless the compression is none, JPEG or Zstandard */
export function refuseCompression(compression: number): void {
  const { None, Jpeg, JpegXr, Zstd0, Zstd1 } = CziCompression
  if (compression === JpegXr) {
    throw unsupported('This CZI uses JPEG-XR compression, which is not supported', 'export it as OME-TIFF')
  }
  if (![None, Jpeg, Zstd0, Zstd1].some((known) => known === compression)) {
    throw unsupported('This CZI uses a compression that is not supported', 'export it as OME-TIFF')
  }
}

async function readData(read: RangeReader, { position }: SubBlock): Promise<Buffer> {
  await segmentSize(read, position, 'ZISRAWSUBBLOCK')
  const start = position + SEGMENT_HEADER_BYTES
  const head = await readExactly(read, start, ENTRY_AT + 32)
  const entrySize = 32 + 20 * head.readInt32LE(ENTRY_AT + 28)
  const metadataSize = head.readInt32LE(0)
  const dataSize = safeInteger(head, 8)
  if (metadataSize < 0 || entrySize < 0 || dataSize > MAX_BLOCK_BYTES) throw damaged('A part of this CZI is damaged.')
  return readExactly(read, start + Math.max(FIXED_PART, ENTRY_AT + entrySize) + metadataSize, dataSize)
}

async function decompress(compression: number, data: Buffer, size: number): Promise<Uint8Array> {
  refuseCompression(compression)
  if (compression === CziCompression.None) return data
  if (compression === CziCompression.Zstd0) return zstd(data, { maxOutputLength: size })
  const { length, packed } = zstd1Header(data)
  const bytes = await zstd(data.subarray(length), { maxOutputLength: size })
  return packed ? interleaveHalves(bytes) : bytes
}

/**
 * Header of ZSTD1 data: its length in bytes, then chunks. The only chunk type says whether low and high bytes are stored apart
 * (`packed`).
 */
function zstd1Header(data: Buffer): { length: number; packed: boolean } {
  const [length = 0, chunk = 0, flags = 0] = data
  if (length === 1) return { length, packed: false }
  if (length === 3 && chunk === 1) return { length, packed: (flags & 1) !== 0 }
  throw damaged('A part of this CZI is damaged.')
}

/** Joins all low bytes and all high bytes, which are stored one after the other, to little-endian 16-bit samples. */
function interleaveHalves(bytes: Uint8Array): Uint8Array {
  const half = bytes.length >> 1
  const out = new Uint8Array(2 * half)
  for (let i = 0; i < half; i++) {
    out[2 * i] = bytes[i] ?? 0
    out[2 * i + 1] = bytes[half + i] ?? 0
  }
  return out
}

async function decodeJpeg(data: Buffer, { width, height }: SubBlock, { samples, type }: CziPixel): Promise<Samples> {
  if (type !== uint8) throw unsupported('This CZI uses JPEG compression for more than 8 bits', 'export it as OME-TIFF')
  const image = sharp(data, { failOn: 'error', limitInputPixels: false, ignoreIcc: true })
  const { data: pixels, info } = await image
    .toColourspace(samples === 1 ? 'b-w' : 'srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  if (info.width !== width || info.height !== height || info.channels !== samples) {
    throw damaged('A part of this CZI has another size than its directory says.')
  }
  return pixels
}

function toRgb(bgr: Samples, { type, stored }: CziPixel): Samples {
  const out = allocateSamples(type, (bgr.length / stored) * 3)
  for (let from = 0, to = 0; to < out.length; from += stored, to += 3) {
    out[to] = bgr[from + 2] ?? 0
    out[to + 1] = bgr[from + 1] ?? 0
    out[to + 2] = bgr[from] ?? 0
  }
  return out
}
