import { ImagingError } from '../imaging-error.ts'
import type { TiffPage } from './page.ts'
import { Compression, Tag } from './tags.ts'
import type { TiffFile } from './tiff-file.ts'
import { bytesPerRow } from './unpack.ts'

/**
 * Segments may share bytes of the file: some writers store an empty tile once. The lengths of all segments together may be this many times
 * the size of the file. In the real TIFFs that were measured, from ten makers, the ratio is at most 1.
 */
const MOST_FILES = 2

/** Sum of the lengths of all segments of a page, in bytes; bytes shared by several count for each. */
async function segmentBytes(tiff: TiffFile, page: TiffPage, fileBytes: number): Promise<number> {
  const offsets = await tiff.numbers(page.directory, page.tiled ? Tag.TileOffsets : Tag.StripOffsets)
  const lengths = await tiff.numbers(page.directory, page.tiled ? Tag.TileByteCounts : Tag.StripByteCounts)
  const samples = page.planar ? 1 : page.samplesPerPixel
  const whole = bytesPerRow(page.bits, page.segmentWidth * samples) * page.segmentHeight
  let bytes = 0
  for (const [index, offset] of offsets.entries()) {
    // Many files state wrong byte counts for uncompressed data; an offset of 0 marks an omitted segment.
    const length = page.compression === Compression.None ? whole : (lengths[index] ?? 0)
    if (offset > 0) bytes += Math.max(0, Math.min(length, fileBytes - offset))
  }
  return bytes
}

/**
 * Limits how many times the decoded pages of a file may use the same bytes, so that a small file cannot become a large image by segments
 * that share bytes.
 *
 * @returns to be called with each page before it is decoded; throws ImagingError `damaged` once the limit is exceeded
 */
export function limitSharedSegments(tiff: TiffFile, fileBytes: number): (page: TiffPage) => Promise<void> {
  const counted = new Set<number>()
  let bytes = 0
  return async (page) => {
    if (counted.has(page.index)) return
    counted.add(page.index)
    // Unreadable lists of segments are reported when the page is decoded.
    bytes += await segmentBytes(tiff, page, fileBytes).catch((_error: ImagingError) => 0)
    if (bytes <= MOST_FILES * fileBytes) return
    throw new ImagingError(
      'damaged',
      'Parts of this TIFF lie in the same place of the file, which no program writes; save or export it again and upload the new file.',
    )
  }
}
