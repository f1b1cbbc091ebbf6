import {
  type AnnotationChange,
  type AnnotationOutcome,
  type changeAnnotations as ChangeAnnotations,
  type EndpointOutput,
  type ErrorCode,
  errorCatalogue,
} from '@lamella/shared/contract'
import {
  type Box,
  boxOf,
  checkSize,
  type Geometry,
  GeometryError,
  GeometryOutsideError,
  geometryOfWkt,
  shapeOf,
} from '@lamella/shared/geometry'
import type { AppContext } from '../../platform/context.ts'
import type { Executor } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import type { Principal } from '../../platform/http/identity.ts'
import { claimQuota } from '../quotas/index.ts'
import { cellOf } from './cells.ts'
import * as repository from './repository.ts'

type Creation = Extract<AnnotationChange, { act: 'create' }>
type Answer = EndpointOutput<typeof ChangeAnnotations>['data']

const refused = (id: string, code: ErrorCode, detail: string = errorCatalogue[code].detail): AnnotationOutcome => ({
  id,
  error: { code, detail },
})

const rounded = ([left, top, right, bottom]: Box): Box => [
  Math.floor(left),
  Math.floor(top),
  Math.ceil(right),
  Math.ceil(bottom),
]

/** @throws GeometryOutsideError when a geometry reaches beyond its plane, or the image has no such plane */
const checkPlace = (
  { scenes }: repository.AnnotatedImage,
  { scene = 0, z = null, t = null }: Creation,
  [left, top, right, bottom]: Box,
): void => {
  const size = scenes[scene]
  const isThere = size && (z ?? 0) < Math.max(1, size.zPlanes) && (t ?? 0) < Math.max(1, size.timePoints)
  if (!isThere || left < 0 || top < 0 || right > size.width || bottom > size.height) throw new GeometryOutsideError()
}

/** The columns of an annotation that its geometry and plane make. @throws GeometryError */
const placed = (image: repository.AnnotatedImage, creation: Creation) => {
  const geometry: Geometry = geometryOfWkt(creation.geometry)
  checkSize(geometry)
  const box = boxOf(geometry)
  checkPlace(image, creation, box)
  const [left, top, right, bottom] = rounded(box)
  const { scene = 0, z = null, t = null } = creation
  return { scene, z, t, left, top, right, bottom, cell: cellOf(box), shape: Buffer.from(shapeOf(geometry)) }
}

/** What a call does to the annotations of an image, before anything is stored. */
interface Plan {
  creations: { creation: Creation; place: ReturnType<typeof placed> }[]
  /** Ids of annotations that are there. */
  deletions: string[]
  /** Ids of annotations that are deleted. */
  restorations: string[]
  /** Outcomes that are known already, by id. */
  outcomes: Map<string, AnnotationOutcome>
}

/** Sorts the changes: what is refused, what was made before, and what is to be done. */
const planOf = (
  imageId: string,
  image: repository.AnnotatedImage,
  changes: readonly AnnotationChange[],
  stored: ReadonlyMap<string, repository.AnnotationRow>,
): Plan => {
  const plan: Plan = { creations: [], deletions: [], restorations: [], outcomes: new Map() }
  for (const change of changes) {
    const { id } = change
    const before = stored.get(id)
    if (before && before.imageId !== imageId) plan.outcomes.set(id, refused(id, 'ERR_7007'))
    else if (change.act === 'create' && before) {
      plan.outcomes.set(id, { id, no: before.no, revision: before.revision })
    } else if (change.act === 'create') {
      try {
        plan.creations.push({ creation: change, place: placed(image, change) })
      } catch (error) {
        if (!(error instanceof GeometryError)) throw error
        plan.outcomes.set(id, refused(id, error.code, error.detail))
      }
    } else if (!before) plan.outcomes.set(id, refused(id, 'ERR_0404'))
    else if ((before.deleted !== null) === (change.act === 'delete')) {
      plan.outcomes.set(id, { id, no: before.no, revision: before.revision })
    } else if (change.act === 'delete') plan.deletions.push(id)
    else plan.restorations.push(id)
  }
  return plan
}

/** Stores what is planned under the lock of the layer. @returns the revision of the layer; the outcomes are added to the plan */
const carryOut = async (
  tx: Executor,
  layer: repository.AnnotationLayerRow,
  { creations, deletions, restorations, outcomes }: Plan,
  stored: ReadonlyMap<string, repository.AnnotationRow>,
  { by, now }: { by: string; now: Date },
): Promise<number> => {
  const { imageId } = layer
  const at = { created: now, modified: now, modifiedBy: by, ownerId: by }
  const rows = creations.map(({ creation: { id }, place }, index) => ({
    id,
    imageId,
    no: layer.lastNo + 1 + index,
    ...place,
    ...at,
  }))
  const made = await repository.insertAnnotations(tx, rows)
  for (const { id, no } of rows) {
    outcomes.set(id, made.has(id) ? { id, no, revision: 1 } : refused(id, 'ERR_7007'))
  }
  await repository.setDeleted(tx, deletions, now, { by, now })
  await repository.setDeleted(tx, restorations, null, { by, now })
  for (const id of [...deletions, ...restorations]) {
    const { no = 0, revision = 0 } = stored.get(id) ?? {}
    outcomes.set(id, { id, no, revision: revision + 1 })
  }
  const revision = layer.revision + 1
  await repository.putLayer(tx, {
    imageId,
    revision,
    lastNo: layer.lastNo + rows.length,
    annotationCount: layer.annotationCount + made.size + restorations.length - deletions.length,
  })
  return revision
}

/**
 * Changes annotations of an image in one transaction: each change is made or refused by itself, in the order of the call. A change that was
 * made before is answered as it was then. The limit of annotations refuses the whole call.
 * @throws ApiError ERR_0404, ERR_3002 while the image is not available, ERR_5003
 */
export const changeAnnotations = async (
  { db, events, queue, now }: AppContext,
  principal: Principal,
  imageId: string,
  changes: readonly AnnotationChange[],
): Promise<Answer> =>
  db.transaction(async (tx) => {
    const image = await repository.keepAnnotatedImage(tx, imageId)
    if (!image) throw new ApiError('ERR_0404')
    if (image.scenes.length === 0) throw new ApiError('ERR_3002')
    const ids = changes.map(({ id }) => id)
    // Before the layer, in the order in which every transaction takes these two locks. Counted is what the call may add at most.
    const known = await repository.findStored(tx, ids)
    const wanted = planOf(imageId, image, changes, known)
    const added = wanted.creations.length + wanted.restorations.length - wanted.deletions.length
    if (added > 0) await claimQuota(tx, image.organisationId, { annotations: added }, now(), queue)
    const layer = await repository.lockLayer(tx, imageId)
    // Read again under the lock: another call may have made the same changes meanwhile.
    const stored = await repository.findStored(tx, ids)
    const plan = planOf(imageId, image, changes, stored)
    const isChange = plan.creations.length + plan.deletions.length + plan.restorations.length > 0
    const by = { by: principal.userId, now: now() }
    const revision = isChange ? await carryOut(tx, layer, plan, stored, by) : layer.revision
    if (isChange) {
      await events.publish({ type: 'annotations', project: image.projectId, image: imageId, revision }, tx)
    }
    const outcomes = ids.map((id) => plan.outcomes.get(id) ?? refused(id, 'ERR_0500'))
    return { revision, outcomes }
  })
