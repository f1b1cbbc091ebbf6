import type { ImageView } from '@lamella/shared/contract'
import type { ChannelSetting } from '../../tiles/channel-settings.ts'
import { pixelOf } from '../../tiles/picture-pixel.ts'
import type { ShownPlane, TileStore } from '../../tiles/tile-store.ts'
import type { Point } from '../points/set-points.ts'
import type { PixelSize } from './measurement.ts'

/** Longest line with a profile, pixels: 33 tiles in a row of each channel. */
export const longestProfile = 8192

/** Samples along a line. */
export interface LineProfile {
  /** Distance of each sample from the first point: µm, or pixels without a pixel size. */
  distances: number[]
  /** Of each series one per distance; null outside of the image. */
  series: { name: string; color: string; values: (number | null)[] }[]
  /** False: read from pictures that were coded with loss. */
  isExact: boolean
}

/** Steps of a line: about one per pixel. */
const stepsOf = ([[ax, ay], [bx, by]]: readonly [Point, Point]): number =>
  Math.max(1, Math.ceil(Math.hypot(bx - ax, by - ay)))

/** Places on a line at equal distances, with both ends. */
export const placesOn = (line: readonly [Point, Point]): Point[] => {
  const [[ax, ay], [bx, by]] = line
  const steps = stepsOf(line)
  return Array.from({ length: steps + 1 }, (_, at) => [ax + ((bx - ax) * at) / steps, ay + ((by - ay) * at) / steps])
}

const rgb = [
  ['Red', '#FF4D4D'],
  ['Green', '#2BE57A'],
  ['Blue', '#4D7CFF'],
] as const

interface ProfileSource {
  store: Pick<TileStore, 'samples' | 'picture' | 'isLossy'>
  view: ImageView
  /** All of them are read, visible or not. */
  channels: readonly ChannelSetting[]
  shown: ShownPlane
  pixelSize: PixelSize
}

/**
 * The samples of the pixels under a line, at full resolution and not interpolated: what the file has.
 * @throws ApiFailure, or the AbortError of `signal`; RangeError for a line longer than `longestProfile`
 */
export const profileOf = async (
  line: readonly [Point, Point],
  { store, view, channels, shown, pixelSize }: ProfileSource,
  signal: AbortSignal,
): Promise<LineProfile> => {
  const [[ax, ay]] = line
  if (stepsOf(line) > longestProfile) throw new RangeError('The line is too long for a profile.')
  const { tileSize, encoding, samplesPerPixel, levels, width, height } = view
  const z = levels.length - 1
  const places = placesOn(line)
  const isRgb = encoding === 'jpeg' || samplesPerPixel === 3
  const planes = isRgb ? [0] : channels.map(({ index }) => index)
  const series = isRgb
    ? rgb.map(([name, color]) => ({ name, color, values: [] as (number | null)[] }))
    : channels.map(({ name, color }) => ({ name, color, values: [] as (number | null)[] }))
  let isExact = true

  /** Values of the series at a pixel of the image that is inside. */
  const valuesAt = async (x: number, y: number): Promise<(number | null)[]> => {
    const tile = { z, x: Math.floor(x / tileSize), y: Math.floor(y / tileSize), ...shown }
    const [column, row] = [x % tileSize, y % tileSize]
    if (encoding === 'jpeg') {
      const picture = await store.picture({ ...tile, c: 0 }, signal)
      if (store.isLossy(picture)) isExact = false
      return pixelOf(picture, column, row)
    }
    const at = (row * tileSize + column) * samplesPerPixel
    const read = await Promise.all(planes.map((c) => store.samples({ ...tile, c }, signal)))
    return isRgb ? [...(read[0]?.subarray(at, at + 3) ?? [])] : read.map((samples) => samples[at] ?? null)
  }
  for (const [px, py] of places) {
    const [x, y] = [Math.floor(px), Math.floor(py)]
    const isInside = x >= 0 && y >= 0 && x < width && y < height
    const values = isInside ? await valuesAt(x, y) : []
    for (const [at, one] of series.entries()) one.values.push(values[at] ?? null)
  }
  const distances = places.map(([x, y]) => Math.hypot((x - ax) * (pixelSize?.x ?? 1), (y - ay) * (pixelSize?.y ?? 1)))
  return { distances, series, isExact }
}

/** A table of a profile as text with commas. */
export const profileTable = ({ distances, series }: LineProfile, unit: string): string =>
  [
    [`distance (${unit})`, ...series.map(({ name }) => `"${name.replaceAll('"', '""')}"`)].join(','),
    ...distances.map((distance, at) => [distance, ...series.map(({ values }) => values[at] ?? '')].join(',')),
  ].join('\n')
