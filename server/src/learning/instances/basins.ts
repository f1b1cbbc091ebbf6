import type { Size } from '../../analysis/operators/size.ts'

/** Pixels by the peak that they climb to. */
export interface Basins {
  /** 0 outside the mask, else the basin's number from 1, in the reading order of the peaks. */
  labels: Int32Array
  /** Pixel of each peak; index 0 is none. */
  peaks: Int32Array
}

/**
 * Catchment basins by steepest ascent: each pixel of the mask goes on to the highest of its 4 neighbours until none is higher (the
 * rainfall watershed of Stoev 2000, upside down). Of equal pixels the first in reading order is the higher one. What a pixel climbs to
 * follows from its surroundings alone, wherever the plane was cut out; a flood would not have that.
 */
export function ascentBasins(values: Float32Array, mask: Uint8Array, { width }: Size): Basins {
  const count = values.length
  const next = new Int32Array(count).fill(-1)
  for (let i = 0; i < count; i++) {
    if (!mask[i]) continue
    let best = i
    let height = values[i] ?? 0
    const x = i % width
    // Reading order: an earlier pixel wins at the same height, a later one must be higher.
    if (i >= width && mask[i - width] && (values[i - width] ?? 0) >= height) {
      best = i - width
      height = values[best] ?? 0
    }
    if (x > 0 && mask[i - 1]) {
      const value = values[i - 1] ?? 0
      if (value > height || (value === height && best === i)) {
        best = i - 1
        height = value
      }
    }
    if (x < width - 1 && mask[i + 1] && (values[i + 1] ?? 0) > height) {
      best = i + 1
      height = values[best] ?? 0
    }
    if (i + width < count && mask[i + width] && (values[i + width] ?? 0) > height) best = i + width
    next[i] = best
  }
  const labels = new Int32Array(count)
  const peaks = [-1]
  for (let i = 0; i < count; i++) if (next[i] === i) labels[i] = peaks.push(i) - 1
  const path: number[] = []
  for (let i = 0; i < count; i++) {
    if (!mask[i]) continue
    let at = i
    while (!labels[at]) {
      path.push(at)
      at = next[at] ?? at
    }
    const label = labels[at] ?? 0
    for (const each of path) labels[each] = label
    path.length = 0
  }
  return { labels, peaks: Int32Array.from(peaks) }
}
