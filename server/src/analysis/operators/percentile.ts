/**
 * A percentile of a histogram.
 *
 * @param histogram counts per bin
 * @param share 0 to 1
 * @returns the lowest filled bin with at least that share of the counts at or below it
 * @throws RangeError for an empty histogram
 */
export function percentile(histogram: ArrayLike<number>, share: number): number {
  const counts = Array.from(histogram)
  const wanted = share * counts.reduce((sum, count) => sum + count, 0)
  let seen = 0
  for (const [bin, count] of counts.entries()) {
    seen += count
    if (count > 0 && seen >= wanted) return bin
  }
  throw new RangeError('an empty histogram has no percentile')
}
