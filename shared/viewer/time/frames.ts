import type { ImageMap } from '../canvas/image-map.ts'
import type { ChannelSetting } from '../tiles/channel-settings.ts'
import { tilePlaces } from '../tiles/tile-places.ts'
import type { ShownPlane, TileCoordinates } from '../tiles/tile-store.ts'

/** The visible part of an image in one after the other of its planes. */
export interface Frames {
  /**
   * Fetches what showing a frame needs.
   * @throws ApiFailure, or the AbortError of `signal`
   */
  fetch: (frame: number, signal: AbortSignal) => Promise<void>
  /** Whether `fetch` would ask the server for nothing. */
  has: (frame: number) => boolean
}

/**
 * Frames of a map in its visible channels.
 * @param planeOf - plane that a frame shows: those of a time series, or of a Z stack
 */
export const framesOf = (
  map: ImageMap,
  channels: readonly ChannelSetting[],
  planeOf: (frame: number) => ShownPlane,
): Frames => {
  const { view, store } = map
  const isJpeg = view.encoding === 'jpeg'
  const planes = isJpeg ? [0] : channels.filter(({ visible }) => visible).map(({ index }) => index)
  const tilesAt = (frame: number): TileCoordinates[] =>
    tilePlaces(map).flatMap((tile) => planes.map((c) => ({ ...tile, c, ...planeOf(frame) })))
  return {
    fetch: async (frame, signal) => {
      const fetchTile = (place: TileCoordinates): Promise<unknown> =>
        isJpeg ? store.picture(place, signal) : store.samples(place, signal)
      await Promise.all(tilesAt(frame).map(fetchTile))
    },
    has: (frame) => tilesAt(frame).every((place) => store.has(place)),
  }
}
