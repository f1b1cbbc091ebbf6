import type { StoredTiles } from '../image-source.ts'
import { truncated } from '../imaging-error.ts'
import type { RangeReader } from '../range-reader.ts'
import { TILE_SIZE } from '../sizes.ts'
import type { TiffPage } from './page.ts'
import { segmentGrid } from './segments.ts'
import { Compression, Photometric, Tag } from './tags.ts'
import type { TiffFile } from './tiff-file.ts'

/** The JPEG tiles of an upright 8-bit colour page, for being shown unchanged; null: they have another size or format, or some are missing. */
export async function storedTiles(tiff: TiffFile, read: RangeReader, page: TiffPage): Promise<StoredTiles | null> {
  const { photometric } = page
  const fits =
    page.tiled &&
    page.segmentWidth === TILE_SIZE &&
    page.segmentHeight === TILE_SIZE &&
    page.compression === Compression.Jpeg &&
    (photometric === Photometric.Rgb || photometric === Photometric.YCbCr) &&
    page.samplesPerPixel === 3 &&
    page.bits === 8 &&
    !page.planar &&
    page.orientation === 1 &&
    // A browser would not apply it: tiles have no profile of their own.
    !page.directory.fields.has(Tag.IccProfile)
  if (!fits) return null
  const grid = await segmentGrid(tiff, page)
  for (let row = 0; row < grid.rows; row++) {
    for (let column = 0; column < grid.columns; column++) if (grid.place(column, row, 0).length === 0) return null
  }
  return {
    jpegTables: await tiff.bytes(page.directory, Tag.JpegTables),
    rgb: photometric === Photometric.Rgb,
    async read(column, row) {
      const { offset, length } = grid.place(column, row, 0)
      const tile = await read(offset, length)
      if (tile.length < length) throw truncated()
      return tile
    },
  }
}
