import * as z from 'zod/mini'

/**
 * How a measurement follows from the objects of a result. Objects that were left out do not count.
 * - `count`: number of objects, of some classes only where they are named
 * - `share`: objects of these classes, percent of all
 * - `score`: sum of weight × percent of the objects in the class; classes without weight have 0
 * - `mean`, `median`: of a column, over its defined values
 * - `image`: measured on the image alone, whatever the objects are
 * - `ratio`: number of objects over another measurement, such as an area
 * - `hotSpot`: largest share of objects of these classes, percent, in a window of at least so many objects (`hotSpotOf`)
 */
const measure = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('count'), classes: z.optional(z.array(z.string())) }),
  z.object({ kind: z.literal('share'), classes: z.array(z.string()) }),
  z.object({ kind: z.literal('score'), weights: z.record(z.string(), z.number()) }),
  z.object({ kind: z.literal('mean'), column: z.string() }),
  z.object({ kind: z.literal('median'), column: z.string() }),
  z.object({ kind: z.literal('image') }),
  z.object({ kind: z.literal('ratio'), over: z.string() }),
  z.object({ kind: z.literal('hotSpot'), classes: z.array(z.string()), least: z.number() }),
])
export type Measure = z.infer<typeof measure>

/**
 * How an application divides its objects into classes by one column, and which measurements follow from that. Of an
 * application with one class nothing is cut: users can leave objects out, and see the distribution of the column.
 */
export const classification = z.object({
  /** Key of the column that is cut, or whose distribution is shown. */
  column: z.string(),
  /** Noun for the objects in the plural, e.g. "nuclei". */
  objects: z.string(),
  /** In ascending order of the column's value. */
  classes: z.array(z.object({ name: z.string(), color: z.string() })),
  /** Smallest value of each class but the first, ascending: one fewer than classes, none for a single one. */
  cuts: z.array(z.number()),
  /** Range of the distribution, in which the cuts can be moved, and the step of a key press; values between steps are allowed. */
  minimum: z.number(),
  maximum: z.number(),
  step: z.number(),
  /** By key of the measurement. One that is not named is undefined after a correction. */
  measures: z.record(z.string(), measure),
})
export type Classification = z.infer<typeof classification>

/** Index of the class of a value: the number of cuts that it reaches; 0 for an undefined value (NaN). */
export const classIndexOf = (value: number, cuts: readonly number[]): number => {
  let index = 0
  for (let i = 0; i < cuts.length; i++) if (value >= (cuts[i] ?? Number.NaN)) index++
  return index
}

const columnsOfMeasure = (measure: Measure): string[] => {
  if (measure.kind === 'hotSpot') return ['x', 'y']
  return 'column' in measure ? [measure.column] : []
}

/** Keys of the columns from which classes and measurements are computed. */
export const columnsOf = ({ column, measures }: Classification): string[] => [
  ...new Set([column, ...Object.values(measures).flatMap(columnsOfMeasure)]),
]

/**
 * Why cuts do not fit a classification, as a sentence for a user; null when they fit. They must be in the range and must
 * not descend; two equal ones leave the class between them empty.
 */
export const cutsProblem = (
  { cuts: { length }, minimum, maximum }: Pick<Classification, 'cuts' | 'minimum' | 'maximum'>,
  cuts: readonly number[],
): string | null => {
  if (length === 0) return cuts.length === 0 ? null : 'The objects of this application have one class and no cuts.'
  if (cuts.length !== length) return `Enter ${length} ${length === 1 ? 'cut' : 'cuts'}.`
  if (!cuts.every((cut) => cut >= minimum && cut <= maximum)) return `Enter cuts from ${minimum} to ${maximum}.`
  return cuts.every((cut, i) => i === 0 || cut >= (cuts[i - 1] ?? cut)) ? null : 'Enter the cuts in ascending order.'
}

/** Class codes of values by cuts, one per object. A plain loop: a page computes 200,000 of them for a step of a slider. */
export const classCodesOf = (values: Float64Array, cuts: readonly number[]): Uint16Array => {
  const codes = new Uint16Array(values.length)
  for (let row = 0; row < values.length; row++) codes[row] = classIndexOf(values[row] ?? Number.NaN, cuts)
  return codes
}
