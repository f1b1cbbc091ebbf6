import { type TiledMap, tilePlaces } from './tile-places.ts'
import type { TilePlace } from './tile-store.ts'

/** Tiles beyond the visible part on each side: half a window of a notebook. */
const margin = 2
/** ms without a new frame after which it is time: a series that plays fetches its own next frames. */
const quiet = 250
/** Requests at a time: what is wanted now must not wait behind them. */
const together = 2
/** Tiles at most: of large screens the nearest ones. */
const most = 64

const keyOf = ({ z, x, y }: TilePlace): string => `${z}/${x}/${y}`

/** The tiles round the visible ones, the nearest to the middle first. */
const placesAround = (map: TiledMap): TilePlace[] => {
  const visible = tilePlaces(map)
  const shown = new Set(visible.map(keyOf))
  const middle = (axis: 'x' | 'y') => visible.reduce((sum, place) => sum + place[axis], 0) / Math.max(1, visible.length)
  const [column, row] = [middle('x'), middle('y')]
  const distance = ({ x, y }: TilePlace): number => Math.hypot(x - column, y - row)
  return tilePlaces(map, margin)
    .filter((place) => !shown.has(keyOf(place)))
    .sort((a, b) => distance(a) - distance(b))
    .slice(0, most)
}

/**
 * Fetches the tiles round the visible part that are not there yet, so that they are drawn at once when the picture is moved.
 * @throws ApiFailure, or the AbortError of `signal`
 */
export const fetchAround = async (map: TiledMap, signal: AbortSignal): Promise<void> => {
  const wanted = placesAround(map).filter((place) => !map.tiles.has(place))
  const fetchNext = async (): Promise<void> => {
    for (let place = wanted.shift(); place && !signal.aborted; place = wanted.shift()) {
      await map.tiles.fetch(place, signal)
    }
  }
  await Promise.all(Array.from({ length: together }, fetchNext))
}

/** Whether the user wants to save data. */
const savesData = (): boolean => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true

/** Fetches the tiles round the visible part whenever all that is visible is drawn, until something changes. @returns ends it */
export const keepFetchingAround = (map: TiledMap): (() => void) => {
  let controller = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const stop = (): void => {
    clearTimeout(timer)
    controller.abort()
  }
  const start = (): void => {
    stop()
    if (savesData()) return
    timer = setTimeout(() => {
      controller = new AbortController()
      // What could not be fetched is told by its tiles when they are shown.
      fetchAround(map, controller.signal).catch(() => undefined)
    }, quiet)
  }
  map.map.on('rendercomplete', start)
  map.map.on('movestart', stop)
  return () => {
    stop()
    map.map.un('rendercomplete', start)
    map.map.un('movestart', stop)
  }
}
