/** A range of values with the number of objects in it, per class. */
export interface HistogramBin {
  from: number
  to: number
  /** By class code. */
  counts: number[]
}

/** Bins of the histogram: enough to see two peaks, few enough that each is some pixels wide on a phone. */
const binCount = 50

/** Divisors of 1 for the end of the axis, so that its marks are round numbers. */
const roundTo = 5

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
 * Counts objects by value and class. Values beyond an end are in the bin at that end.
 * @param values - one per object; undefined ones (NaN) are in no bin
 * @param codes - class per object
 * @param leftOut - numbers of objects that do not count
 */
export const binsOf = (
  values: Float64Array,
  codes: Uint16Array,
  classes: number,
  leftOut: ReadonlySet<number>,
  [start, end]: readonly [number, number],
): HistogramBin[] => {
  const width = (end - start) / binCount
  const counts = new Uint32Array(binCount * classes)
  for (let row = 0; row < values.length; row++) {
    const value = values[row] ?? Number.NaN
    if (Number.isNaN(value) || (leftOut.size > 0 && leftOut.has(row + 1))) continue
    const bin = Math.min(binCount - 1, Math.max(0, Math.floor((value - start) / width)))
    const at = bin * classes + (codes[row] ?? 0)
    counts[at] = (counts[at] ?? 0) + 1
  }
  return Array.from({ length: binCount }, (_, bin) => ({
    from: start + bin * width,
    to: start + (bin + 1) * width,
    counts: [...counts.subarray(bin * classes, (bin + 1) * classes)],
  }))
}
