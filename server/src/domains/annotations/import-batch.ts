import { annotationImportLimits, annotationLimits } from '@lamella/shared/contract'
import { uuidv7 } from 'uuidv7'
import type { AppContext } from '../../platform/context.ts'
import { findProjectOfImage } from '../images/index.ts'
import { labelsOfFile } from '../labels/index.ts'
import { claimQuota, lockLimits } from '../quotas/index.ts'
import type { FileBatch, PlacedObject } from './files/read-annotations.ts'
import {
  changeImport,
  findImport,
  type ImportedAnnotation,
  type ImportRow,
  insertImported,
  lockImport,
} from './import-repository.ts'
import { unmarkAround } from './marks.ts'
import * as repository from './repository.ts'

/** Labels that are left out and named at most. */
const mostNamed = 100
export const imageGone = 'The image is not in the project any more.'

/** Why an import ends without its objects, in words for the user. */
export class ImportRefused extends Error {
  override readonly name = 'ImportRefused'
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
 * @returns the rows, and how often what became of objects so far
 */
const planOf = (objects: readonly PlacedObject[], situation: Situation) => {
  const { row, layer, stored } = situation
  const counts = { ...row.counts }
  const taken = new Set(stored.keys())
  const rows: ImportedAnnotation[] = []
  for (const object of objects) {
    const given = labelIdsOf(object, situation.labels)
    if (isThere(object, given, situation)) {
      counts.unchanged += 1
      continue
    }
    const { at, properties } = object
    const id = object.id === null || taken.has(object.id) ? uuidv7() : object.id
    taken.add(id)
    rows.push({ id, no: layer.lastNo + rows.length + 1, ...at, properties, labels: given })
    counts.imported += 1
    if (object.isCut) counts.cut += 1
    if (object.isRepaired) counts.repaired += 1
    if (object.isWithoutProperties) counts.withoutProperties += 1
  }
  return { rows, counts }
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
export const storeBatch = async (
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
    const plan = planOf(objects, { row, layer, labels, stored, shapes })
    const { length: added } = plan.rows
    if (added > 0) {
      await claimQuota(tx, image.organisationId, { annotations: added }, now, queue)
      // Fails where somebody else has got an id in the meantime: the next try finds it taken.
      await insertImported(tx, row, plan.rows, layer.revision + 1, now)
      const change = { layerRevision: layer.revision + 1, modified: now, modifiedBy: row.ownerId }
      await unmarkAround(tx, row.imageId, () => plan.rows.map((added) => ({ ...added, name: null })), change)
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
