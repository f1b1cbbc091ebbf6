/**
 * Otsu's threshold (Otsu 1979, "A threshold selection method from gray-level histograms"): maximises the variance between the two classes.
 *
 * @param histogram counts per bin
 * @returns the last bin of the lower class; null when fewer than two bins are filled
 */
export function otsu(histogram: ArrayLike<number>): number | null {
  const counts = Array.from(histogram)
  const total = counts.reduce((sum, count) => sum + count, 0)
  const moment = counts.reduce((sum, count, bin) => sum + count * bin, 0)
  let [lower, lowerMoment, best, cut] = [0, 0, 0, -1]
  for (const [bin, count] of counts.entries()) {
    lower += count
    lowerMoment += count * bin
    const upper = total - lower
    if (lower === 0 || upper === 0) continue
    const between = lower * upper * (lowerMoment / lower - (moment - lowerMoment) / upper) ** 2
    if (between > best) [best, cut] = [between, bin]
  }
  return cut < 0 ? null : cut
}
