import type { ImageView } from '@lamella/shared/contract'
import { useEffect, useState } from 'react'
import type { SampleArray } from '../tiles/sample-array.ts'
import type { ShownPlane, TileStore } from '../tiles/tile-store.ts'

/** Pixels of the level that is counted, at most: an image of up to a megapixel is counted itself. */
const mostPixels = 1024 * 1024
/** ms for which a plane is shown before it is counted: not every frame while it plays. */
const rest = 300

/** Index of the largest level within `mostPixels`; the smallest where none is. */
export const countedLevel = ({ levels }: Pick<ImageView, 'levels'>): number =>
  Math.max(
    0,
    levels.findLastIndex(({ width, height }) => width * height <= mostPixels),
  )

/**
 * Adds the samples of a tile to bins of equal width over a range.
 * @param columns - of the tile that are inside of the level; likewise `rows`
 */
const addToBins = (
  bins: number[],
  samples: SampleArray,
  { min, max }: { min: number; max: number },
  { tileSize, columns, rows }: { tileSize: number; columns: number; rows: number },
): void => {
  const scale = bins.length / (max - min || 1)
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const at = Math.floor(((samples[row * tileSize + column] ?? 0) - min) * scale)
      const bin = Math.min(Math.max(at, 0), bins.length - 1)
      bins[bin] = (bins[bin] ?? 0) + 1
    }
  }
}

/**
 * Pixel counts of one channel in one plane, from the tiles of a level that is small enough.
 * @throws ApiFailure, or the AbortError of `signal`
 */
export const histogramOf = async (
  { view, store }: { view: ImageView; store: Pick<TileStore, 'samples'> },
  channel: ImageView['channels'][number],
  shown: ShownPlane,
  signal: AbortSignal,
): Promise<number[]> => {
  const z = countedLevel(view)
  const { width = 0, height = 0 } = view.levels[z] ?? {}
  const { tileSize } = view
  const bins = new Array<number>(channel.histogram.length).fill(0)
  for (let y = 0; y * tileSize < height; y++) {
    for (let x = 0; x * tileSize < width; x++) {
      const samples = await store.samples({ z, x, y, c: channel.index, ...shown }, signal)
      const columns = Math.min(tileSize, width - x * tileSize)
      addToBins(bins, samples, channel.range, { tileSize, columns, rows: Math.min(tileSize, height - y * tileSize) })
    }
  }
  return bins
}

/** The histogram of a channel in the plane that is shown; that of all planes until it is counted, and of a single plane. */
export const usePlaneHistogram = (
  map: { view: ImageView; store: Pick<TileStore, 'samples'> } | null,
  channel: ImageView['channels'][number],
  { t, plane }: ShownPlane,
): readonly number[] => {
  const [counted, setCounted] = useState<readonly number[] | null>(null)
  useEffect(() => {
    const { view } = map ?? {}
    const hasPlanes = view && view.samplesPerPixel === 1 && (view.timePoints > 1 || (view.zCount ?? 1) > 1)
    if (!map || !hasPlanes) return
    const controller = new AbortController()
    const timer = setTimeout(() => {
      histogramOf(map, channel, { t, plane }, controller.signal).then(setCounted, () => undefined)
    }, rest)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [map, channel, t, plane])
  return counted ?? channel.histogram
}
