import type { ImageView } from '@lamella/shared/contract'
import type { PictureOrder, Pyramid, Rectangle } from '../../../imaging/index.ts'
import { ApiError } from '../../../platform/http/api-error.ts'
import { factorOf, isRgb } from '../linked-scene.ts'
import type { StoredTiles } from '../stored-tiles.ts'
import type { NamedChannel } from './shown.ts'

/** Samples that are read for one picture. What would need more is drawn from a smaller level, with less detail. */
const mostSamples = 2 ** 25

/** A part of an image as a picture. */
export interface WantedPicture {
  region: Rectangle
  size: { width: number; height: number }
  laid: Pick<PictureOrder, 'mirrored' | 'rotation'>
  file: Pick<PictureOrder, 'gray' | 'format'>
}

/** The level that a picture is drawn from: the smallest that has its detail. `z` counts from the smallest one. */
const levelFor = (view: ImageView, { region, size }: WantedPicture, samplesPerPixel: number) => {
  const all = view.levels.map((level, z) => {
    const factor = factorOf(view, level)
    const [left, top] = [Math.floor(region.left / factor), Math.floor(region.top / factor)]
    const width = Math.ceil((region.left + region.width) / factor) - left
    const height = Math.ceil((region.top + region.height) / factor) - top
    return { z, level, crop: { left, top, width, height } }
  })
  const allowed = all.filter(({ crop }) => crop.width * crop.height * samplesPerPixel <= mostSamples)
  const sharp = allowed.find(({ crop }) => crop.width >= size.width && crop.height >= size.height)
  return sharp ?? allowed.at(-1) ?? all[0]
}

const tilesOf = (
  { left, top, width, height }: Rectangle,
  level: { width: number; height: number },
  tileSize: number,
): { x: number; y: number }[] => {
  const [right, bottom] = [Math.min(left + width, level.width) - 1, Math.min(top + height, level.height) - 1]
  const places: { x: number; y: number }[] = []
  for (let y = Math.floor(top / tileSize); y <= Math.floor(bottom / tileSize); y++) {
    for (let x = Math.floor(left / tileSize); x <= Math.floor(right / tileSize); x++) places.push({ x, y })
  }
  return places
}

/**
 * Reads the stored tiles of a picture.
 *
 * @throws ApiError ERR_0404 where the image has no such plane
 */
export const orderPicture = async (
  tiles: StoredTiles,
  view: ImageView,
  plane: { imageId: string; scene: number; t: number; z: number | 'max' },
  shown: readonly NamedChannel[],
  wanted: WantedPicture,
): Promise<PictureOrder> => {
  const planes = await Promise.all(
    (isRgb(view) ? [0] : shown.map(({ index }) => index)).map((c) => tiles.plane({ ...plane, c })),
  )
  const pyramids = planes.filter((pyramid) => pyramid !== null)
  const chosen = levelFor(view, wanted, isRgb(view) ? 3 : Math.max(1, planes.length))
  if (!chosen || pyramids.length < planes.length) throw new ApiError('ERR_0404')
  const { z, level } = chosen
  // Of a region in the last odd row or column, a level has none: it repeats the one before.
  const crop = {
    ...chosen.crop,
    left: Math.min(chosen.crop.left, level.width - 1),
    top: Math.min(chosen.crop.top, level.height - 1),
  }
  const read = async ({ x, y }: { x: number; y: number }) => {
    const bodies = await Promise.all(pyramids.map((pyramid) => bodyOf(pyramid, z, x, y)))
    return { x, y, bodies }
  }
  const [first] = pyramids
  return {
    kind: 'picture',
    encoding: first?.levels[z]?.encoding ?? 'deflate',
    type: { bits: (first?.bitDepth ?? 8) as 8, format: first?.sampleFormat ?? 'uint' },
    level,
    crop,
    tiles: await Promise.all(tilesOf(crop, level, view.tileSize).map(read)),
    shown: shown.map(({ min, max, color }) => ({ min, max, color })),
    size: wanted.size,
    ...wanted.laid,
    ...wanted.file,
  }
}

const bodyOf = async (pyramid: Pyramid, z: number, x: number, y: number): Promise<string> => {
  const tile = await pyramid.tileBytes(z, x, y)
  if (!tile) throw new ApiError('ERR_3001')
  return Buffer.from(tile.body.buffer, tile.body.byteOffset, tile.body.byteLength).toString('base64')
}
