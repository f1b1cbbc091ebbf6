import type { Size } from '../../analysis/operators/size.ts'

/** Kind of an image, which decides how it may be varied. A smear is grey, in three equal channels. */
export type FieldKind = 'fluorescence' | 'stained' | 'smear' | 'h-dab' | 'h-e'

/** An image whose objects are known. */
export interface Field extends Size {
  name: string
  kind: FieldKind
  /** Grey, or red, green and blue: levels of the file, rows one after the other. */
  planes: readonly Uint8Array[]
  /** Per plane the levels that count as 0 and 1: see `levelsOf`. */
  levels: readonly Levels[]
  /** 0 background, else the object's number. */
  labels: Uint16Array
}

/** Levels that count as 0 and as 1. */
export interface Levels {
  low: number
  high: number
}

/** The level up to which a share (0 to 1) of what is counted lies; 0 where nothing is. */
export const percentileOf = (counts: Uint32Array, share: number): number => {
  const total = counts.reduce((sum, count) => sum + count, 0)
  let seen = 0
  for (const [level, count] of counts.entries()) {
    seen += count
    if (count > 0 && seen >= share * total) return level
  }
  return 0
}

/** How many pixels have each of the 256 levels. */
export function countLevels(plane: Uint8Array): Uint32Array {
  const counts = new Uint32Array(256)
  for (const level of plane) counts[level] = (counts[level] ?? 0) + 1
  return counts
}

/** In a darker picture the brightest level is no glass. */
const DARKEST_WHITE = 60

/**
 * Levels of black and white by channel, from histograms of the whole image. Transmitted light: 0 and the brightest hundredth, which is
 * clear glass (at least 60). Fluorescence: the darkest hundredth, and all but the brightest 0.2 %, which may be hot pixels.
 */
export const levelsOf = (kind: FieldKind, histograms: readonly Uint32Array[]): Levels[] =>
  histograms.map((counts) => {
    if (kind !== 'fluorescence') return { low: 0, high: Math.max(DARKEST_WHITE, percentileOf(counts, 0.99)) }
    const low = percentileOf(counts, 0.01)
    return { low, high: Math.max(low + 1, percentileOf(counts, 0.998)) }
  })
