import sharp from 'sharp'
import { damaged, truncated, unsupported } from '../../imaging-error.ts'
import type { RangeReader } from '../../range-reader.ts'
import type { TiffPage } from '../page.ts'
import type { SegmentGrid } from '../segments.ts'
import { Photometric, Tag, type TagNumber } from '../tags.ts'
import type { TiffFile } from '../tiff-file.ts'

/** Old-style JPEG may be one stream for the whole page, which is decoded at once. */
const MAX_PIXELS = 100_000_000
const QUANTIZATION_BYTES = 64
const HUFFMAN_COUNTS = 16

/** Luminance and chrominance as their TIFF defines them (TIFF 6.0, sections 21 and 22). */
interface ColourModel {
  /** Of red, green and blue in the luminance. */
  coefficients: number[]
  /** Black and white of luminance, then zero and full of both chrominances. */
  reference: number[]
}

/** Decodes strips or tiles, numbered as in the grid. @returns height × width × 3: red, green, blue */
type DecodeSegment = (column: number, row: number, rows: number) => Promise<Uint8Array>

/**
 * The decoder of a page of compression 6 (TIFF 6.0, section 22). Two of its many variants are unambiguous: a complete JPEG stream for the page,
 * and quantization and Huffman tables for strips or tiles that are scans of their own.
 *
 * @throws ImagingError `unsupported` for other variants
 */
export async function oldJpegDecoder(
  tiff: TiffFile,
  read: RangeReader,
  page: TiffPage,
  grid: SegmentGrid,
): Promise<DecodeSegment> {
  const numbers = (tag: TagNumber) => tiff.numbers(page.directory, tag)
  if (page.photometric !== Photometric.YCbCr || page.samplesPerPixel !== 3 || page.bits !== 8 || page.planar)
    throw refused()
  const model: ColourModel = {
    coefficients: orElse(await numbers(Tag.YCbCrCoefficients), [0.299, 0.587, 0.114]),
    reference: orElse(await numbers(Tag.ReferenceBlackWhite), [0, 255, 128, 255, 128, 255]),
  }
  const whole = await interchangeStream(tiff, read, page)
  if (whole) {
    const pixels = decodeStream(whole, page.width, page.height, model)
    const rowBytes = 3 * page.width
    if (page.tiled) throw refused()
    return async (_column, row, rows) => {
      const top = row * grid.height
      return (await pixels).subarray(top * rowBytes, (top + rows) * rowBytes)
    }
  }
  const header = await tablesOf(tiff, page)
  return async (column, row, rows) => {
    const { offset, length } = grid.place(column, row, 0)
    const scan = await read(offset, length)
    if (scan.length < length) throw truncated()
    return decodeStream(Buffer.concat([header(grid.width, rows), scan, EOI]), grid.width, rows, model)
  }
}

const refused = () =>
  unsupported(
    'This TIFF uses a variant of old-style JPEG compression that cannot be read',
    'save it as an uncompressed or LZW-compressed TIFF and upload it again',
  )

const orElse = (stated: number[], otherwise: number[]) => (stated.length === otherwise.length ? stated : otherwise)

const SOI = Uint8Array.of(0xff, 0xd8)
const EOI = Uint8Array.of(0xff, 0xd9)

/** The complete stream that the page names; null: it names none, or the header of one only. */
async function interchangeStream(tiff: TiffFile, read: RangeReader, { directory, width, height }: TiffPage) {
  const start = await tiff.number(directory, Tag.JpegInterchange, 0)
  const length = await tiff.number(directory, Tag.JpegInterchangeLength, 0)
  if (start === 0 || length === 0) return null
  if (width * height > MAX_PIXELS) throw refused()
  const stream = Buffer.from(await read(start, length))
  if (stream.length < length) throw truncated()
  let at = 2
  while (at + 4 <= stream.length && stream[at] === 0xff) {
    if (stream[at + 1] === 0xda) return Buffer.concat([SOI, ADOBE_AS_STORED, stream.subarray(2), EOI])
    at += 2 + stream.readUInt16BE(at + 2)
  }
  throw refused()
}

