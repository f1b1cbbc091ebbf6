/** Parts of the darkest and of the brightest values that are beyond the range: hot pixels, and what glares. */
const beyond = 0.002

/**
 * Stretches values over 0 to 255, as the picture of the library is. Values that are not finite are 0; equal ones stay
 * themselves, within 0 to 255.
 * @param inverted - small values are bright
 */
export const stretched = (values: readonly number[], inverted = false): Uint8ClampedArray => {
  const sorted = values.filter(Number.isFinite).sort((a, b) => a - b)
  const at = (part: number): number => sorted[Math.round(part * (sorted.length - 1))] ?? 0
  const [low, high] = [at(beyond), at(1 - beyond)]
  const scaled = (value: number): number => (high > low ? (255 * (value - low)) / (high - low) : value)
  return Uint8ClampedArray.from(values, (value) => {
    if (!Number.isFinite(value)) return 0
    const bright = Math.min(255, Math.max(0, scaled(value)))
    return inverted ? 255 - bright : bright
  })
}
