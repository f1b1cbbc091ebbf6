import * as z from 'zod/mini'

const mean = z.object({ kind: z.literal('mean'), column: z.string() })
const median = z.object({ kind: z.literal('median'), column: z.string() })

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
  mean,
  median,
  z.object({ kind: z.literal('image') }),
  z.object({ kind: z.literal('ratio'), over: z.string() }),
  z.object({ kind: z.literal('hotSpot'), classes: z.array(z.string()), least: z.number() }),
])
export type Measure = z.infer<typeof measure>

/** The measures of a part of the objects. */
const partMeasure = z.discriminatedUnion('kind', [z.object({ kind: z.literal('count') }), mean, median])

/**
 * How an application divides its objects into classes by one column, and which measurements follow from that. Of an
 * application with one class nothing is cut: users can leave objects out, and see the distribution of the column.
 */
export const classification = z.object({
  /** Key of the column that is cut, or whose distribution is shown. The provenance has the cuts of a column `dabOd` under `dabOdCuts`. */
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
  /**
   * Measures of those objects only that have this value in this column, such as those that the border does not cut off. Apart from the others: a client
   * that does not know it leaves these figures undefined, and does not take them for figures of all objects. Absent: there are none.
   */
  part: z.optional(z.object({ column: z.string(), is: z.number(), measures: z.record(z.string(), partMeasure) })),
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
export const columnsOf = ({ column, measures, part }: Classification): string[] => [
  ...new Set([
    column,
    ...Object.values(measures).flatMap(columnsOfMeasure),
    ...(part ? [part.column, ...Object.values(part.measures).flatMap(columnsOfMeasure)] : []),
  ]),
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

/**
 * How objects are divided by the cuts of a correction: a function that returns the index of an object's class, the number of cuts that it
 * reaches. A cut at one of the application's own values divides as the application did, by the value before it was rounded. So whether
 * an object reaches a cut never depends on where the others are, and with no cut moved its class is the stored one.
 *
 * @param own - the cuts of the application
 * @returns of the stored index of the class and the stored value (NaN: undefined)
 */
export const classesByCuts = (
  own: readonly number[],
  cuts: readonly number[],
): ((stored: number, value: number) => number) => {
  const places = cuts.map((cut) => own.indexOf(cut))
  return (stored, value) => {
    let index = 0
    for (let i = 0; i < cuts.length; i++) {
      const place = places[i] ?? -1
      if (place < 0 ? value >= (cuts[i] ?? Number.NaN) : stored > place) index++
    }
    return index
  }
}

/** Class codes of all objects by `classesByCuts`. A plain loop: a page computes 200,000 of them for a step of a slider. */
export const classCodesByCuts = (
  stored: Uint16Array,
  values: Float64Array,
  own: readonly number[],
  cuts: readonly number[],
): Uint16Array => {
  const classOf = classesByCuts(own, cuts)
  const codes = new Uint16Array(stored.length)
  for (let row = 0; row < stored.length; row++) codes[row] = classOf(stored[row] ?? 0, values[row] ?? Number.NaN)
  return codes
}