/** Tables for each component, as the page points to them, and the frame and scan headers of a segment. */
async function tablesOf(tiff: TiffFile, { directory }: TiffPage) {
  const tables = (tag: TagNumber) => tiff.numbers(directory, tag)
  const [quantization, dc, ac] = [
    await tables(Tag.JpegQTables),
    await tables(Tag.JpegDcTables),
    await tables(Tag.JpegAcTables),
  ]
  if (quantization.length !== 3 || dc.length !== 3 || ac.length !== 3) throw refused()
  const [across = 2, down = 2] = await tiff.numbers(directory, Tag.YCbCrSubSampling)
  if (![1, 2].includes(across) || ![1, 2].includes(down)) throw refused()
  const restart = await tiff.number(directory, Tag.JpegRestartInterval, 0)
  const parts: Uint8Array[] = [SOI, ADOBE_AS_STORED]
  for (const [component, offset] of quantization.entries()) {
    parts.push(segment(0xdb, Uint8Array.of(component), await tiff.bytesAt(offset, QUANTIZATION_BYTES)))
  }
  for (const [tableClass, offsets] of [dc, ac].entries()) {
    const [luminance, cb, cr] = await Promise.all(offsets.map((offset) => huffmanTable(tiff, offset)))
    // A baseline decoder has two tables of each class: both chrominances share theirs.
    if (!luminance || !cb || !cr || !cb.equals(cr)) throw refused()
    parts.push(segment(0xc4, Uint8Array.of(16 * tableClass), luminance))
    parts.push(segment(0xc4, Uint8Array.of(16 * tableClass + 1), cb))
  }
  if (restart > 0) parts.push(segment(0xdd, Uint8Array.of(restart >> 8, restart & 255)))
  const scan = segment(0xda, Uint8Array.of(3, 1, 0x00, 2, 0x11, 3, 0x11, 0, 63, 0))
  return (width: number, height: number) => {
    const frame = Buffer.from([8, 0, 0, 0, 0, 3, 1, 16 * across + down, 0, 2, 0x11, 1, 3, 0x11, 2])
    frame.writeUInt16BE(height, 1)
    frame.writeUInt16BE(width, 3)
    return Buffer.concat([...parts, segment(0xc0, frame), scan])
  }
}

/** Counts of codes by their length, and the values. */
async function huffmanTable(tiff: TiffFile, offset: number): Promise<Buffer> {
  const counts = await tiff.bytesAt(offset, HUFFMAN_COUNTS)
  const values = counts.reduce((sum, count) => sum + count, 0)
  return Buffer.from(await tiff.bytesAt(offset, HUFFMAN_COUNTS + values))
}

const segment = (marker: number, ...content: Uint8Array[]): Uint8Array => {
  const body = Buffer.concat(content)
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(body.length + 2, 2)
  return Buffer.concat([head, body])
}

/** Adobe's transform 0: decoders then leave the three components as they are. */
const ADOBE_AS_STORED = Buffer.from('ffee000e41646f626500640000000000', 'hex')

async function decodeStream(
  stream: Uint8Array,
  width: number,
  height: number,
  model: ColourModel,
): Promise<Uint8Array> {
  const picture = sharp(stream, { failOn: 'error', ignoreIcc: true })
  const stated = await picture.metadata()
  if (stated.width !== width || stated.height !== height || stated.channels !== 3)
    throw damaged('The JPEG data of this TIFF has other pixels than the TIFF declares.')
  return toRgb(await picture.raw().toBuffer(), model)
}

/** In place. */
function toRgb(pixels: Uint8Array, { coefficients, reference }: ColourModel): Uint8Array {
  const [red = 0, green = 1, blue = 0] = coefficients
  const [black = 0, white = 255, zeroB = 128, fullB = 255, zeroR = 128, fullR = 255] = reference
  const clamp = (value: number) => Math.max(0, Math.min(255, Math.round(value)))
  for (let i = 0; i + 2 < pixels.length; i += 3) {
    const y = (((pixels[i] ?? 0) - black) * 255) / (white - black)
    const cb = (((pixels[i + 1] ?? 0) - zeroB) * 127) / (fullB - zeroB)
    const cr = (((pixels[i + 2] ?? 0) - zeroR) * 127) / (fullR - zeroR)
    const r = y + cr * (2 - 2 * red)
    const b = y + cb * (2 - 2 * blue)
    pixels[i] = clamp(r)
    pixels[i + 1] = clamp((y - blue * b - red * r) / green)
    pixels[i + 2] = clamp(b)
  }
  return pixels
}
