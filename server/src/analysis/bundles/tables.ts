import { classesByCuts, type JobResult, type ResultObject } from '@lamella/shared/contract'
import * as z from 'zod'
import type { CsvCell } from '../../platform/csv.ts'
import { longestCell } from '../../platform/xlsx.ts'
import type { ObjectFile } from '../results/object-file.ts'
import type { BundledCorrection, BundledResult } from './messages.ts'

type Row = CsvCell[]

/** Objects that are read and held in memory at once. */
const rowsAtOnce = 2_000

/** A column over several results. */
type SharedColumn = Pick<JobResult['columns'][number], 'key' | 'title' | 'unit'>

/** What a result has in a column; undefined where it has nothing there. */
const partOf = <Part extends SharedColumn>(parts: readonly Part[], { key, unit }: SharedColumn): Part | undefined =>
  parts.find((part) => part.key === key && part.unit === unit)

/**
 * Columns over all results, one per key and unit, in order of first appearance. Titles may differ between versions of an application;
 * areas are in µm² or px² of the same version, depending on whether the pixel size of the image is known.
 */
const columnsOf = (lists: readonly (readonly SharedColumn[])[]): SharedColumn[] => {
  const columns: SharedColumn[] = []
  for (const part of lists.flat()) if (!partOf(columns, part)) columns.push(part)
  return columns
}

const titlesOf = (columns: readonly SharedColumn[]): string[] =>
  columns.map(({ title, unit }) => (unit ? `${title} [${unit}]` : title))

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
  const columns = columnsOf(results.map(({ measurements }) => measurements))
  yield [
    'Image',
    'Application',
    'Version',
    'Finished (UTC)',
    ...titlesOf(columns),
    'Pixel size [µm]',
    'Pixel size from',
    'Result',
    'Objects left out',
    'Job',
  ]
  for (const { resultId, imageName, appName, appVersion, finished, measurements, correction, provenance } of results) {
    const date = finished === null ? null : new Date(finished)
    const leftOut = correction?.leftOut.reduce((sum, { objects }) => sum + objects.length, 0) ?? 0
    const numbers = columns.map((column) => partOf(measurements, column)?.value ?? null)
    yield [
      imageName,
      appName,
      appVersion,
      date,
      ...numbers,
      ...pixelSizeCells(provenance),
      resultText(correction),
      leftOut,
      // An original result has the id of its job.
      resultId,
    ]
  }
}

/** Name of the class of an object by other cuts; undefined where it is not known. */
const recut = ({ column, classes, own }: NonNullable<BundledCorrection['cut']>, cuts: readonly number[]) => {
  const codeOf = classesByCuts(own, cuts)
  return ({ class: stored, values }: ResultObject): string | undefined =>
    classes[codeOf(classes.indexOf(stored), values[column] ?? Number.NaN)]
}

/** Class and remark of the objects of a result, after its correction. */
function corrected(correction: BundledCorrection | null) {
  const leftOut = new Map(
    correction?.leftOut.flatMap(({ by, at, objects }) =>
      objects.map((no) => [no, `by ${by.fullName}, ${at}`] as const),
    ),
  )
  const classIn = correction?.cut && recut(correction.cut, correction.cuts)
  return {
    classOf: (object: ResultObject): string => classIn?.(object) ?? object.class,
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
  const columns = columnsOf(results.map((each) => each.columns))
  yield ['Image', 'No.', 'Class', ...titlesOf(columns), 'Result', 'Left out', 'Job']
  for (const { imageName, resultId, correction, columns: own } of results) {
    const keys = columns.map((column) => partOf(own, column)?.key)
    const { classOf, leftOutText } = corrected(correction)
    const result = resultText(correction)
    await using objects = await read(resultId)
    for (let from = 0; from < objects.count; from += rowsAtOnce) {
      for (const object of await objects.rows(from, from + rowsAtOnce)) {
        const values = keys.map((key) => (key === undefined ? null : (object.values[key] ?? null)))
        yield [imageName, object.no, classOf(object), ...values, result, leftOutText(object.no), resultId]
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

/** The facts of a correction: who, when, and who left out what. */
const correctionFacts = ({ createdBy, created, leftOut }: BundledCorrection): JobResult['provenance'] => ({
  correctedBy: createdBy,
  corrected: created,
  leftOut: leftOut.map(({ by, at, objects }) => `${objects.join(', ')} by ${by.fullName}, ${at}`).join('; ') || 'none',
})

type Described = Pick<BundledResult, 'imageName' | 'provenance' | 'correction'>

/** What the numbers of a result rest on, and who corrected what. */
function* factsOfResult({ provenance, correction }: Described): Generator<[path: string, value: CsvCell]> {
  // The job's page labels them so.
  const { cut, cuts } = correction ?? { cut: null, cuts: [] }
  // Only the cuts in force: those of the correction in place of the application's.
  const { params, ...rest } = cut ? { ...provenance, [`${cut.column}Cuts`]: cuts } : provenance
  const named = params === undefined ? rest : { parameters: params, ...rest }
  yield* factsOf({ ...named, ...(correction && { correction: correctionFacts(correction) }) }, '')
}

/**
 * A text in parts that a cell of a workbook can hold, such as a list of 10,000 objects that were left out. It is parted at spaces, which
 * are left out there, so that no number is torn; only a word that no cell can hold is.
 */
const partsOf = (text: string): string[] => {
  const parts: string[] = []
  let from = 0
  while (text.length - from > longestCell) {
    const space = text.lastIndexOf(' ', from + longestCell)
    const to = space > from ? space : from + longestCell
    parts.push(text.slice(from, to))
    from = space > from ? to + 1 : to
  }
  return [...parts, text.slice(from)]
}

/** The rows of a fact: name and value, or name and part of a longer text. */
const factRows = (fact: string, value: CsvCell): [fact: string, value: CsvCell][] => {
  const parts = typeof value === 'string' ? partsOf(value) : [value]
  return parts.map((part, i) => [parts.length > 1 ? `${fact} (part ${i + 1} of ${parts.length})` : fact, part])
}

/** The provenance of the numbers for a workbook: one row per result and fact, several for a text that no cell can hold. */
export function* provenanceRows(results: readonly Described[]): Generator<Row> {
  yield ['Image', 'Fact', 'Value', 'Result']
  for (const result of results) {
    const rows = [...factsOfResult(result)].flatMap(([fact, value]) => factRows(fact, value))
    for (const [fact, value] of rows) yield [result.imageName, fact, value, resultText(result.correction)]
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
