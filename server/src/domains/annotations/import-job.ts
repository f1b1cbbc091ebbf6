import { annotationImportLimits, annotationLimits } from '@lamella/shared/contract'
import { uuidv7 } from 'uuidv7'
import type { AppContext } from '../../platform/context.ts'
import type { Executor } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { enqueueForgotten } from '../../platform/queue/forgotten-jobs.ts'
import { isInterrupted, type JobHandlers } from '../../platform/queue/job-types.ts'
import { BlobMissing, blobKeys } from '../../platform/storage/blobs.ts'
import { findProjectOfImage } from '../images/index.ts'
import { labelsOfFile } from '../labels/index.ts'
import { claimQuota, lockLimits } from '../quotas/index.ts'
import { UnreadableFileError } from './files/json-elements.ts'
import { openFile } from './files/open-file.ts'
import { type FileBatch, type PlacedObject, readAnnotations } from './files/read-annotations.ts'
import { revisionOf } from './history-repository.ts'
import {
  changeImport,
  findImport,
  forgottenImports,
  type ImportRow,
  lockImport,
  objectsOfImport,
} from './import-repository.ts'
import * as repository from './repository.ts'

/** Objects that are taken back or made again in one transaction. */
const batchSize = 2000
/** Milliseconds between two events of an import. */
const eventPause = 500

/** Labels that are left out and named at most. */
const mostNamed = 100
const imageGone = 'The image is not in the project any more.'

/** Why an import ends without its objects, in words for the user. */
class ImportRefused extends Error {
  override readonly name = 'ImportRefused'
}

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

/** The ids of the labels that an object has in its file, as far as the project has them. */
const labelIdsOf = ({ labels }: PlacedObject, ids: ReadonlyMap<string, string>): string[] =>
  [...new Set(labels.flatMap(({ name }) => ids.get(name) ?? []))].slice(0, annotationLimits.labels).toSorted()

/** What a batch meets in the database, all of it locked or kept. */
interface Situation {
  row: ImportRow
  layer: repository.AnnotationLayerRow
  /** Labels of the project by their names. */
  labels: ReadonlyMap<string, string>
  /** Objects that have an id of the file, of whatever image. */
  stored: ReadonlyMap<string, repository.StoredAnnotation>
  /** Their geometries. */
  shapes: ReadonlyMap<string, Buffer>
  now: Date
}

/** Whether the image has an object of a file already as it is there. */
const isThere = ({ id, at }: PlacedObject, labels: readonly string[], { row, stored, shapes }: Situation): boolean => {
  const same = id === null ? undefined : stored.get(id)
  return (
    same?.imageId === row.imageId &&
    same.deleted === null &&
    same.name === null &&
    same.scene === at.scene &&
    same.z === at.z &&
    same.t === at.t &&
    shapes.get(same.id)?.equals(at.shape) === true &&
    same.labels.toSorted().join() === labels.join()
  )
}

/**
 * What a batch stores. An id that is taken is replaced by a new one, unless the same object has it: nothing is overwritten.
 * @returns the rows, their labels by id, and how often what became of objects so far
 */
const planOf = (objects: readonly PlacedObject[], situation: Situation) => {
  const { row, layer, stored, now } = situation
  const { imageId, ownerId, id: importId } = row
  const counts = { ...row.counts }
  const taken = new Set(stored.keys())
  const labels = new Map<string, string[]>()
  const rows: repository.AnnotationRow[] = []
  const by = { ownerId, modifiedBy: ownerId, created: now, modified: now, deleted: null }
  const revisions = { revision: 1, layerRevision: layer.revision + 1 }
  for (const object of objects) {
    const given = labelIdsOf(object, situation.labels)
    if (isThere(object, given, situation)) {
      counts.unchanged += 1
      continue
    }
    const { at, properties } = object
    const id = object.id === null || taken.has(object.id) ? uuidv7() : object.id
    taken.add(id)
    if (given.length > 0) labels.set(id, given)
    const no = layer.lastNo + rows.length + 1
    rows.push({ id, imageId, no, name: null, ...revisions, ...at, ...by, importId, properties })
    counts.imported += 1
    if (object.isCut) counts.cut += 1
    if (object.isRepaired) counts.repaired += 1
    if (object.isWithoutProperties) counts.withoutProperties += 1
  }
  return { rows, labels, counts }
}

/** The labels of the project by their names, those that are missing added: in a transaction of its own, so that nobody waits for the objects to change labels. */
const labelsFor = async (context: AppContext, organisationId: string, row: ImportRow, objects: PlacedObject[]) => {
  const projectId = await findProjectOfImage(context.db, row.imageId)
  if (!projectId) throw new ImportRefused(imageGone)
  const importer = { userId: row.ownerId, organisationId, projectId, mayAdd: row.mayAddLabels }
  const named = objects.flatMap(({ labels }) => labels)
  return labelsOfFile(context, importer, named)
}

