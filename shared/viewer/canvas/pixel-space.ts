import type { ImageView } from '@lamella/shared/contract'
import Projection from 'ol/proj/Projection.js'
import TileGrid from 'ol/tilegrid/TileGrid.js'

/**
 * Extent of an image on the map [left, bottom, right, top]: in pixels, with y upwards, so that the pixel (x, y) of the
 * image is at (x, −y) of the map.
 */
export const extentOf = ({ width, height }: ImageView): [number, number, number, number] => [0, -height, width, 0]

/** Projection whose unit is a pixel of the image. */
export const pixelProjection = (view: ImageView): Projection =>
  new Projection({ code: 'pixels', units: 'pixels', extent: extentOf(view) })

/** Tile grid whose zoom z is level z of the pyramid: the smallest first, each next one with twice the resolution. */
export const tileGridOf = (view: ImageView): TileGrid =>
  new TileGrid({
    extent: extentOf(view),
    origin: [0, 0],
    tileSize: view.tileSize,
    resolutions: view.levels.map((_, z) => 2 ** (view.levels.length - 1 - z)),
  })
