import { open } from 'node:fs/promises'
import { promisify } from 'node:util'
import { inflate } from 'node:zlib'
import sharp from 'sharp'
import { damaged } from '../imaging-error.ts'
import { openPyramid, type Pyramid } from '../pyramid/open-pyramid.ts'
import { fileRangeReader } from '../range-reader.ts'
import { allocateSamples, type Samples, type SampleType, samplesFromBytes } from '../sample-type.ts'
import type { LevelPicture } from './kept-levels.ts'

const inflateAsync = promisify(inflate)

/**
 * A decoded tile of a lossless plane at pixel (`x`, `y`): `height` rows of `width` samples, `stride` apart; the padding of edge tiles
 * is outside.
 */
interface DecodedTile {
  x: number
  y: number
  width: number
  height: number
  stride: number
  samples: Samples
}

/** Opens a pyramid file while `use` runs. @throws ImagingError when the file is no pyramid */
export async function withPyramid<T>(file: string, use: (pyramid: Pyramid) => Promise<T>): Promise<T> {
  const handle = await open(file)
  try {
    return await use(await openPyramid(fileRangeReader(handle)))
  } finally {
    await handle.close()
  }
}

/**
 * Decodes all tiles of a level of a lossless plane, row-major; two rows of tiles are in memory at a time.
 *
 * @param z index of the level, 0 the smallest; a missing level has no tiles
 * @throws ImagingError `damaged` when a tile is missing
 */
export async function* decodeTiles(pyramid: Pyramid, z: number, type: SampleType): AsyncGenerator<DecodedTile> {
  const level = pyramid.levels[z]
  if (!level) return
  const { tileSize } = pyramid
  const decodeRow = (y: number): Promise<Samples[]> => {
    const row = Promise.all(
      Array.from({ length: level.columns }, async (_, x) => {
        const tile = await pyramid.tileBytes(z, x, y)
        if (!tile) throw damaged('A stored tile is missing.')
        return samplesFromBytes(type, await inflateAsync(tile.body))
      }),
    )
    // Awaited later, or never when its reader has stopped.
    row.catch(() => undefined)
    return row
  }
  // The next row is inflated beside the work of the reader.
  let next = decodeRow(0)
  for (let y = 0; y < level.rows; y++) {
    const row = await next
    if (y + 1 < level.rows) next = decodeRow(y + 1)
    for (const [x, samples] of row.entries()) {
      yield {
        x: x * tileSize,
        y: y * tileSize,
        width: Math.min(tileSize, level.width - x * tileSize),
        height: Math.min(tileSize, level.height - y * tileSize),
        stride: tileSize,
        samples,
      }
    }
  }
}

/**
 * A whole level of an RGB pyramid; for small levels.
 *
 * @param kept levels of it that are in memory
 * @throws RangeError when there is no level `z`; ImagingError `damaged` when a tile is missing
 */
export async function readLevelPicture(
  pyramid: Pyramid,
  z: number,
  kept: readonly LevelPicture[] = [],
): Promise<LevelPicture> {
  const level = pyramid.levels[z]
  if (!level) throw new RangeError(`no level ${z}`)
  const known = kept.find(({ width, height }) => width === level.width && height === level.height)
  if (known) return known
  const { tileSize } = pyramid
  const data = new Uint8Array(level.width * level.height * 3)
  for (let y = 0; y < level.rows; y++) {
    for (let x = 0; x < level.columns; x++) {
      const tile = await pyramid.tileBytes(z, x, y)
      if (!tile) throw damaged('A stored tile is missing.')
      const pixels = await sharp(tile.body, { failOn: 'error' }).toColourspace('srgb').raw().toBuffer()
      const width = Math.min(tileSize, level.width - x * tileSize)
      for (let row = 0; row < Math.min(tileSize, level.height - y * tileSize); row++) {
        const from = 3 * row * tileSize
        const to = 3 * ((y * tileSize + row) * level.width + x * tileSize)
        data.set(pixels.subarray(from, from + 3 * width), to)
      }
    }
  }
  return { width: level.width, height: level.height, data }
}

/**
 * A whole level of a lossless plane as one array, height × width, row-major; for small levels.
 *
 * @throws RangeError when there is no level `z`
 */
export async function readLevelSamples(pyramid: Pyramid, z: number, type: SampleType) {
  const level = pyramid.levels[z]
  if (!level) throw new RangeError(`no level ${z}`)
  const samples = allocateSamples(type, level.width * level.height)
  for await (const tile of decodeTiles(pyramid, z, type)) {
    for (let row = 0; row < tile.height; row++) {
      const start = row * tile.stride
      samples.set(tile.samples.subarray(start, start + tile.width), (tile.y + row) * level.width + tile.x)
    }
  }
  return { width: level.width, height: level.height, samples }
}
