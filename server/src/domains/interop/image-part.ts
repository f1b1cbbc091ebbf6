import type { getImagePart as GetImagePart, HandlerInput } from '@lamella/shared/contract'
import type { PictureOrder } from '../../imaging/index.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { orderPicture } from './iiif/picture.ts'
import { planeOf, shownChannels } from './iiif/shown.ts'
import type { LinkedScene } from './linked-scene.ts'
import type { StoredTiles } from './stored-tiles.ts'

type Query = HandlerInput<typeof GetImagePart>['query']

/**
 * A part of an image as a picture of the whole box, of which some may lie beside the image.
 * @throws ApiError ERR_0404 where nothing of it lies on the image, or there is no such plane
 */
export const orderPart = async (
  tiles: StoredTiles,
  imageId: string,
  found: LinkedScene,
  { box, size, scene, 'dim[t]': t, 'dim[z]': z }: Query,
): Promise<PictureOrder> => {
  const { view } = found
  const [x = 0, y = 0, width = 1, height = 1] = box.split(',').map(Number)
  const [left, top] = [Math.max(0, x), Math.max(0, y)]
  const region = {
    left,
    top,
    width: Math.min(view.width, x + width) - left,
    height: Math.min(view.height, y + height) - top,
  }
  if (region.width <= 0 || region.height <= 0) throw new ApiError('ERR_0404')
  const scale = Math.min(1, size / Math.max(width, height))
  const scaled = (length: number): number => Math.max(1, Math.round(scale * length))
  const inside = { width: scaled(region.width), height: scaled(region.height) }
  const before = { left: Math.round(scale * (left - x)), top: Math.round(scale * (top - y)) }
  const name = { channel: null, t, z: z ?? null, scene }
  const order = await orderPicture(
    tiles,
    view,
    { imageId, scene, ...planeOf(view, name) },
    shownChannels(found, name),
    {
      region,
      size: inside,
      laid: { mirrored: false, rotation: 0 },
      file: { gray: false, format: 'jpg' },
    },
  )
  const margin = {
    ...before,
    right: Math.max(0, scaled(width) - inside.width - before.left),
    bottom: Math.max(0, scaled(height) - inside.height - before.top),
  }
  return { ...order, margin }
}
