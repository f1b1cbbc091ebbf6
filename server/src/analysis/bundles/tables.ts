import type { JobResult } from '@lamella/shared/contract'
import type { CsvCell } from '../../platform/csv.ts'
import type { ObjectFile } from '../results/object-file.ts'
import type { BundledResult } from './messages.ts'

type Row = CsvCell[]

/** Objects that are read and held in memory at once. */
const rowsAtOnce = 2_000

const withUnit = (title: string, unit: string): string => (unit ? `${title} [${unit}]` : title)

/** Titles by key over all results, in order of first appearance: versions of an application may differ. */
const titlesOf = (lists: readonly { key: string; title: string; unit: string }[][]): Map<string, string> => {
  const titles = new Map<string, string>()
  for (const { key, title, unit } of lists.flat()) if (!titles.has(key)) titles.set(key, withUnit(title, unit))
  return titles
}

/** One row per job with its measurements, unrounded. An undefined measurement is an empty cell, never 0. */
export function* summaryRows(results: readonly BundledResult[]): Generator<Row> {
  const titles = titlesOf(results.map(({ measurements }) => measurements))
  yield ['Image', 'Application', 'Version', 'Finished', ...titles.values()]
  for (const { imageName, appName, appVersion, finished, measurements } of results) {
    const values = new Map(measurements.map(({ key, value }) => [key, value]))
    const date = finished === null ? null : new Date(finished)
    yield [imageName, appName, appVersion, date, ...[...titles.keys()].map((key) => values.get(key) ?? null)]
  }
}

/**
 * One row per object, over all jobs.
 *
 * @param read opens the objects of a result; they are disposed of before the next are opened
 */
export async function* objectRows(
  results: readonly BundledResult[],
  read: (resultId: string) => Promise<ObjectFile & AsyncDisposable>,
): AsyncGenerator<Row> {
  const titles = titlesOf(results.map(({ columns }) => columns))
  yield ['Image', 'No.', 'Class', ...titles.values()]
  for (const { imageName, resultId } of results) {
    await using objects = await read(resultId)
    for (let from = 0; from < objects.count; from += rowsAtOnce) {
      for (const object of await objects.rows(from, from + rowsAtOnce)) {
        const values = [...titles.keys()].map((key) => object.values[key] ?? null)
        yield [imageName, object.no, object.class, ...values]
      }
    }
  }
}

/** The leaves of a provenance with their paths, such as `stainVectors.dab`: `0.268, 0.57, 0.776`. Lists are one value. */
function* factsOf(value: unknown, path: string): Generator<[path: string, value: CsvCell]> {
  if (Array.isArray(value))
    yield [path, value.every((item) => typeof item !== 'object') ? value.join(', ') : JSON.stringify(value)]
  else if (value !== null && typeof value === 'object') {
    for (const [key, inner] of Object.entries(value)) yield* factsOf(inner, path ? `${path}.${key}` : key)
  } else yield [path, typeof value === 'number' || value === null ? value : String(value)]
}

/** The provenance of the numbers: one row per job and fact. */
export function* provenanceRows(
  results: readonly (Pick<BundledResult, 'imageName'> & Pick<JobResult, 'provenance'>)[],
): Generator<Row> {
  yield ['Image', 'Fact', 'Value']
  for (const { imageName, provenance } of results) {
    // The job's page labels them so.
    const { params, ...rest } = provenance
    const named = params === undefined ? rest : { parameters: params, ...rest }
    for (const [fact, value] of factsOf(named, '')) yield [imageName, fact, value]
  }
}
