import type { Measurement } from './analysis.ts'
import type { Classification, Measure } from './classification.ts'
import { type HotSpot, type HotSpotWindows, hotSpotOf, hotSpotWindowsOf } from './hot-spot.ts'

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
  classification: Pick<Classification, 'objects' | 'classes' | 'measures' | 'part'>
  /** Index of the class, per object. */
  codes: Uint16Array
  /** One value per object, NaN: undefined; by the keys of `columnsOf`. */
  columns: Readonly<Record<string, Float64Array>>
  /** Numbers (from 1) of the objects that do not count. */
  leftOut?: ReadonlySet<number>
  /** By `hotSpotWindowsIn` of the same objects, where several summaries of them are computed. */
  windows?: HotSpotWindows | null
}

/** How a classification defines its hot spot; null: it has none. */
export const hotSpotMeasureOf = ({ measures }: Pick<Classification, 'measures'>) =>
  Object.values(measures).find((measure) => measure.kind === 'hotSpot') ?? null

/** The windows that can be the hot spot of a result, whatever the classes of its objects are; null where the classification has none. */
export const hotSpotWindowsIn = ({
  classification,
  columns,
  leftOut = new Set(),
}: Omit<SummaryInput, 'figures' | 'codes' | 'windows'>): HotSpotWindows | null => {
  const measure = hotSpotMeasureOf(classification)
  const { x, y } = columns
  return measure && x && y ? hotSpotWindowsOf({ x, y }, measure.least, leftOut) : null
}

/** The hot spot of a result; null where the classification has none, or there are too few objects. */
export const hotSpotIn = (input: Omit<SummaryInput, 'figures'>): HotSpot | null => {
  const { classification, codes, windows = hotSpotWindowsIn(input) } = input
  const measure = hotSpotMeasureOf(classification)
  if (!measure || !windows) return null
  const counted = new Set(
    measure.classes.map((wanted) => classification.classes.findIndex(({ name }) => name === wanted)),
  )
  return hotSpotOf(windows, codes, counted)
}

/** Why a measurement is undefined, where that is not plain. */
const noteOf = (measure: Measure | undefined, value: number | null, objects: string): string | undefined =>
  measure?.kind === 'hotSpot' && value === null ? `fewer than ${measure.least} ${objects}` : undefined

/**
 * Measurements and class counts of a result. The server and the page compute with this same function, so that what is
 * shown is what is stored.
 */
export const summarise = ({
  figures,
  classification: { objects, classes, measures, part },
  codes,
  columns,
  leftOut = new Set(),
  windows,
}: SummaryInput) => {
  const counts = countClasses(codes, classes.length, leftOut)
  const total = counts.reduce((sum, count) => sum + count, 0)
  const countIn = (names: readonly string[]) =>
    classes.reduce((sum, { name }, code) => sum + (names.includes(name) ? (counts[code] ?? 0) : 0), 0)
  // Without objects only their number is defined.
  const percent = (amount: number) => (total ? (100 * amount) / total : null)
  const isCounted = (row: number) => !leftOut.has(row + 1)
  const isInPart = (row: number) => isCounted(row) && columns[part?.column ?? '']?.[row] === part?.is
  const valuesOf = (key: string, isIn = isCounted) =>
    (columns[key] ?? new Float64Array()).filter((value, row) => !Number.isNaN(value) && isIn(row))
  const ofPart = (key: string): number | null => {
    const one = part?.measures[key]
    if (!one) return null
    if (one.kind === 'count') return codes.filter((_, row) => isInPart(row)).length
    const values = valuesOf(one.column, isInPart)
    return one.kind === 'mean' ? meanOf(values) : medianOf(values)
  }
  const computed = (one: Measure, before: number | null): number | null => {
    switch (one.kind) {
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
      case 'ratio': {
        const divisor = figures.find(({ key }) => key === one.over)?.value
        return divisor ? total / divisor : null
      }
      case 'hotSpot':
        return (
          hotSpotIn({ classification: { objects, classes, measures }, codes, columns, leftOut, windows })?.share ?? null
        )
    }
  }
  return {
    figures: figures.map((figure): Measurement => {
      const measure = measures[figure.key]
      const value = measure ? computed(measure, figure.value) : ofPart(figure.key)
      const note = noteOf(measure, value, objects)
      return { ...figure, value, ...(note !== undefined && { note }) }
    }),
    classes: classes.map(({ name, color }, code) => ({ name, color, count: counts[code] ?? 0 })),
  }
}
