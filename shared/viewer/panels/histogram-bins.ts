import type { ImageView } from '@lamella/shared/contract'

/**
 * Counts to draw: with fewer integer values than bins, bins between values would be empty, so there is one bin per
 * value.
 */
export const binsToDraw = ({
  histogram,
  range: { min, max },
}: Pick<ImageView['channels'][number], 'histogram' | 'range'>): readonly number[] => {
  const span = max - min
  if (!Number.isInteger(min) || !Number.isInteger(max) || span < 1 || span >= histogram.length) return histogram
  const bins = Array<number>(span + 1).fill(0)
  for (const [index, count] of histogram.entries()) {
    // The first bin of width span / length that reaches the value.
    const value = Math.ceil((index * span) / histogram.length)
    bins[value] = (bins[value] ?? 0) + count
  }
  return bins
}
