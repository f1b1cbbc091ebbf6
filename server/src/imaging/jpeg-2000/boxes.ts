import { damaged, unsupported } from '../imaging-error.ts'
import type { RangeReader } from '../range-reader.ts'

/** Where the codestream of a picture is, and what its components are. */
export interface Jp2 {
  codestream: { offset: number; length: number }
  /** `rgb` also of a grey picture. */
  colours: 'rgb' | 'yCbCr'
  /** ICC profile of its colours. */
  profile: Uint8Array | null
}

const CODESTREAM = 0xff4fff51
const HEADER_BYTES = 16
/** Header boxes are small; profiles have some hundred kilobytes. */
const MAX_HEADER = 16 * 1024 * 1024
const MAX_BOXES = 1_000

/** Enumerated colour spaces (ISO/IEC 15444-1, table I.10). */
const SRGB = 16
const GREY = 17
const YCC = 18

interface Box {
  type: string
  /** Of its content. */
  offset: number
  length: number
}

/**
 * Finds the codestream in a JP2 file; a file that begins with one is one.
 *
 * @throws ImagingError `damaged`, or `unsupported` for palettes and other colour spaces
 */
export async function readJp2(read: RangeReader, fileBytes: number): Promise<Jp2> {
  const start = Buffer.from(await read(0, 4))
  if (start.length === 4 && start.readUInt32BE(0) === CODESTREAM)
    return { codestream: { offset: 0, length: fileBytes }, colours: 'rgb', profile: null }
  const boxes = await boxesIn(read, 0, fileBytes)
  const codestream = boxes.find(({ type }) => type === 'jp2c')
  const header = boxes.find(({ type }) => type === 'jp2h')
  if (!codestream || !header || header.length > MAX_HEADER) throw damaged('This JPEG 2000 file has no picture.')
  const parts = await boxesIn(read, header.offset, header.offset + header.length)
  if (parts.some(({ type }) => type === 'pclr' || type === 'cmap'))
    throw unsupported('This JPEG 2000 picture has a palette, which is not supported', 'save it as PNG or TIFF')
  return { codestream, ...(await coloursOf(read, parts)) }
}

async function coloursOf(read: RangeReader, parts: readonly Box[]): Promise<Omit<Jp2, 'codestream'>> {
  const box = parts.find(({ type }) => type === 'colr')
  if (!box) return { colours: 'rgb', profile: null }
  const colr = Buffer.from(await read(box.offset, Math.min(box.length, 7)))
  const [method] = colr
  // A restricted profile is of RGB or grey (ISO/IEC 15444-1, I.5.3.3).
  if (method === 2) return { colours: 'rgb', profile: await read(box.offset + 3, box.length - 3) }
  const space = method === 1 && colr.length === 7 ? colr.readUInt32BE(3) : 0
  if (space === SRGB || space === GREY) return { colours: 'rgb', profile: null }
  if (space === YCC) return { colours: 'yCbCr', profile: null }
  throw unsupported('This JPEG 2000 picture has an unusual colour space', 'save it as an RGB TIFF and upload that')
}

async function boxesIn(read: RangeReader, start: number, end: number): Promise<Box[]> {
  const boxes: Box[] = []
  for (let at = start; at + 8 <= end; ) {
    const head = Buffer.from(await read(at, HEADER_BYTES))
    if (head.length < 8 || boxes.length === MAX_BOXES) throw damaged('This JPEG 2000 file is damaged.')
    const short = head.readUInt32BE(0)
    const long = short === 1
    if (long && head.length < HEADER_BYTES) throw damaged('This JPEG 2000 file is damaged.')
    const size = long ? Number(head.readBigUInt64BE(8)) : short === 0 ? end - at : short
    const headBytes = long ? 16 : 8
    if (size < headBytes || at + size > end) throw damaged('This JPEG 2000 file is cut off.')
    boxes.push({ type: head.toString('latin1', 4, 8), offset: at + headBytes, length: size - headBytes })
    at += size
  }
  return boxes
}
