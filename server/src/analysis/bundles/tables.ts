import { classIndexOf, type JobResult, type ResultObject } from '@lamella/shared/contract'
import * as z from 'zod'
import type { CsvCell } from '../../platform/csv.ts'
import type { ObjectFile } from '../results/object-file.ts'
import type { BundledCorrection, BundledResult } from './messages.ts'

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

/** Says of a row whether its result is as the application measured it. */
const resultText = (correction: BundledCorrection | null): string =>
  correction ? `Corrected by ${correction.createdBy}, ${correction.created}` : 'Original'

const pixelSize = z.object({ x: z.number(), y: z.number() })

/** The pixel size of a result, µm, and where it comes from; empty where it is unknown, and in results from before it was kept. */
const pixelSizeCells = ({ pixelSizeUm, pixelSizeFrom }: JobResult['provenance']): CsvCell[] => {
  const { data } = pixelSize.safeParse(pixelSizeUm)
  const size = data && (data.x === data.y ? data.x : `${data.x} × ${data.y}`)
  return [size ?? null, typeof pixelSizeFrom === 'string' ? pixelSizeFrom : null]
}

/** One row per result with its measurements, unrounded. An undefined measurement is an empty cell, never 0. */
export function* summaryRows(results: readonly BundledResult[]): Generator<Row> {
  const titles = titlesOf(results.map(({ measurements }) => measurements))
  yield [
    'Image',
    'Application',
    'Version',
    'Finished',
    ...titles.values(),
    'Pixel size [µm]',
    'Pixel size from',
    'Result',
    'Objects left out',
  ]
  for (const { imageName, appName, appVersion, finished, measurements, correction, provenance } of results) {
    const values = new Map(measurements.map(({ key, value }) => [key, value]))
    const date = finished === null ? null : new Date(finished)
    const leftOut = correction?.leftOut.reduce((sum, { objects }) => sum + objects.length, 0) ?? 0
    const numbers = [...titles.keys()].map((key) => values.get(key) ?? null)
    yield [
      imageName,
      appName,
      appVersion,
      date,
      ...numbers,
      ...pixelSizeCells(provenance),
      resultText(correction),
      leftOut,
    ]
  }
}

/** Class and remark of the objects of a result, after its correction. */
function corrected(correction: BundledCorrection | null) {
  const leftOut = new Map(
    correction?.leftOut.flatMap(({ by, at, objects }) =>
      objects.map((no) => [no, `by ${by.fullName}, ${at}`] as const),
    ),
  )
  return {
    classOf: ({ class: stored, values }: ResultObject): string => {
      if (!correction?.cut) return stored
      const { column, classes } = correction.cut
      return classes[classIndexOf(values[column] ?? Number.NaN, correction.cuts)] ?? stored
    },
    leftOutText: (no: number): CsvCell => leftOut.get(no) ?? null,
  }
}

/**
 * One row per object, over all results.
 *
 * @param read opens the objects of a result; they are disposed of before the next are opened
 */
export async function* objectRows(
  results: readonly BundledResult[],
  read: (resultId: string) => Promise<ObjectFile & AsyncDisposable>,
): AsyncGenerator<Row> {
  const titles = titlesOf(results.map(({ columns }) => columns))
  yield ['Image', 'No.', 'Class', ...titles.values(), 'Result', 'Left out']
  for (const { imageName, resultId, correction } of results) {
    const { classOf, leftOutText } = corrected(correction)
    const result = resultText(correction)
    await using objects = await read(resultId)
    for (let from = 0; from < objects.count; from += rowsAtOnce) {
      for (const object of await objects.rows(from, from + rowsAtOnce)) {
        const values = [...titles.keys()].map((key) => object.values[key] ?? null)
        yield [imageName, object.no, classOf(object), ...values, result, leftOutText(object.no)]
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

/** The facts of a correction: who, when, which cuts if there are any, and who left out what. */
const correctionFacts = ({ createdBy, created, cuts, leftOut }: BundledCorrection): JobResult['provenance'] => ({
  correctedBy: createdBy,
  corrected: created,
  ...(cuts.length > 0 && { cuts }),
  leftOut: leftOut.map(({ by, at, objects }) => `${objects.join(', ')} by ${by.fullName}, ${at}`).join('; ') || 'none',
})

type Described = Pick<BundledResult, 'imageName' | 'provenance' | 'correction'>

/** What the numbers of a result rest on, and who corrected what. */
function* factsOfResult({ provenance, correction }: Described): Generator<[path: string, value: CsvCell]> {
  // The job's page labels them so.
  const { params, ...rest } = provenance
  const named = params === undefined ? rest : { parameters: params, ...rest }
  yield* factsOf({ ...named, ...(correction && { correction: correctionFacts(correction) }) }, '')
}

/** The provenance of the numbers: one row per result and fact. */
export function* provenanceRows(results: readonly Described[]): Generator<Row> {
  yield ['Image', 'Fact', 'Value', 'Result']
  for (const result of results) {
    for (const [fact, value] of factsOfResult(result))
      yield [result.imageName, fact, value, resultText(result.correction)]
  }
}

/** The summary with a column per fact of the provenance: all that fits into one table without the objects. */
export function* summaryWithProvenanceRows(results: readonly BundledResult[]): Generator<Row> {
  const facts = results.map((result) => new Map(factsOfResult(result)))
  const names = [...new Set(facts.flatMap((each) => [...each.keys()]))]
  const [titles = [], ...rows] = summaryRows(results)
  yield [...titles, ...names]
  for (const [i, row] of rows.entries()) yield [...row, ...names.map((name) => facts[i]?.get(name) ?? null)]
}
