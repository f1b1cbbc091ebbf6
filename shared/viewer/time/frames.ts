import { getIntersection, isEmpty } from 'ol/extent.js'
import type { ImageMap } from '../canvas/image-map.ts'
import { extentOf } from '../canvas/pixel-space.ts'
import type { ChannelSetting } from '../tiles/channel-settings.ts'
import type { TileCoordinates } from '../tiles/tile-store.ts'

/** The visible part of an image at its time points. */
export interface Frames {
  /**
   * Fetches what showing a time point needs.
   * @throws ApiFailure, or the AbortError of `signal`
   */
  fetch: (time: number, signal: AbortSignal) => Promise<void>
  /** Whether `fetch` would ask the server for nothing. */
  has: (time: number) => boolean
}

type TilePlace = Pick<TileCoordinates, 'z' | 'x' | 'y'>

const visibleTiles = ({ map, view: image, tiles }: ImageMap): TilePlace[] => {
  const grid = tiles.getTileGrid()
  const view = map.getView()
  const extent = getIntersection(view.calculateExtent(map.getSize()), extentOf(image))
  const places: TilePlace[] = []
  if (!grid || isEmpty(extent)) return places
  const z = grid.getZForResolution(view.getResolution() ?? 1, tiles.zDirection)
  grid.forEachTileCoord(extent, z, ([, x = 0, y = 0]) => places.push({ z, x, y }))
  return places
}

/** Frames of a map in its visible channels. */
export const framesOf = (map: ImageMap, channels: readonly ChannelSetting[]): Frames => {
  const { view, store } = map
  const isJpeg = view.encoding === 'jpeg'
  const planes = isJpeg ? [0] : channels.filter(({ visible }) => visible).map(({ index }) => index)
  const tilesAt = (t: number): TileCoordinates[] =>
    visibleTiles(map).flatMap((tile) => planes.map((c) => ({ ...tile, c, t })))
  return {
    fetch: async (time, signal) => {
      const fetchTile = (place: TileCoordinates): Promise<unknown> =>
        isJpeg ? store.picture(place, signal) : store.samples(place, signal)
      await Promise.all(tilesAt(time).map(fetchTile))
    },
    has: (time) => tilesAt(time).every((place) => store.has(place)),
  }
}
