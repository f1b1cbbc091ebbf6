/** A range of values with the number of objects in it, per class. */
export interface HistogramBin {
  from: number
  to: number
  /** By class code. */
  counts: number[]
  /** First bin: it also holds values below `from`. */
  holdsLower: boolean
  /** Last bin: it also holds values above `to`. */
  holdsHigher: boolean
}

/** Most bins: enough to see two peaks, few enough that each is some pixels wide on a phone. */
const mostBins = 70
/** Bin widths in steps of a cut: round ones, so that round cuts lie between bins. */
const widths = [1, 2, 4, 5, 10, 20, 40, 50, 100, 200, 400, 500, 1000]
/** Values on an edge belong to the bin above it, although a division may yield 29.999999999999996. */
const tolerance = 1e-9

/** Divisors of 1 for the end of the axis, so that its marks are round numbers. */
const roundTo = 5

/** Width of a bin. @param step - of a cut */
const binWidthOf = ([start, end]: readonly [number, number], step: number): number => {
  const steps = (end - start) / step
  return step * (widths.find((width) => steps / width <= mostBins + tolerance) ?? steps / mostBins)
}

/**
 * Largest value that is drawn: where the data ends, but beyond the cuts, rounded up to a fifth.
 * @param values - NaN: undefined
 */
export const axisEndOf = (
  values: Float64Array,
  { cuts, minimum, maximum }: { cuts: readonly number[]; minimum: number; maximum: number },
): number => {
  let largest = Math.max(minimum, ...cuts.map((cut) => cut * 1.2))
  for (const value of values) if (value > largest) largest = value
  return Math.min(maximum, Math.ceil(largest * roundTo) / roundTo)
}

/**
 * Counts objects by value and class. Values beyond an end are in the bin at that end, which says so; a value on the upper end is no
 * value beyond it.
 * @param values - one per object; undefined ones (NaN) are in no bin
 * @param codes - class per object
 * @param leftOut - numbers of objects that do not count
 * @param range - ends of the axis
 * @param step - of a cut
 */
export const binsOf = (
  values: Float64Array,
  codes: Uint16Array,
  classes: number,
  leftOut: ReadonlySet<number>,
  range: readonly [number, number],
  step: number,
): HistogramBin[] => {
  const [start, end] = range
  const width = binWidthOf(range, step)
  const binCount = Math.max(1, Math.ceil((end - start) / width - tolerance))
  const counts = new Uint32Array(binCount * classes)
  let hasLower = false
  let hasHigher = false
  for (let row = 0; row < values.length; row++) {
    const value = values[row] ?? Number.NaN
    if (Number.isNaN(value) || (leftOut.size > 0 && leftOut.has(row + 1))) continue
    const place = (value - start) / width
    hasLower ||= place < -tolerance
    hasHigher ||= place > binCount + tolerance
    const bin = Math.min(binCount - 1, Math.max(0, Math.floor(place + tolerance)))
    const at = bin * classes + (codes[row] ?? 0)
    counts[at] = (counts[at] ?? 0) + 1
  }
  return Array.from({ length: binCount }, (_, bin) => ({
    from: start + bin * width,
    to: start + (bin + 1) * width,
    counts: [...counts.subarray(bin * classes, (bin + 1) * classes)],
    holdsLower: hasLower && bin === 0,
    holdsHigher: hasHigher && bin === binCount - 1,
  }))
}
