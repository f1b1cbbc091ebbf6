/** One row of the table: our figure beside those of others, all measured in the same run. */
export interface BenchResult {
  /** What is measured, with its conditions. */
  name: string
  unit: string
  /** Null: not measured. */
  ours: number | null
  peers: { name: string; value: number | null }[]
  /** What is asked for, in words. */
  floor: string
  /** Null: cannot be told, because something was not measured. */
  met: boolean | null
  /** Further figures, and why something is missing. */
  notes: string[]
}

/** A row that says why something was not measured. */
export const notMeasured = (name: string, error: unknown): BenchResult => ({
  name,
  unit: '',
  ours: null,
  peers: [],
  floor: '',
  met: null,
  notes: [error instanceof Error ? error.message : String(error)],
})

export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

export const round = (value: number, digits = 0): number => Number(value.toFixed(digits))
