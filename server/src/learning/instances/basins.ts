import type { Size } from '../../analysis/operators/size.ts'
import { createScratch, type Scratch } from '../inference/scratch.ts'

/** Pixels by the peak that they climb to. */
export interface Basins {
  /** 0 outside the mask, else the basin's number from 1, in the reading order of the peaks. */
  labels: Int32Array
  /** Pixel of each peak; index 0 is none. */
  peaks: Int32Array
}

const OUTSIDE = Number.NEGATIVE_INFINITY

/**
 * Catchment basins by steepest ascent: each pixel of the mask goes on to the highest of its 4 neighbours until none is higher (the
 * rainfall watershed of Stoev 2000, upside down). Of equal pixels the first in reading order is the higher one. What a pixel climbs to
 * follows from its surroundings alone, wherever the plane was cut out; a flood would not have that.
 */
export function ascentBasins(
  values: Float32Array,
  mask: Uint8Array,
  { width }: Size,
  scratch: Scratch = createScratch(),
): Basins {
  const count = values.length
  const next = scratch.int32('next', count)
  const heights = scratch.float32('heights', count)
  for (let i = 0; i < count; i++) heights[i] = mask[i] ? (values[i] ?? 0) : OUTSIDE
  for (let i = 0, x = 0; i < count; i++, x = x + 1 === width ? 0 : x + 1) {
    let height = heights[i] ?? OUTSIDE
    if (height === OUTSIDE) {
      next[i] = -1
      continue
    }
    let best = i
    const above = i < width ? OUTSIDE : (heights[i - width] ?? OUTSIDE)
    // An earlier pixel wins at the same height, a later one must be higher.
    if (above >= height) {
      best = i - width
      height = above
    }
    const before = x === 0 ? OUTSIDE : (heights[i - 1] ?? OUTSIDE)
    if (before > height || (before === height && best === i)) {
      best = i - 1
      height = before
    }
    const after = x === width - 1 ? OUTSIDE : (heights[i + 1] ?? OUTSIDE)
    if (after > height) {
      best = i + 1
      height = after
    }
    const below = i + width < count ? (heights[i + width] ?? OUTSIDE) : OUTSIDE
    if (below > height) best = i + width
    next[i] = best
  }
  const labels = scratch.int32('basins', count).fill(0)
  const peaks = [-1]
  for (let i = 0; i < count; i++) if (next[i] === i) labels[i] = peaks.push(i) - 1
  for (let i = 0; i < count; i++) {
    if (next[i] === -1 || labels[i]) continue
    let at = i
    while (!labels[at]) at = next[at] ?? at
    const label = labels[at] ?? 0
    for (let on = i; !labels[on]; on = next[on] ?? on) labels[on] = label
  }
  return { labels, peaks: Int32Array.from(peaks) }
}
