import { open } from 'node:fs/promises'
import type { SampleType } from '../imaging/sample-type.ts'
import { uint8, uint16 } from '../imaging/sample-type.ts'
import { TILE_SIZE } from '../imaging/sizes.ts'
import { BigTiffWriter, type WrittenLevel } from '../imaging/write/big-tiff.ts'
import { deflateTiles, jpegTiles, type TileEncoding } from '../imaging/write/tile-encodings.ts'
import { drawTumour, fieldChannels, fieldPixelSize } from './fluorescence/tumour.ts'
import { blankTruth, type SlideSize, slidePixelSize, TrichromeSlide } from './histology/slide.ts'
import { omeDescription } from './ome-description.ts'
import type { PictureRecipe } from './pictures.ts'
import { drawMyocardium, micrographPixelSize } from './tem/myocardium.ts'

/** What was drawn, by which analyses of the picture can be judged. */
export type PictureTruth = Record<string, number>
/** @param share - 0 to 1 */
type OnProgress = (share: number) => Promise<void> | void
type Tile = Parameters<TileEncoding['encode']>[0]

/** Writes the tiles of one page, row by row, from a function that gives their samples. */
const writePage = async (
  writer: BigTiffWriter,
  { width, height }: SlideSize,
  encoding: TileEncoding,
  tileAt: (left: number, top: number) => Tile,
  onProgress: OnProgress,
): Promise<WrittenLevel> => {
  const level: WrittenLevel = { width, height, encoding, offsets: [], lengths: [] }
  for (let top = 0; top < height; top += TILE_SIZE) {
    for (let left = 0; left < width; left += TILE_SIZE) {
      const bytes = await encoding.encode(tileAt(left, top))
      level.offsets.push(await writer.append(bytes))
      level.lengths.push(bytes.length)
    }
    await onProgress(Math.min(1, (top + TILE_SIZE) / height))
  }
  return level
}

/** One tile of a plane whose sides are multiples of the tile's. */
const cut = <T extends Uint8Array | Uint16Array>(plane: T, width: number, left: number, top: number, tile: T): T => {
  for (let row = 0; row < TILE_SIZE; row++) {
    const from = (top + row) * width + left
    tile.set(plane.subarray(from, from + TILE_SIZE), row * TILE_SIZE)
  }
  return tile
}

const writePlanes = async <T extends Uint8Array | Uint16Array>(
  writer: BigTiffWriter,
  size: SlideSize,
  planes: readonly T[],
  type: SampleType,
  first: { description?: string; pixelSizeUm: number },
): Promise<void> => {
  const tile = (type === uint8 ? new Uint8Array(TILE_SIZE ** 2) : new Uint16Array(TILE_SIZE ** 2)) as T
  const levels: WrittenLevel[] = []
  for (const plane of planes) {
    const tileAt = (left: number, top: number) => cut(plane, size.width, left, top, tile)
    levels.push(await writePage(writer, size, deflateTiles, tileAt, () => undefined))
  }
  await writer.finish(levels, { type, samples: 1 }, first)
}

/**
 * Draws a picture into a new TIFF file, with its pixel size. The same recipe gives the same pixels. A slide of 30,720 px takes some minutes.
 *
 * @param file - path
 */
export const writePicture = async (
  file: string,
  { kind, seed, width, height }: PictureRecipe,
  onProgress: OnProgress,
): Promise<PictureTruth> => {
  await using handle = await open(file, 'wx')
  const writer = new BigTiffWriter(handle)
  const size = { width, height }
  if (kind === 'TEM') {
    const { grey, truth } = drawMyocardium(seed, width)
    await writePlanes(writer, size, [grey], uint8, { pixelSizeUm: micrographPixelSize })
    return truth
  }
  if (kind === 'Multichannel') {
    const { planes, truth } = drawTumour(seed, width)
    const description = omeDescription({ ...size, channels: fieldChannels, pixelSizeUm: fieldPixelSize })
    await writePlanes(writer, size, planes, uint16, { description, pixelSizeUm: fieldPixelSize })
    return truth
  }
  const slide = new TrichromeSlide(seed, size)
  const truth = blankTruth()
  const tileAt = (left: number, top: number) => slide.draw(left, top, TILE_SIZE, TILE_SIZE, truth)
  const level = await writePage(writer, size, jpegTiles, tileAt, onProgress)
  await writer.finish([level], { type: uint8, samples: 3 }, { pixelSizeUm: slidePixelSize })
  return { ...truth }
}