/**
 * Stores one batch of an import, and how far it is, in one transaction: after a kill it is there or not, and the next try goes on behind it.
 * @returns the import after it; null: it is gone, or another process is at it @throws ApiError ERR_5003; ImportRefused where the image is gone
 */
const storeBatch = async (
  context: AppContext,
  organisationId: string,
  importId: string,
  { objects, refused, after, elements }: FileBatch,
  progress: number,
): Promise<ImportRow | null> => {
  const { db, queue } = context
  const before = await findImport(db, importId)
  if (before?.status !== 'running') return before
  if (before.elements !== after) return null
  const labelIds = await labelsFor(context, organisationId, before, objects)
  return db.transaction(async (tx) => {
    const row = await lockImport(tx, importId)
    if (row?.status !== 'running') return row
    if (row.elements !== after) return null
    const image = await repository.keepImage(tx, row.imageId)
    if (!image) throw new ImportRefused(imageGone)
    const now = context.now()
    await lockLimits(tx, image.organisationId, now)
    const layer = await repository.lockLayer(tx, row.imageId)
    const kept = await repository.keepLabels(tx, image, [...labelIds.values()])
    const labels = new Map([...labelIds].filter(([, id]) => kept.has(id)))
    const ids = objects.flatMap(({ id }) => id ?? [])
    const stored = await repository.findStored(tx, ids)
    const shapes = await repository.shapesOf(tx, [...stored.keys()])
    const plan = planOf(objects, { row, layer, labels, stored, shapes, now })
    const { length: added } = plan.rows
    if (added > 0) {
      await claimQuota(tx, image.organisationId, { annotations: added }, now, queue)
      const written = await repository.putAnnotations(tx, plan.rows)
      // Somebody else has got an id in the meantime: the next try finds it taken.
      if (written.size < added) throw new Error('An id of the file was taken while it was stored')
      await repository.putLabels(tx, plan.labels)
      const { revision, lastNo, annotationCount } = layer
      const more = { revision: revision + 1, lastNo: lastNo + added, annotationCount: annotationCount + added }
      await repository.putLayer(tx, { ...layer, ...more })
    }
    const missing = objects.flatMap((object) => object.labels.filter(({ name }) => !labels.has(name)))
    const next: ImportRow = {
      ...row,
      elements,
      progress,
      counts: { ...plan.counts, refused: plan.counts.refused + refused.length },
      refusals: [...row.refusals, ...refused].slice(0, annotationImportLimits.refusals),
      labelsLeftOut: [...new Set([...row.labelsLeftOut, ...missing.map(({ name }) => name)])].slice(0, mostNamed),
    }
    await changeImport(tx, importId, next)
    return next
  })
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
  let progress = 0
  let announced = 0
  const onRead = (share: number): void => {
    progress = share
  }
  const file = openFile(context.blobs, blobKeys.annotationFile(row.id), onRead)
  for await (const batch of readAnnotations(file, scenes, row.elements)) {
    signal.throwIfAborted()
    const stored = await storeBatch(context, organisationId, row.id, batch, progress)
    if (stored?.status !== 'running') return stored
    if (performance.now() - announced < eventPause) continue
    announced = performance.now()
    await announce(context, stored)
  }
  const done = await findImport(context.db, row.id)
  if (done?.status !== 'running') return done
  if (done.elements === 0) throw new ImportRefused('The file has no objects.')
  return context.db.transaction(async (tx) => {
    const last = await lockImport(tx, row.id)
    if (last?.status === 'running') await changeImport(tx, row.id, { status: 'successful', progress: 1 })
    return findImport(tx, row.id)
  })
}

/** Deletes what an import has made, or restores it, as far as nobody else has changed it since. @throws ApiError ERR_5003 */
const turn = async (
  context: AppContext,
  row: ImportRow,
  from: Date | null,
  deleted: Date | null,
  signal: AbortSignal,
): Promise<void> => {
  const { db, queue, now } = context
  let after: string | null = null
  do {
    signal.throwIfAborted()
    const last: string | null = after
    after = await db.transaction(async (tx) => {
      const organisationId = await repository.organisationOfImage(tx, row.imageId)
      // Deleted meanwhile, with its objects.
      if (!organisationId) return null
      if (deleted === null) await lockLimits(tx, organisationId, now())
      const layer = await repository.lockLayer(tx, row.imageId)
      const ids = await objectsOfImport(tx, row, from, { after: last, limit: batchSize })
      if (ids.length === 0) return null
      const annotations = deleted === null ? ids.length : -ids.length
      if (annotations > 0) await claimQuota(tx, organisationId, { annotations }, now(), queue)
      const revision = layer.revision + 1
      await repository.keepVersions(tx, ids, revision)
      const change = { layerRevision: revision, modified: now(), modifiedBy: row.ownerId, deleted }
      await repository.touchAnnotations(tx, ids, change)
      await repository.putLayer(tx, { ...layer, revision, annotationCount: layer.annotationCount + annotations })
      return ids.at(-1) ?? null
    })
  } while (after !== null)
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
