import { damaged, truncated } from '../imaging-error.ts'
import { blockCached, type RangeReader } from '../range-reader.ts'
import type { PixelData } from './data-set.ts'

/** Reads the bytes of a frame, counted from 0. @throws ImagingError */
export type FrameReader = (frame: number) => Promise<Uint8Array>

const ITEM_BYTES = 8
const ITEM = [0xfe, 0xff, 0x00, 0xe0]
/** Bytes of one compressed frame: those of slides have some ten thousand, whole pictures some million. */
const MAX_FRAME = 256 * 1024 ** 2

const broken = () => damaged('The list of frames in this DICOM file is damaged.')

/** Frames of one size, one behind the other. @param bytes of a frame */
export function nativeFrames(
  read: RangeReader,
  { start, length }: PixelData,
  bytes: number,
  count: number,
): FrameReader {
  if (bytes * count > (length ?? 0)) throw truncated()
  return async (frame) => {
    const found = await read(start + frame * bytes, bytes)
    if (found.length < bytes) throw truncated()
    return found
  }
}

/**
 * Frames in fragments (PS3.5 A.4). Where neither table of offsets is there, each fragment is a frame, or all are the only one.
 *
 * @param offsets of the extended offset table, from the first fragment on; null: there is none
 */
export async function encapsulatedFrames(
  source: RangeReader,
  { start }: PixelData,
  count: number,
  offsets: readonly number[] | null,
): Promise<FrameReader> {
  const read = blockCached(source)
  const table = await itemAt(read, start)
  if (table === null) throw broken()
  const first = start + ITEM_BYTES + table
  const basic = Buffer.from(await read(start + ITEM_BYTES, Math.min(table, 4 * count)))
  const listed = offsets ?? Array.from({ length: Math.floor(basic.length / 4) }, (_, i) => basic.readUInt32LE(4 * i))
  const starts = listed.length === count ? listed.map((offset) => first + offset) : await walk(read, first, count)
  return async (frame) => {
    const parts: Uint8Array[] = []
    let at = starts[frame] ?? Number.NaN
    const end = starts[frame + 1] ?? Number.POSITIVE_INFINITY
    let size = 0
    while (at < end) {
      const length = await itemAt(read, at)
      if (length === null) break
      size += length
      if (size > MAX_FRAME) throw broken()
      const part = await source(at + ITEM_BYTES, length)
      if (part.length < length) throw truncated()
      parts.push(part)
      at += ITEM_BYTES + length
    }
    if (parts.length === 0) throw broken()
    return parts.length === 1 ? (parts[0] as Uint8Array) : Buffer.concat(parts)
  }
}

/** Places of fragments, when each is a frame. */
async function walk(read: RangeReader, first: number, count: number): Promise<number[]> {
  const starts: number[] = []
  for (let at = first; starts.length <= count; ) {
    const length = await itemAt(read, at)
    if (length === null) break
    starts.push(at)
    at += ITEM_BYTES + length
  }
  if (count === 1) return starts.slice(0, 1)
  if (starts.length !== count) throw broken()
  return starts
}

/** Bytes of the item that begins there; null: none does, as at the end of the sequence. */
async function itemAt(read: RangeReader, at: number): Promise<number | null> {
  const head = Buffer.from(await read(at, ITEM_BYTES))
  if (head.length < ITEM_BYTES || ITEM.some((byte, i) => head[i] !== byte)) return null
  const length = head.readUInt32LE(4)
  return length === 0xffffffff ? null : length
}
