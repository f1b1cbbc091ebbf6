import { damaged } from '../imaging-error.ts'
import type { TiffPage } from './page.ts'
import { Compression, Tag } from './tags.ts'
import type { TiffFile } from './tiff-file.ts'
import { bytesPerRow } from './unpack.ts'

/** Strips or tiles of a page as a grid of rectangles. */
export interface SegmentGrid {
  /** Width and height of a segment, pixels. */
  width: number
  height: number
  /** Segments in x and y. */
  columns: number
  rows: number
  /** Samples per pixel in a segment: 1 for planar pages. */
  samples: number
  /** Byte range of a segment in the file; `plane`: the sample of planar pages, else 0. */
  place(column: number, row: number, plane: number): { offset: number; length: number }
}

/** Uncompressed strips are read in parts of about 8 MiB: some writers store the whole image as one strip. */
const PART_BYTES = 8 * 1024 * 1024
const MAX_SEGMENT_BYTES = 1024 * 1024 * 1024

/**
 * The segments of a page.
 *
 * @param planeOffset number of the plane in a stack that is stored contiguously behind a single directory (STK, large ImageJ stacks)
 * @throws ImagingError `damaged` for an incomplete list or a compressed segment of over 1 GiB
 */
export async function segmentGrid(tiff: TiffFile, page: TiffPage, planeOffset = 0): Promise<SegmentGrid> {
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
  const offsetBytes =
    planeOffset === 0 ? 0 : planeOffset * bytesPerRow(page.bits, page.width * samples) * page.height * planes
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
      // Many files state wrong byte counts for uncompressed data, where they follow from the size.
      const length = page.compression === Compression.None ? whole : (lengths[index] ?? 0)
      return { offset: (offsets[index] ?? 0) + offsetBytes, length }
    },
  }
  return page.tiled || page.compression !== Compression.None ? stored : inParts(stored, page.height, rowBytes)
}

/** The same strips, divided into parts of few rows. */
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
