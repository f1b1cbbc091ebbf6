import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import type { Pyramid } from '../../imaging/index.ts'
import type { Size } from '../operators/size.ts'
import type { Region } from '../runtime/tiles.ts'
import type { PixelSize } from '../sources/pixel-source.ts'
import type { RgbSource } from '../sources/rgb.ts'
import { sampleRegions } from './sample-regions.ts'

/** Pixels from which an RGB image is measured in its pyramid: the original would be decoded as a whole, for minutes. */
export const LARGE_PIXELS = 50_000_000

/** A large RGB image of which the measured tiles are in a folder. */
export interface SampledImage extends Size {
  pixelSizeUm: PixelSize | null
  /** Side of a tile, pixels. */
  tileSize: number
}

const tileFile = (column: number, row: number) => `tile-${column}-${row}.jpg`

/** Tiles of the largest level that a region lies in. */
function* tilesIn({ left, top, width, height }: Region, tileSize: number) {
  for (let row = Math.floor(top / tileSize); row * tileSize < top + height; row++) {
    for (let column = Math.floor(left / tileSize); column * tileSize < left + width; column++) yield { column, row }
  }
}

/** Writes the tiles of the measured regions of a pyramid to a folder: some two hundred reads, however large the image is. */
export const writeSamples = async (pyramid: Pyramid, size: Size, folder: string): Promise<void> => {
  const largest = pyramid.levels.length - 1
  for (const region of sampleRegions(size)) {
    for (const { column, row } of tilesIn(region, pyramid.tileSize)) {
      const tile = await pyramid.tileBytes(largest, column, row)
      if (tile?.contentType !== 'image/jpeg') throw new Error('The pyramid has no such JPEG tile')
      await writeFile(join(folder, tileFile(column, row)), tile.body)
    }
  }
}

/** The image of the tiles that `writeSamples` wrote; only regions of `sampleRegions` can be read. Colours are those of the JPEG tiles. */
export const sampledSource = ({ width, height, pixelSizeUm, tileSize }: SampledImage, folder: string): RgbSource => ({
  width,
  height,
  pixelSizeUm,
  read: async (region) => {
    const pixels = new Uint8Array(region.width * region.height * 3)
    for (const { column, row } of tilesIn(region, tileSize)) {
      const jpeg = await readFile(join(folder, tileFile(column, row)))
      const tile = await sharp(jpeg).removeAlpha().toColourspace('srgb').raw().toBuffer({ resolveWithObject: true })
      // The part of the tile that is in the region, in pixels of the image.
      const [left, top] = [column * tileSize, row * tileSize]
      const from = Math.max(left, region.left)
      const to = Math.min(left + tileSize, region.left + region.width)
      for (let y = Math.max(top, region.top); y < Math.min(top + tileSize, region.top + region.height); y++) {
        const start = (y - top) * tile.info.width + from - left
        const part = tile.data.subarray(3 * start, 3 * (start + to - from))
        pixels.set(part, 3 * ((y - region.top) * region.width + from - region.left))
      }
    }
    return pixels
  },
})
