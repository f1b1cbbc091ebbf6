import type { ImageView } from '@lamella/shared/contract'
import { buffer, getIntersection, isEmpty } from 'ol/extent.js'
import type { MirroredMap } from '../canvas/mirrored-map.ts'
import { extentOf } from '../canvas/pixel-space.ts'
import type { ComposedTiles } from './composed-tiles.ts'
import type { TilePlace } from './tile-store.ts'

/** A map with its tiles. */
export interface TiledMap {
  readonly map: MirroredMap
  readonly view: ImageView
  readonly tiles: ComposedTiles
}

/**
 * The tiles that a map shows, in the level that fits its zoom.
 * @param margin - tiles beyond the visible part on each side
 */
export const tilePlaces = ({ map, view: image, tiles }: TiledMap, margin = 0): TilePlace[] => {
  const grid = tiles.getTileGrid()
  const view = map.getView()
  const places: TilePlace[] = []
  if (!grid) return places
  const z = grid.getZForResolution(view.getResolution() ?? 1, tiles.zDirection)
  const side = image.tileSize * grid.getResolution(z)
  const extent = getIntersection(buffer(view.calculateExtent(map.getSize()), margin * side), extentOf(image))
  if (isEmpty(extent)) return places
  grid.forEachTileCoord(extent, z, ([, x = 0, y = 0]) => places.push({ z, x, y }))
  return places
}
