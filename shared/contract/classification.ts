import * as z from 'zod/mini'
import type { Measurement } from './analysis.ts'

/**
 * How a measurement follows from the objects of a result. Objects that were left out do not count.
 * - `count`: number of objects, of some classes only where they are named
 * - `share`: objects of these classes, percent of all
 * - `score`: sum of weight × percent of the objects in the class; classes without weight have 0
 * - `mean`, `median`: of a column, over its defined values
 * - `image`: measured on the image alone, whatever the objects are
 */
const measure = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('count'), classes: z.optional(z.array(z.string())) }),
  z.object({ kind: z.literal('share'), classes: z.array(z.string()) }),
  z.object({ kind: z.literal('score'), weights: z.record(z.string(), z.number()) }),
  z.object({ kind: z.literal('mean'), column: z.string() }),
  z.object({ kind: z.literal('median'), column: z.string() }),
  z.object({ kind: z.literal('image') }),
])
export type Measure = z.infer<typeof measure>

/** How an application divides its objects into classes by one column, and which measurements follow from that. */
export const classification = z.object({
  /** Key of the column that is cut. */
  column: z.string(),
  /** Noun for the objects in the plural, e.g. "nuclei". */
  objects: z.string(),
  /** In ascending order of the column's value. */
  classes: z.array(z.object({ name: z.string(), color: z.string() })),
  /** Smallest value of each class but the first, ascending: one fewer than classes. */
  cuts: z.array(z.number()),
  /** Range in which the cuts can be moved, and the step of a key press; values between steps are allowed. */
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

/** Keys of the columns from which classes and measurements are computed. */
export const columnsOf = ({ column, measures }: Classification): string[] => [
  ...new Set([column, ...Object.values(measures).flatMap((one) => ('column' in one ? one.column : []))]),
]

/**
 * Why cuts do not fit a classification, as a sentence for a user; null when they fit. They must be in the range and must
 * not descend; two equal ones leave the class between them empty.
 */
export const cutsProblem = (
  { cuts: { length }, minimum, maximum }: Pick<Classification, 'cuts' | 'minimum' | 'maximum'>,
  cuts: readonly number[],
): string | null => {
  if (cuts.length !== length) return `Enter ${length} ${length === 1 ? 'cut' : 'cuts'}.`
  if (!cuts.every((cut) => cut >= minimum && cut <= maximum)) return `Enter cuts from ${minimum} to ${maximum}.`
  return cuts.every((cut, i) => i === 0 || cut >= (cuts[i - 1] ?? cut)) ? null : 'Enter the cuts in ascending order.'
}

/** Null without values. The sum keeps the order of the objects: another order would change the last digits. */
const meanOf = (values: Iterable<number>): number | null => {
  let [sum, count] = [0, 0]
  for (const value of values) {
    sum += value
    count++
  }
  return count ? sum / count : null
}

const medianOf = (values: Float64Array): number | null => {
  const sorted = values.toSorted()
  const middle = [sorted.at((sorted.length - 1) >> 1), sorted.at(sorted.length >> 1)]
  return meanOf(middle.filter((value) => value !== undefined))
}

/** Class codes of values by cuts, one per object. A plain loop: a page computes 200,000 of them for a step of a slider. */
export const classCodesOf = (values: Float64Array, cuts: readonly number[]): Uint16Array => {
  const codes = new Uint16Array(values.length)
  for (let row = 0; row < values.length; row++) codes[row] = classIndexOf(values[row] ?? Number.NaN, cuts)
  return codes
}

/** Numbers of objects per class code that are not left out. @param classes - number of classes */
export const countClasses = (
  codes: Uint16Array,
  classes: number,
  leftOut: ReadonlySet<number> = new Set(),
): number[] => {
  const counts = Array.from({ length: classes }, () => 0)
  for (const code of codes) counts[code] = (counts[code] ?? 0) + 1
  for (const no of leftOut) {
    const code = codes[no - 1]
    if (code !== undefined) counts[code] = (counts[code] ?? 0) - 1
  }
  return counts
}

/** What a summary is computed from. */
export interface SummaryInput {
  /** Measurements to be computed: titles, units and decimals are kept. */
  figures: readonly Measurement[]
  classification: Pick<Classification, 'classes' | 'measures'>
  /** Index of the class, per object. */
  codes: Uint16Array
  /** One value per object, NaN: undefined; by the keys of `columnsOf`. */
  columns: Readonly<Record<string, Float64Array>>
  /** Numbers (from 1) of the objects that do not count. */
  leftOut?: ReadonlySet<number>
}

/**
 * Measurements and class counts of a result. The server and the page compute with this same function, so that what is
 * shown is what is stored.
 */
export const summarise = ({
  figures,
  classification: { classes, measures },
  codes,
  columns,
  leftOut = new Set(),
}: SummaryInput) => {
  const counts = countClasses(codes, classes.length, leftOut)
  const total = counts.reduce((sum, count) => sum + count, 0)
  const countIn = (names: readonly string[]) =>
    classes.reduce((sum, { name }, code) => sum + (names.includes(name) ? (counts[code] ?? 0) : 0), 0)
  // Without objects only their number is defined.
  const percent = (amount: number) => (total ? (100 * amount) / total : null)
  const valuesOf = (key: string) =>
    (columns[key] ?? new Float64Array()).filter((value, row) => !Number.isNaN(value) && !leftOut.has(row + 1))
  const computed = (one: Measure | undefined, before: number | null): number | null => {
    switch (one?.kind) {
      case 'count':
        return one.classes ? countIn(one.classes) : total
      case 'share':
        return percent(countIn(one.classes))
      case 'score':
        return percent(classes.reduce((sum, { name }, code) => sum + (one.weights[name] ?? 0) * (counts[code] ?? 0), 0))
      case 'mean':
        return meanOf(valuesOf(one.column))
      case 'median':
        return medianOf(valuesOf(one.column))
      case 'image':
        return before
      default:
        return null
    }
  }
  return {
    figures: figures.map((figure) => ({ ...figure, value: computed(measures[figure.key], figure.value) })),
    classes: classes.map(({ name, color }, code) => ({ name, color, count: counts[code] ?? 0 })),
  }
}
