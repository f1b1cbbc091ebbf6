import type { Samples } from '../../imaging/sample-type.ts'

const { abs, ceil, floor, max, min, SQRT2 } = Math

/** Distances in pixels: neighbours differ by less than the noise where it is smooth, as after filtering, binning or JPEG. */
const LAGS = [1, 2, 4] as const
/** Pairs per distance that are looked at. */
const MOST_PAIRS = 400_000
/** Shares of the absolute differences of pairs, and these quantiles of noise whose standard deviation is 1: the difference has √2. */
const QUANTILES = [
  { share: 0.5, of: 0.6745 * SQRT2 },
  { share: 0.6827, of: SQRT2 },
] as const
/** Of integers, levels: noise below it is hidden by rounding. */
const LEAST_OF_INTEGERS = 0.5

/**
 * Standard deviation of the noise of a channel, from differences of pixels in a row: half of them lie within what is even, ground or object.
 * @param pixels of the whole image, of which a part is sampled
 */
export function noiseEstimator(pixels: number) {
  // A step that is no multiple of usual widths, so that columns are not sampled.
  const step = ceil(pixels / MOST_PAIRS) | 1
  const differences = LAGS.map((): number[] => [])
  return {
    /** @param samples rows of this width */
    add(samples: Samples, width: number): void {
      for (let i = 0; i < samples.length; i += step) {
        for (const [index, lag] of LAGS.entries()) {
          if ((i % width) + lag >= width) continue
          const difference = abs((samples[i + lag] ?? 0) - (samples[i] ?? 0))
          if (Number.isFinite(difference)) differences[index]?.push(difference)
        }
      }
    },
    /** In the unit of the samples; 0 for an even image of fractions. */
    deviation(areIntegers: boolean): number {
      const found = differences.flatMap((list) => {
        const sorted = Float64Array.from(list).sort()
        return QUANTILES.map(
          ({ share, of }) => (sorted[min(sorted.length - 1, floor(share * sorted.length))] ?? 0) / of,
        )
      })
      return max(areIntegers ? LEAST_OF_INTEGERS : 0, ...found)
    },
  }
}
