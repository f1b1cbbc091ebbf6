import type { AppContext } from '../../../platform/context.ts'
import type { JobHandlers } from '../../../platform/queue/job-types.ts'
import { blobKeys } from '../../../platform/storage/blobs.ts'
import { csvFile, xlsxFile } from '../bundle-files.ts'
import { type BundleRow, changeBundle, findBundle } from '../bundle-repository.ts'
import { type Cell, objectRows, type SheetTable, summaryTable } from '../bundle-tables.ts'
import { resultsFor } from '../repository.ts'
import { readObjects } from '../service.ts'

/** Rows that a sheet of Excel can have. */
const sheetRows = 1_048_576

/** Makes the file of a bundle. A second run replaces it by the same. */
export const createMakeBundle =
  (context: AppContext): JobHandlers['make-bundle'] =>
  async ({ bundleId }, { isLastTry }) => {
    const bundle = await findBundle(context.db, bundleId)
    if (bundle?.status !== 'pending') return
    try {
      const { size } = await context.blobs.write(blobKeys.bundle(bundleId), await fileOf(context, bundle))
      await finish(context, bundleId, { status: 'successful', statusErrors: [], size })
    } catch (error) {
      if (!isLastTry && !(error instanceof NothingToBundle)) throw error
      context.log.warn({ err: error, bundleId }, 'a result bundle could not be made')
      const sentence =
        error instanceof NothingToBundle
          ? error.message
          : 'The file could not be made because of an error of the server.'
      await finish(context, bundleId, { status: 'failed', statusErrors: [sentence], size: null })
    }
  }

class NothingToBundle extends Error {
  override readonly name = 'NothingToBundle'
}

const fileOf = async (context: AppContext, bundle: BundleRow): Promise<Buffer> => {
  const results = await resultsFor(context.db, bundle)
  if (results.length === 0) throw new NothingToBundle('There are no results to put together.')
  const summary = summaryTable(results)
  if (bundle.format === 'csv') return csvFile(summary)
  return xlsxFile([summary, ...(await objectSheets(context, results))])
}

/** As many sheets as the objects need, each with the titles. */
const objectSheets = async (context: AppContext, results: Parameters<typeof objectRows>[0]): Promise<SheetTable[]> => {
  const sheets: SheetTable[] = []
  let titles: Cell[] | null = null
  for await (const row of objectRows(results, (resultId) => readObjects(context, resultId))) {
    const current = sheets.at(-1)
    if (titles === null) {
      titles = row
      sheets.push({ name: 'Objects', rows: [row] })
    } else if (current && current.rows.length < sheetRows) current.rows.push(row)
    else sheets.push({ name: `Objects ${sheets.length + 1}`, rows: [titles, row] })
  }
  return sheets
}

const finish = async (
  { db, events }: AppContext,
  bundleId: string,
  changes: Pick<BundleRow, 'status' | 'statusErrors' | 'size'>,
): Promise<void> =>
  db.transaction(async (tx) => {
    const row = await changeBundle(tx, bundleId, changes)
    if (row) await events.publish({ type: 'bundle', id: bundleId, project: row.projectId, status: row.status }, tx)
  })
