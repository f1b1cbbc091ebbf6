import { damaged, unsupported } from '../imaging-error.ts'
import type { RangeReader } from '../range-reader.ts'
import { readExactly, SEGMENT_HEADER_BYTES, safeInteger, segmentSize } from './segments.ts'

/** Directory entry of a sub-block: a rectangle of pixels, in pixels of full resolution. */
export interface SubBlock {
  /** Byte offset of its segment in the file. */
  position: number
  pixelType: number
  compression: number
  x: number
  y: number
  width: number
  height: number
  /** Fewer pixels are stored than covered: the block belongs to a smaller pyramid level. */
  reduced: boolean
  /** Indices on the other axes: C, Z, T, S (scene), M (tile of a mosaic) and rarer ones. */
  at: Readonly<Record<string, number>>
}

const MAX_DIRECTORY_BYTES = 1024 * 1024 * 1024
const ENTRIES_AT = 128
const FIXED_ENTRY_BYTES = 32
const DIMENSION_BYTES = 20
const MAX_DIMENSIONS = 40

/**
 * Lists the sub-blocks in the directory of a CZI.
 *
 * @param position byte offset of the directory segment
 * @throws ImagingError `damaged`, or `unsupported` for a CZI split over several files
 */
export async function readDirectory(read: RangeReader, position: number): Promise<SubBlock[]> {
  const size = await segmentSize(read, position, 'ZISRAWDIRECTORY')
  if (size > MAX_DIRECTORY_BYTES || size < ENTRIES_AT) throw damaged('The directory of this CZI is damaged.')
  const bytes = await readExactly(read, position + SEGMENT_HEADER_BYTES, size)
  const count = bytes.readInt32LE(0)
  const blocks: SubBlock[] = []
  let at = ENTRIES_AT
  for (let i = 0; i < count; i++) {
    if (at + FIXED_ENTRY_BYTES > bytes.length) throw damaged('The directory of this CZI is incomplete.')
    const dimensions = bytes.readInt32LE(at + 28)
    const end = at + FIXED_ENTRY_BYTES + dimensions * DIMENSION_BYTES
    if (
      bytes.toString('latin1', at, at + 2) !== 'DV' ||
      dimensions < 2 ||
      dimensions > MAX_DIMENSIONS ||
      end > bytes.length
    ) {
      throw damaged('The directory of this CZI is damaged.')
    }
    blocks.push(readEntry(bytes.subarray(at, end), dimensions))
    at = end
  }
  return blocks
}

function readEntry(entry: Buffer, dimensions: number): SubBlock {
  if (entry.readInt32LE(14) !== 0) {
    throw unsupported('This CZI is split over several files', 'export it as a single file and upload that')
  }
  const at: Record<string, number> = {}
  const sides = { X: { start: 0, size: 0, stored: 0 }, Y: { start: 0, size: 0, stored: 0 } }
  for (let i = 0; i < dimensions; i++) {
    const from = FIXED_ENTRY_BYTES + i * DIMENSION_BYTES
    const name = entry.toString('latin1', from, from + 4).replace(/\0.*$/, '')
    const start = entry.readInt32LE(from + 4)
    if (name !== 'X' && name !== 'Y') at[name] = start
    else sides[name] = { start, size: entry.readInt32LE(from + 8), stored: entry.readInt32LE(from + 16) }
  }
  const { X, Y } = sides
  if (X.size <= 0 || Y.size <= 0) throw damaged('The directory of this CZI is damaged.')
  return {
    pixelType: entry.readInt32LE(2),
    position: safeInteger(entry, 6),
    compression: entry.readInt32LE(18),
    x: X.start,
    y: Y.start,
    width: X.size,
    height: Y.size,
    reduced: (X.stored !== 0 && X.stored !== X.size) || (Y.stored !== 0 && Y.stored !== Y.size),
    at,
  }
}
