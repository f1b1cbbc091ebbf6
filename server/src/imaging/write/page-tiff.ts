import { open } from 'node:fs/promises'
import { allocateSamples, type Samples, type SampleType } from '../sample-type.ts'
import { TILE_SIZE } from '../sizes.ts'
import { BigTiffWriter, type WrittenLevel } from './big-tiff.ts'
import { deflateTiles } from './tile-encodings.ts'
import { TileQueue } from './tile-queue.ts'

/** Grey pages of one size. */
export interface GreyPages {
  /** Pixels. */
  width: number
  height: number
  type: SampleType
  /** For each Z plane of a time point, then of the next one: values of `count` rows from `top` on, asked for from top to bottom. */
  pages: readonly ((top: number, count: number) => Promise<Samples>)[]
  /** Together as many as there are pages. */
  zPlanes: number
  timePoints: number
}

/** A band of rows in tiles of 256 × 256, filled up with 0. */
const tilesOf = (band: Samples, { width, type }: GreyPages): Samples[] =>
  Array.from({ length: Math.ceil(width / TILE_SIZE) }, (_, column) => {
    const tile = allocateSamples(type, TILE_SIZE * TILE_SIZE)
    const left = column * TILE_SIZE
    for (let row = 0; row * width < band.length; row += 1) {
      tile.set(band.subarray(row * width + left, row * width + Math.min(width, left + TILE_SIZE)), row * TILE_SIZE)
    }
    return tile
  })

/**
 * Writes pages as a tiled BigTIFF without loss, with one band of 256 rows in memory. Which axis they are along is said as ImageJ says it, which other
 * programs know too.
 */
export const writePageTiff = async (file: string, content: GreyPages): Promise<void> => {
  const { width, height, type, pages, zPlanes, timePoints } = content
  const handle = await open(file, 'w')
  const writer = new BigTiffWriter(handle)
  const queue = new TileQueue(writer)
  try {
    const levels: WrittenLevel[] = []
    for (const rows of pages) {
      const level = { width, height, encoding: deflateTiles, offsets: [], lengths: [] }
      levels.push(level)
      for (let top = 0; top < height; top += TILE_SIZE) {
        const band = await rows(top, Math.min(TILE_SIZE, height - top))
        await queue.add(level, tilesOf(band, content), deflateTiles)
      }
    }
    await queue.done()
    const axes = `images=${pages.length}\nslices=${zPlanes}\nframes=${timePoints}\nhyperstack=true\n`
    await writer.finish(levels, { type, samples: 1 }, pages.length > 1 ? { description: `ImageJ=1.54\n${axes}` } : {})
  } finally {
    await queue.settled()
    await handle.close()
  }
}
