import { createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { resultsFile } from '../../../analysis/bundles/messages.ts'
import { runBundleProcess } from '../../../analysis/bundles/run-bundle-process.ts'
import type { AppContext } from '../../../platform/context.ts'
import { createWorkFolder, removeWorkFolders } from '../../../platform/process/work-folder.ts'
import { isInterrupted, type JobHandlers, UnknownWork } from '../../../platform/queue/job-types.ts'
import { blobKeys } from '../../../platform/storage/blobs.ts'
import { expiryFrom } from '../bundle-expiry.ts'
import { type BundleRow, type BundleState, changeBundle, findBundle, resultsOfBundle } from '../bundle-repository.ts'
import type { ResultObjects } from '../result-objects.ts'

class NothingToBundle extends Error {
  override readonly name = 'NothingToBundle'
}

/** Handler of `make-bundle`: creates the file in a child process. A second run replaces the file by an identical one. */
export const createMakeBundle =
  (context: AppContext, objects: ResultObjects): JobHandlers['make-bundle'] =>
  async ({ bundleId }, { signal, isLastTry }) => {
    const { dataDir } = context.config
    const work = `bundle-${bundleId}`
    const bundle = await findBundle(context.db, bundleId)
    if (bundle?.status !== 'pending') return removeWorkFolders(dataDir, work)
    try {
      const folder = await createWorkFolder(dataDir, work)
      const resultIds = await writeResults(context, bundle, folder)
      const order = { folder, format: bundle.format }
      const file = await runBundleProcess(order, {
        signal,
        withObjects: async (resultId, use) => {
          if (!resultIds.has(resultId)) throw new Error(`Result ${resultId} is not part of bundle ${bundleId}`)
          await objects.withFile(resultId, use)
        },
      })
      const { size } = await stat(file)
      await context.blobs.adopt(blobKeys.bundle(bundleId), file)
      const expires = expiryFrom(context.now())
      await finish(context, bundleId, { status: 'successful', statusErrors: [], size, expires })
    } catch (error) {
      if (isInterrupted(signal) || error instanceof UnknownWork || (!isLastTry && !(error instanceof NothingToBundle)))
        throw error
      context.log.warn({ err: error, bundleId }, 'a result bundle could not be made')
      const sentence =
        error instanceof NothingToBundle
          ? error.message
          : 'The file could not be made because of an error of the server.'
      await finish(context, bundleId, { status: 'failed', statusErrors: [sentence], size: null, expires: null })
    } finally {
      await removeWorkFolders(dataDir, work)
    }
  }

/** Writes the results to the input file of the child, one line each. @returns their ids @throws NothingToBundle */
const writeResults = async ({ db }: AppContext, bundle: BundleRow, folder: string): Promise<Set<string>> => {
  const ids = new Set<string>()
  const lines = async function* () {
    for await (const result of resultsOfBundle(db, bundle)) {
      ids.add(result.resultId)
      yield `${JSON.stringify(result)}\n`
    }
  }
  await pipeline(Readable.from(lines()), createWriteStream(join(folder, resultsFile)))
  if (ids.size === 0) throw new NothingToBundle('There are no results to put together.')
  return ids
}

const finish = async ({ db, events }: AppContext, bundleId: string, changes: BundleState): Promise<void> =>
  db.transaction(async (tx) => {
    const row = await changeBundle(tx, bundleId, changes)
    if (row) await events.publish({ type: 'bundle', id: bundleId, project: row.projectId, status: row.status }, tx)
  })
