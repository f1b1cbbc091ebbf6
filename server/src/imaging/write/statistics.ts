import sharp from 'sharp'
import type { SampleType } from '../sample-type.ts'
import { HISTOGRAM_BINS } from '../sizes.ts'
import { LARGEST_KEPT, type LevelPicture } from './kept-levels.ts'
import { decodeTiles, readLevelPicture, withPyramid } from './plane-file.ts'

/** Statistics of a channel; the fields are those of `channelDescriptionSchema`. */
export interface Statistics {
  min: number
  max: number
  histogram: number[]
  auto: { min: number; max: number }
}

/** One bin per value of 16-bit samples; values of wider types are quantised to as many over their range. */
const FINE_BINS = 65_536
/** Ends of the auto-contrast range: 0.1 % at each side may be clipped, which removes hot pixels and keeps sparse structures. */
const LOW_PERCENTILE = 0.001
const HIGH_PERCENTILE = 0.999

/** Whether each value has a bin of its own. */
const isCountable = ({ bits }: SampleType): boolean => bits <= 16

/**
 * Statistics of one channel over the base levels of its planes (its time points): exact up to 16 bits; for wider types, and so for floats, the
 * extremes are exact and the rest within 1/65,535 of their range. NaN and infinities are left out.
 *
 * @param files lossless pyramids, one per time point
 */
export const channelStatistics = (files: string[], type: SampleType): Promise<Statistics> =>
  statisticsOf((visit) => eachTileRow(files, type, visit), type)

/** Calls `visit` with all samples, in parts. */
type Visiting = (visit: (samples: ArrayLike<number>) => void) => Promise<void>

/** As `channelStatistics`, of the samples that `each` visits. It is called twice for wide types. */
export async function statisticsOf(each: Visiting, type: SampleType): Promise<Statistics> {
  const countable = isCountable(type)
  const shift = type.format === 'int' ? 2 ** (type.bits - 1) : 0
  const { min, max } = countable ? { min: -shift, max: FINE_BINS - 1 - shift } : await extremes(each)
  const step = countable ? 1 : (max - min) / (FINE_BINS - 1)
  const statistics = summarise(await countSamples(each, type, min, step), min, step)
  return countable ? statistics : { ...statistics, min, max }
}

async function eachTileRow(files: string[], type: SampleType, visit: Parameters<Visiting>[0]) {
  for (const file of files) {
    await withPyramid(file, async (pyramid) => {
      for await (const tile of decodeTiles(pyramid, pyramid.levels.length - 1, type)) {
        for (let row = 0; row < tile.height; row++) {
          visit(tile.samples.subarray(row * tile.stride, row * tile.stride + tile.width))
        }
      }
    })
  }
}

async function extremes(each: Visiting) {
  let min = Number.POSITIVE_INFINITY
  let max = Number.NEGATIVE_INFINITY
  await each((row) => {
    for (let i = 0; i < row.length; i++) {
      const value = row[i] ?? 0
      if (!Number.isFinite(value)) continue
      if (value < min) min = value
      if (value > max) max = value
    }
  })
  return min <= max ? { min, max } : { min: 0, max: 0 }
}

async function countSamples(each: Visiting, type: SampleType, origin: number, step: number) {
  const counts = new Float64Array(FINE_BINS)
  const scale = step > 0 ? 1 / step : 0
  await each((row) => {
    // Without rounding, which would be a third of the time of all this.
    if (isCountable(type)) {
      for (let i = 0; i < row.length; i++) {
        const bin = (row[i] ?? 0) - origin
        counts[bin] = (counts[bin] ?? 0) + 1
      }
      return
    }
    for (let i = 0; i < row.length; i++) {
      const value = row[i] ?? 0
      if (!Number.isFinite(value)) continue
      const bin = Math.round((value - origin) * scale)
      counts[bin] = (counts[bin] ?? 0) + 1
    }
  })
  return counts
}

/** @param counts of values origin, origin + step, origin + 2 × step, … */
function summarise(counts: Float64Array, origin: number, step: number): Statistics {
  const first = Math.max(
    0,
    counts.findIndex((count) => count > 0),
  )
  const last = Math.max(
    first,
    counts.findLastIndex((count) => count > 0),
  )
  const value = (bin: number) => origin + bin * step
  const histogram = new Array<number>(HISTOGRAM_BINS).fill(0)
  const perBin = Math.max(1, last - first) / HISTOGRAM_BINS
  let total = 0
  for (let bin = first; bin <= last; bin++) {
    const count = counts[bin] ?? 0
    const target = Math.min(HISTOGRAM_BINS - 1, Math.floor((bin - first) / perBin))
    histogram[target] = (histogram[target] ?? 0) + count
    total += count
  }
  const percentile = (share: number) => {
    let below = 0
    for (let bin = first; bin <= last; bin++) {
      below += counts[bin] ?? 0
      if (below >= share * total) return value(bin)
    }
    return value(last)
  }
  const low = percentile(LOW_PERCENTILE)
  const high = percentile(HIGH_PERCENTILE)
  const min = value(first)
  const max = value(last)
  return { min, max, histogram, auto: low < high ? { min: low, max: high } : widened(min, max) }
}

/**
 * Luminance histogram (sharp's `b-w`) of an RGB pyramid, of a level that is large enough for drawing it. Minimum, maximum and auto-contrast are always 0 and 255:
 * colours are not stretched.
 *
 * @param kept levels of it that are in memory
 */
export async function luminanceStatistics(file: string, kept: readonly LevelPicture[] = []): Promise<Statistics> {
  const { data, ...size } = await withPyramid(file, (pyramid) => {
    const index = pyramid.levels.findLastIndex(({ width, height }) => Math.max(width, height) <= LARGEST_KEPT)
    return readLevelPicture(pyramid, Math.max(0, index), kept)
  })
  const picture = sharp(data, { raw: { ...size, channels: 3 }, limitInputPixels: false })
  const grey = await picture.toColourspace('b-w').raw().toBuffer()
  const histogram = new Array<number>(HISTOGRAM_BINS).fill(0)
  for (let i = 0; i < grey.length; i++) {
    const value = grey[i] ?? 0
    histogram[value] = (histogram[value] ?? 0) + 1
  }
  return { min: 0, max: 255, histogram, auto: { min: 0, max: 255 } }
}

/** A range of non-zero width: for a constant image from 0 to its value, or from its value to the next integer. */
function widened(min: number, max: number): { min: number; max: number } {
  if (min < max) return { min, max }
  return max > 0 ? { min: 0, max } : { min, max: min + 1 }
}
