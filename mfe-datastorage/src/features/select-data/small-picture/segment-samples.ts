import { decompress } from './decompress.ts'
import { wholeJpeg } from './jpeg-segment.ts'
import type { PageLayout } from './page-layout.ts'

/** A decoded picture: red, green, blue and opacity. */
export interface Rgba {
  width: number
  height: number
  data: Uint8ClampedArray
}

/** Decodes a JPEG. @throws Error where it cannot be decoded */
export type DecodeJpeg = (bytes: Uint8Array<ArrayBuffer>) => Promise<Rgba>

/** Value of a sample, by its place in a strip or tile. */
export type SampleAt = (x: number, y: number, sample: number) => number

const jpeg = 7
/** Bits of samples of which two are in three bytes, most significant first; rows begin with a byte. */
const packed = 12

type ReadSample = (view: DataView, at: number, little: boolean) => number

const readers: Readonly<Record<string, ReadSample>> = {
  '8/1': (view, at) => view.getUint8(at),
  '8/2': (view, at) => view.getInt8(at),
  '16/1': (view, at, little) => view.getUint16(at, little),
  '16/2': (view, at, little) => view.getInt16(at, little),
  '32/1': (view, at, little) => view.getUint32(at, little),
  '32/2': (view, at, little) => view.getInt32(at, little),
  '32/3': (view, at, little) => view.getFloat32(at, little),
  '64/3': (view, at, little) => view.getFloat64(at, little),
}

/** Whether the samples of a page can be read. */
export const canReadSamples = ({ compression, bits, format, predictor }: PageLayout): boolean => {
  if (compression === jpeg) return bits === 8
  if (bits === packed) return format === 1 && predictor === 1
  return `${bits}/${format}` in readers && (predictor === 1 || (predictor === 2 && bits <= 16))
}

/** Adds up the differences of each row, in place. */
const addUp = (bytes: Uint8Array, { bits }: PageLayout, width: number, step: number, little: boolean): void => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const size = bits / 8
  const rowBytes = width * step * size
  for (let row = 0; row + rowBytes <= bytes.length; row += rowBytes) {
    for (let at = row + step * size; at < row + rowBytes; at += size) {
      if (size === 1) view.setUint8(at, view.getUint8(at) + view.getUint8(at - step))
      else view.setUint16(at, view.getUint16(at, little) + view.getUint16(at - 2 * step, little), little)
    }
  }
}

const packedRow = (samples: number): number => Math.ceil((samples * packed) / 8)

const packedSamples = (plain: Uint8Array, page: PageLayout): SampleAt => {
  const step = page.isPlanar ? 1 : page.samples
  const row = packedRow(page.segmentWidth * step)
  return (x, y, sample) => {
    const index = x * step + (page.isPlanar ? 0 : sample)
    const at = y * row + Math.floor(1.5 * index)
    const [first, second] = [plain[at] ?? 0, plain[at + 1] ?? 0]
    return index % 2 === 0 ? (first << 4) | (second >> 4) : ((first & 15) << 8) | second
  }
}

/**
 * Samples of a strip or tile, or of some of its rows without compression.
 * @param rows - as many as `bytes` have
 * @throws Error for damaged data
 */
export const segmentSamples = async (
  bytes: Uint8Array<ArrayBuffer>,
  page: PageLayout,
  rows: number,
  little: boolean,
  decodeJpeg: DecodeJpeg,
): Promise<SampleAt> => {
  const width = page.segmentWidth
  if (page.compression === jpeg) {
    const picture = await decodeJpeg(wholeJpeg(bytes, page.jpegTables, page.photometric === 2))
    return (x, y, sample) => picture.data[4 * (y * picture.width + x) + sample] ?? 0
  }
  const step = page.isPlanar ? 1 : page.samples
  if (page.bits === packed)
    return packedSamples(await decompress(page.compression, bytes, rows * packedRow(width * step)), page)
  const read = readers[`${page.bits}/${page.format}`]
  if (!read) throw new Error('Such samples are not known here')
  const size = page.bits / 8
  const plain = await decompress(page.compression, bytes, width * rows * step * size)
  // Without compression the tag has no meaning.
  if (page.predictor === 2 && page.compression !== 1) addUp(plain, page, width, step, little)
  const view = new DataView(plain.buffer, plain.byteOffset, plain.byteLength)
  return (x, y, sample) => {
    const at = ((y * width + x) * step + (page.isPlanar ? 0 : sample)) * size
    return at + size <= view.byteLength ? read(view, at, little) : 0
  }
}
