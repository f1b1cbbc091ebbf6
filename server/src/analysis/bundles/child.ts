/** The process that makes one bundle: a workbook, or a zip file with two CSV files, of several results. */
import '../../platform/process/child-setup.ts'
import { open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { byteOrderMark, type CsvCell, csvLine } from '../../platform/csv.ts'
import { writeXlsx } from '../../platform/xlsx.ts'
import { writeZip } from '../../platform/zip.ts'
import { ObjectFile } from '../results/object-file.ts'
import { type Parent, serveParent } from '../runtime/serve-parent.ts'
import { type BundledResult, type BundleTask, bundleFile, objectsFileName, resultsFile } from './messages.ts'
import { objectRows, provenanceRows, summaryRows, summaryWithProvenanceRows } from './tables.ts'

/** Requests the objects of a result from the parent, which copies their file into the folder; disposing removes it. */
const requestObjects = (folder: string, parent: Parent) => async (resultId: string) => {
  await parent.report({ wanted: resultId })
  await parent.nextLine()
  const file = join(folder, objectsFileName(resultId))
  const handle = await open(file)
  const { size } = await handle.stat()
  const bytes = {
    size,
    read: async (offset: number, length: number) => {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, offset)
      return buffer.subarray(0, bytesRead)
    },
  }
  return Object.assign(await ObjectFile.open(bytes), {
    async [Symbol.asyncDispose]() {
      await handle.close()
      await rm(file)
    },
  })
}

/** Characters of a CSV file per chunk of the stream. */
const chunkLength = 64 * 1024

async function* csvOf(rows: Iterable<CsvCell[]> | AsyncIterable<CsvCell[]>): AsyncGenerator<string> {
  let text: string = byteOrderMark
  for await (const row of rows) {
    text += csvLine(row)
    if (text.length < chunkLength) continue
    yield text
    text = ''
  }
  yield text
}

const writeCsvFiles = async (file: string, tables: Record<string, Parameters<typeof csvOf>[0]>): Promise<void> => {
  const zip = writeZip(file)
  for (const [name, rows] of Object.entries(tables)) await zip.add(name, Readable.from(csvOf(rows)))
  await zip.end()
}

const makeBundle = async ({ folder, format }: BundleTask, parent: Parent): Promise<void> => {
  const lines = (await readFile(join(folder, resultsFile), 'utf8')).split('\n').filter(Boolean)
  const results = lines.map((line) => JSON.parse(line) as BundledResult)
  const file = join(folder, bundleFile)
  if (format === 'csv')
    return writeCsvFiles(file, {
      'results.csv': summaryWithProvenanceRows(results),
      'objects.csv': objectRows(results, requestObjects(folder, parent)),
    })
  await writeXlsx(file, [
    { name: 'Summary', rows: summaryRows(results) },
    { name: 'Objects', rows: objectRows(results, requestObjects(folder, parent)) },
    { name: 'Provenance', rows: provenanceRows(results) },
  ])
}

serveParent(makeBundle, () => false)
