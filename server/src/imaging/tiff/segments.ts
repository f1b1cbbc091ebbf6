import { damaged } from '../imaging-error.ts'
import type { TiffPage } from './page.ts'
import { Compression, Tag } from './tags.ts'
import type { TiffFile } from './tiff-file.ts'
import { bytesPerRow } from './unpack.ts'

/** Strips or tiles of a page: rectangles in a grid, each with its stretch of the file. */
export interface SegmentGrid {
  width: number
  height: number
  columns: number
  rows: number
  /** Samples of one pixel in a segment: 1 for planar pages. */
  samples: number
  place(column: number, row: number, plane: number): { offset: number; length: number }
}

/** Uncompressed strips are read in parts of about that size: some writers put a whole image in one. */
const PART_BYTES = 8 * 1024 * 1024
const MAX_SEGMENT_BYTES = 1024 * 1024 * 1024

/** @param slice planes of a stack that lie one after the other behind a single directory (STK, large ImageJ stacks) */
export async function segmentGrid(tiff: TiffFile, page: TiffPage, slice = 0): Promise<SegmentGrid> {
  const offsets = await tiff.numbers(page.directory, page.tiled ? Tag.TileOffsets : Tag.StripOffsets)
  const lengths = await tiff.numbers(page.directory, page.tiled ? Tag.TileByteCounts : Tag.StripByteCounts)
  const samples = page.planar ? 1 : page.samplesPerPixel
  const rowBytes = bytesPerRow(page.bits, page.segmentWidth * samples)
  if (rowBytes * page.segmentHeight > MAX_SEGMENT_BYTES && page.compression !== Compression.None) {
    throw damaged('This TIFF keeps more in one piece than can be decoded at once.')
  }
  const columns = Math.ceil(page.width / page.segmentWidth)
  const rows = Math.ceil(page.height / page.segmentHeight)
  const planes = page.planar ? page.samplesPerPixel : 1
  if (offsets.length < columns * rows * planes) throw damaged('The list of strips or tiles in this TIFF is incomplete.')
  const sliceBytes = slice === 0 ? 0 : slice * bytesPerRow(page.bits, page.width * samples) * page.height * planes
  const stored: SegmentGrid = {
    width: page.segmentWidth,
    height: page.segmentHeight,
    columns,
    rows,
    samples,
    place(column, row, plane) {
      const index = (plane * rows + row) * columns + column
      const left = page.height - row * page.segmentHeight
      const whole = rowBytes * (page.tiled ? page.segmentHeight : Math.min(page.segmentHeight, left))
      // Byte counts of uncompressed data are wrong in many files, and not needed.
      const length = page.compression === Compression.None ? whole : (lengths[index] ?? 0)
      return { offset: (offsets[index] ?? 0) + sliceBytes, length }
    },
  }
  return page.tiled || page.compression !== Compression.None ? stored : inParts(stored, page.height, rowBytes)
}

/** The same strips, cut into parts of few rows. */
function inParts(strips: SegmentGrid, imageHeight: number, rowBytes: number): SegmentGrid {
  const height = Math.max(1, Math.min(strips.height, Math.floor(PART_BYTES / rowBytes)))
  const partsPerStrip = Math.ceil(strips.height / height)
  if (partsPerStrip === 1) return strips
  // Parts must fit evenly, so that the grid stays regular.
  const even = strips.rows === 1 ? height : largestDivisor(strips.height, height)
  return {
    ...strips,
    height: even,
    rows: Math.ceil(imageHeight / even),
    place(column, row, plane) {
      const top = row * even
      const strip = strips.place(column, Math.floor(top / strips.height), plane)
      const rowsHere = Math.min(even, imageHeight - top)
      return { offset: strip.offset + (top % strips.height) * rowBytes, length: rowsHere * rowBytes }
    },
  }
}

/** The largest divisor of `whole` that is not larger than `most`. */
function largestDivisor(whole: number, most: number): number {
  for (let candidate = most; candidate > 1; candidate--) if (whole % candidate === 0) return candidate
  return 1
}
