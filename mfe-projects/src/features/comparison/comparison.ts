import type { ListedResult, Measurement } from '@lamella/shared/contract'

/** A figure over several results. One key can have several units: areas are in µm² or px². */
export interface ComparedFigure {
  /** Of key and unit, unique. */
  id: string
  title: string
  unit: string
  decimals: number
}

/** A result with what it differs by from the first one of its image. */
export interface ComparedResult {
  result: ListedResult
  /** Index of its analysis. */
  analysis: number
  /** By the ids of figures; null where it is undefined, absent where the result has no such figure. */
  values: ReadonlyMap<string, number | null>
  /** Value minus that of the first result of the same image and application, where both are defined; of that one itself: none. */
  differences: ReadonlyMap<string, number>
}

/** Results of many jobs in one table. */
export interface Comparison {
  figures: readonly ComparedFigure[]
  /** What results of one image can differ by: application, version and parameters. In order of their first jobs. */
  analyses: readonly Pick<ListedResult, 'appName' | 'appVersion' | 'params'>[]
  /** By the names of images, then by when they were submitted. */
  rows: readonly ComparedResult[]
}

const idOf = ({ key, unit }: Pick<Measurement, 'key' | 'unit'>): string => `${key} ${unit}`

const analysisKey = ({ appName, appVersion, params }: ListedResult): string =>
  JSON.stringify([appName, appVersion, Object.entries(params).toSorted(([one], [other]) => (one < other ? -1 : 1))])

const byName = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

const valuesOf = ({ figures }: ListedResult): ReadonlyMap<string, number | null> =>
  new Map(figures.map((figure) => [idOf(figure), figure.value]))

/** Puts results side by side. @param results - of one project, in any order */
export const compare = (results: readonly ListedResult[]): Comparison => {
  const byTime = results.toSorted((one, other) => one.created.localeCompare(other.created))
  const figures = new Map<string, ComparedFigure>()
  const analyses = new Map<string, number>()
  const first = new Map<string, ReadonlyMap<string, number | null>>()
  const rows = byTime.map((result): ComparedResult => {
    for (const { key, unit, title, decimals } of result.figures) {
      const id = idOf({ key, unit })
      if (!figures.has(id)) figures.set(id, { id, title, unit, decimals })
    }
    const key = analysisKey(result)
    if (!analyses.has(key)) analyses.set(key, analyses.size)
    const values = valuesOf(result)
    const compared = `${result.image} ${result.appName}`
    const reference = first.get(compared)
    if (!reference) first.set(compared, values)
    const differences = new Map<string, number>()
    for (const [id, value] of values) {
      const before = reference?.get(id)
      if (value !== null && typeof before === 'number') differences.set(id, value - before)
    }
    return { result, analysis: analyses.get(key) ?? 0, values, differences }
  })
  return {
    figures: [...figures.values()],
    analyses: [...analyses.keys()].flatMap((key) => byTime.find((result) => analysisKey(result) === key) ?? []),
    // Stable: those of one image stay in the order of time.
    rows: rows.toSorted(
      ({ result: one }, { result: other }) =>
        byName.compare(one.imageName, other.imageName) || one.image.localeCompare(other.image),
    ),
  }
}

/** Parameters in which analyses differ: only these have to be told. */
export const differingParams = (analyses: Comparison['analyses']): string[] => {
  const keys = [...new Set(analyses.flatMap(({ params }) => Object.keys(params)))]
  return keys.filter((key) => new Set(analyses.map(({ params }) => JSON.stringify(params[key]))).size > 1)
}
