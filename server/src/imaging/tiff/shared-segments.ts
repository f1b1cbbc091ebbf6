import { ImagingError } from '../imaging-error.ts'
import type { TiffPage } from './page.ts'
import { Compression, Tag } from './tags.ts'
import type { TiffFile } from './tiff-file.ts'
import { bytesPerRow } from './unpack.ts'

/**
 * Strips and tiles may lie in the same place of the file: writers store one empty tile once. All together they may be as long as this
 * many files. Of the real TIFFs that were looked at, those of ten makers, the longest are exactly one.
 */
const MOST_FILES = 2

/** Bytes of the file in the strips or tiles of a page, those that several share counted for each. */
async function segmentBytes(tiff: TiffFile, page: TiffPage, fileBytes: number): Promise<number> {
  const offsets = await tiff.numbers(page.directory, page.tiled ? Tag.TileOffsets : Tag.StripOffsets)
  const lengths = await tiff.numbers(page.directory, page.tiled ? Tag.TileByteCounts : Tag.StripByteCounts)
  const samples = page.planar ? 1 : page.samplesPerPixel
  const whole = bytesPerRow(page.bits, page.segmentWidth * samples) * page.segmentHeight
  let bytes = 0
  for (const [index, offset] of offsets.entries()) {
    // Byte counts of uncompressed data are wrong in many files; what is left out has none.
    const length = page.compression === Compression.None ? whole : (lengths[index] ?? 0)
    if (offset > 0) bytes += Math.max(0, Math.min(length, fileBytes - offset))
  }
  return bytes
}

/**
 * Adds up what the decoded pages of a file read from it, so that a small file in which strips share their bytes does not become a
 * large image.
 *
 * @returns call it with each page before it is decoded @throws ImagingError
 */
export function countSegments(tiff: TiffFile, fileBytes: number): (page: TiffPage) => Promise<void> {
  const counted = new Set<number>()
  let bytes = 0
  return async (page) => {
    if (counted.has(page.index)) return
    counted.add(page.index)
    // What is wrong with lists that cannot be read is told by who decodes them.
    bytes += await segmentBytes(tiff, page, fileBytes).catch((_error: ImagingError) => 0)
    if (bytes <= MOST_FILES * fileBytes) return
    throw new ImagingError(
      'damaged',
      'Parts of this TIFF lie in the same place of the file, which no program writes; save or export it again and upload the new file.',
    )
  }
}
