import type { AppContext } from '../../platform/context.ts'
import type { Executor } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { enqueueForgotten } from '../../platform/queue/forgotten-jobs.ts'
import { isInterrupted, type JobHandlers } from '../../platform/queue/job-types.ts'
import { BlobMissing, blobKeys } from '../../platform/storage/blobs.ts'
import { findProjectOfImage } from '../images/index.ts'
import { UnreadableFileError } from './files/json-elements.ts'
import { readAnnotations } from './files/read-annotations.ts'
import { revisionOf } from './history-repository.ts'
import { ImportRefused, imageGone, storeBatch } from './import-batch.ts'
import { withFile } from './import-file.ts'
import { changeImport, findImport, forgottenImports, type ImportRow, lockImport } from './import-repository.ts'
import { turn } from './import-turn.ts'
import * as repository from './repository.ts'

/** Milliseconds between two events of an import. */
const eventPause = 500

const announce = async ({ db, events }: AppContext, { id, imageId }: ImportRow, tx: Executor = db): Promise<void> => {
  const project = await findProjectOfImage(tx, imageId)
  if (project) await events.publish({ type: 'annotationImport', id, project, image: imageId }, tx)
}

/** Tells open pages that annotations of an image are others: once for many transactions, since pages read all of them again. */
const announceAnnotations = async ({ db, events }: AppContext, { imageId: image }: ImportRow): Promise<void> => {
  const project = await findProjectOfImage(db, image)
  const revision = await revisionOf(db, image)
  if (project && revision !== null) await events.publish({ type: 'annotations', project, image, revision })
}

/** Has the next one made while the one before is used. */
async function* readAhead<T>(made: AsyncGenerator<T>): AsyncGenerator<T> {
  let next = made.next()
  try {
    for (;;) {
      const { done, value } = await next
      if (done) return
      next = made.next()
      // Where nobody waits for it any more.
      next.catch(() => undefined)
      yield value
    }
  } finally {
    await made.return(undefined)
  }
}

/** Ends the work at an import. Its file is not needed any more. */
const settle = async (context: AppContext, row: ImportRow, changes: Partial<ImportRow> = {}): Promise<void> => {
  await context.db.transaction(async (tx) => {
    await changeImport(tx, row.id, { ...changes, isBusy: false })
    await context.queue.enqueue('remove-blobs', { keys: [blobKeys.annotationFile(row.id)] }, { tx })
    await announce(context, row, tx)
  })
  await announceAnnotations(context, row)
}

/** Reads the file of a running import to its end, or until it is cancelled. @throws ImportRefused, UnreadableFileError, ApiError ERR_5003 */
const importFile = async (
  context: AppContext,
  organisationId: string,
  row: ImportRow,
  signal: AbortSignal,
): Promise<ImportRow | null> => {
  const scenes = await repository.scenesOf(context.db, row.imageId)
  if (!scenes) throw new ImportRefused(imageGone)
  const names = await repository.namesOfImage(context.db, row.imageId)
  const ended = await withFile(context, row, { names, scenes }, signal, async ({ reader, open }) => {
    let progress = 0
    let announced = 0
    const content = open((share) => {
      progress = share
    })
    for await (const batch of readAhead(readAnnotations(content, reader, scenes, row.elements))) {
      signal.throwIfAborted()
      const stored = await storeBatch(context, organisationId, row.id, batch, progress)
      if (stored?.status !== 'running') return { stored }
      if (performance.now() - announced < eventPause) continue
      announced = performance.now()
      await announce(context, stored)
    }
    return null
  })
  if (ended) return ended.stored
  const done = await findImport(context.db, row.id)
  if (done?.status !== 'running') return done
  if (done.elements === 0) throw new ImportRefused('The file has no objects.')
  return context.db.transaction(async (tx) => {
    const last = await lockImport(tx, row.id)
    if (last?.status === 'running') await changeImport(tx, row.id, { status: 'successful', progress: 1 })
    return findImport(tx, row.id)
  })
}

/**
 * Handler of `import-annotations`: makes the objects of an image what the status of an import says. After a kill it goes on where it was. An
 * import that fails is taken back: half of one is worse than none.
 */
export const createImportAnnotations =
  (context: AppContext): JobHandlers['import-annotations'] =>
  async ({ importId }, { signal, isLastTry }) => {
    const { db, log } = context
    const fail = (error: string): Promise<ImportRow | null> =>
      db.transaction(async (tx) => {
        const row = await lockImport(tx, importId)
        if (row?.status === 'running') {
          await changeImport(tx, importId, { status: 'failed', error, takenBack: context.now() })
        }
        return findImport(tx, importId)
      })
    const run = async (row: ImportRow): Promise<ImportRow | null> => {
      const organisationId = await repository.organisationOfImage(db, row.imageId)
      if (!organisationId) return null
      try {
        return await importFile(context, organisationId, row, signal)
      } catch (error) {
        if (error instanceof ImportRefused || error instanceof UnreadableFileError) return fail(error.message)
        if (error instanceof ApiError) return fail(error.message)
        if (error instanceof BlobMissing) return fail('The file is not there any more. Import it again.')
        if (isInterrupted(signal) || !isLastTry) throw error
        log.warn({ err: error, importId }, 'annotations could not be imported')
        return fail('The file could not be imported because of an error of the server.')
      }
    }
    const start = await findImport(db, importId)
    if (!start?.isBusy) return
    const row = start.status === 'running' ? await run(start) : start
    if (!row || row.status === 'running') return
    const { takenBack } = row
    if (row.status !== 'successful') await turn(context, row, null, takenBack, signal)
    else if (takenBack) {
      try {
        await turn(context, row, takenBack, null, signal)
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        await turn(context, row, null, takenBack, signal)
        return settle(context, row, { status: 'undone', error: error.message })
      }
    }
    await settle(context, row)
  }

/** Part of the hourly clean-up: imports that are not done and that no job is left for. */
export const enqueueForgottenImports = (context: AppContext): Promise<void> =>
  enqueueForgotten(context, 'import-annotations', async (tx) => {
    const rows = await forgottenImports(tx)
    return rows.map((payload) => ({ key: payload.importId, payload }))
  })
