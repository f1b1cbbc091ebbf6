import type { ResultObject } from '@lamella/shared/contract'
import type { BundledResult } from './repository.ts'

/** Null is an empty cell: an undefined number is never written as 0. */
export type Cell = string | number | Date | null
export interface SheetTable {
  name: string
  /** The first row holds the titles. */
  rows: Cell[][]
}

const withUnit = (title: string, unit: string): string => (unit ? `${title} [${unit}]` : title)

/** Titles by key over all results, in the order in which they first appear: versions may have different ones. */
const titlesOf = (lists: readonly { key: string; title: string; unit: string }[][]): Map<string, string> => {
  const titles = new Map<string, string>()
  for (const { key, title, unit } of lists.flat()) if (!titles.has(key)) titles.set(key, withUnit(title, unit))
  return titles
}

/** One row a job: the figures that its page shows, unrounded. */
export const summaryTable = (results: readonly BundledResult[]): SheetTable => {
  const titles = titlesOf(results.map(({ figures }) => figures))
  const rows = results.map(({ imageName, appName, appVersion, finished, figures }): Cell[] => {
    const values = new Map(figures.map(({ key, value }) => [key, value]))
    return [imageName, appName, appVersion, finished, ...[...titles.keys()].map((key) => values.get(key) ?? null)]
  })
  return { name: 'Summary', rows: [['Image', 'Application', 'Version', 'Finished', ...titles.values()], ...rows] }
}

/** One row an object, over all jobs. */
export async function* objectRows(
  results: readonly BundledResult[],
  objectsOf: (resultId: string) => Promise<ResultObject[]>,
): AsyncGenerator<Cell[]> {
  const titles = titlesOf(results.map(({ columns }) => columns))
  yield ['Image', 'No.', 'Class', ...titles.values()]
  for (const { imageName, resultId } of results) {
    for (const object of await objectsOf(resultId)) {
      yield [imageName, object.no, object.class, ...[...titles.keys()].map((key) => object.values[key] ?? null)]
    }
  }
}
