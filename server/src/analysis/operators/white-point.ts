import type { RgbTriple } from './color-deconvolution.ts'
import { percentile } from './percentile.ts'

const { max } = Math

/** Percentile of each channel's grey levels that is taken as clear glass: not the maximum, which a few noisy pixels decide. */
const WHITE_FRACTION = 0.99

/** Histograms of the grey levels 0 to 255 of red, green and blue. */
export type LevelHistograms = readonly [red: ArrayLike<number>, green: ArrayLike<number>, blue: ArrayLike<number>]

/**
 * White point of a bright-field image: the grey levels of clear glass, I₀ of the law of Beer and Lambert.
 *
 * @returns red, green and blue, 1 to 255: the 99th percentile of each
 * @throws RangeError for an empty histogram
 */
export const whitePointOfLevels = ([red, green, blue]: LevelHistograms): RgbTriple => {
  const whiteOf = (counts: ArrayLike<number>) => max(1, percentile(counts, WHITE_FRACTION))
  return [whiteOf(red), whiteOf(green), whiteOf(blue)]
}
