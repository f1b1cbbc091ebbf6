import type { ImageView } from '@lamella/shared/contract'
import Projection from 'ol/proj/Projection.js'
import TileGrid from 'ol/tilegrid/TileGrid.js'

/**
 * The map's plane is the image itself: x to the right in pixels, y upwards, so that a pixel (x, y) of the image lies at
 * (x, −y) of the map.
 */
export const extentOf = ({ width, height }: ImageView): [number, number, number, number] => [0, -height, width, 0]

export const pixelProjection = (view: ImageView): Projection =>
  new Projection({ code: 'pixels', units: 'pixels', extent: extentOf(view) })

/** Level z of the pyramid, smallest first; each next one has twice the resolution. */
export const tileGridOf = (view: ImageView): TileGrid =>
  new TileGrid({
    extent: extentOf(view),
    origin: [0, 0],
    tileSize: view.tileSize,
    resolutions: view.levels.map((_, z) => 2 ** (view.levels.length - 1 - z)),
  })
