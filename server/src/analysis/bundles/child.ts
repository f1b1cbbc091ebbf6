/** The process that makes one bundle: a workbook or a CSV file of several results. */
import '../../platform/process/child-setup.ts'
import { createWriteStream } from 'node:fs'
import { open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { byteOrderMark, type CsvCell, csvLine } from '../../platform/csv.ts'
import { writeXlsx } from '../../platform/xlsx.ts'
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

async function* csvOf(rows: Iterable<CsvCell[]>): AsyncGenerator<string> {
  yield byteOrderMark
  for (const row of rows) yield csvLine(row)
}

const makeBundle = async ({ folder, format }: BundleTask, parent: Parent): Promise<void> => {
  const lines = (await readFile(join(folder, resultsFile), 'utf8')).split('\n').filter(Boolean)
  const results = lines.map((line) => JSON.parse(line) as BundledResult)
  const file = join(folder, bundleFile)
  if (format === 'csv')
    return pipeline(Readable.from(csvOf(summaryWithProvenanceRows(results))), createWriteStream(file))
  await writeXlsx(file, [
    { name: 'Summary', rows: summaryRows(results) },
    { name: 'Objects', rows: objectRows(results, requestObjects(folder, parent)) },
    { name: 'Provenance', rows: provenanceRows(results) },
  ])
}

serveParent(makeBundle, () => false)
