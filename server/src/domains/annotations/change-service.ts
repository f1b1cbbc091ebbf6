import {
  type AnnotationChange,
  type AnnotationOutcome,
  type changeAnnotations as ChangeAnnotations,
  type EndpointOutput,
  type ErrorCode,
  errorCatalogue,
  type HandlerInput,
} from '@lamella/shared/contract'
import {
  type Box,
  boxOf,
  checkSize,
  GeometryError,
  GeometryOutsideError,
  geometryOfWkt,
  shapeOf,
} from '@lamella/shared/geometry'
import type { AppContext } from '../../platform/context.ts'
import type { Executor } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import type { Principal } from '../../platform/http/identity.ts'
import { claimQuota, lockLimits } from '../quotas/index.ts'
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

/** A geometry as it is stored. */
interface Stored {
  box: Box
  shape: Buffer
}

/** The geometries of changes by the id of their object, or why they cannot be stored. A large one takes a while: not within a transaction. */
const readGeometries = (changes: readonly AnnotationChange[]): Map<string, Stored | GeometryError> => {
  const read = (text: string): Stored | GeometryError => {
    try {
      const geometry = geometryOfWkt(text)
      checkSize(geometry)
      return { box: boxOf(geometry), shape: Buffer.from(shapeOf(geometry)) }
    } catch (error) {
      if (error instanceof GeometryError) return error
      throw error
    }
  }
  return new Map(changes.flatMap((change) => (change.act === 'create' ? [[change.id, read(change.geometry)]] : [])))
}

/** The columns of an annotation that its geometry and plane make; an error when it reaches beyond its plane, or the image has no such plane. */
const placed = ({ scenes }: repository.AnnotatedImage, creation: Creation, { box, shape }: Stored) => {
  const { scene = 0, z = null, t = null } = creation
  const size = scenes[scene]
  const isThere = size && (z ?? 0) < Math.max(1, size.zPlanes) && (t ?? 0) < Math.max(1, size.timePoints)
  const [left, top, right, bottom] = rounded(box)
  if (!isThere || box[0] < 0 || box[1] < 0 || box[2] > size.width || box[3] > size.height) {
    return new GeometryOutsideError()
  }
  return { scene, z, t, left, top, right, bottom, cell: cellOf(box), shape }
}

/** What a call does to the annotations of an image, before anything is stored. */
interface Plan {
  creations: { id: string; place: Exclude<ReturnType<typeof placed>, GeometryError> }[]
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
  geometries: ReadonlyMap<string, Stored | GeometryError>,
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
      const geometry = geometries.get(id) ?? new GeometryOutsideError()
      const place = geometry instanceof GeometryError ? geometry : placed(image, change, geometry)
      if (place instanceof GeometryError) plan.outcomes.set(id, refused(id, place.code, place.detail))
      else plan.creations.push({ id, place })
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
  const rows = creations.map(({ id, place }, index) => ({
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
 * Changes annotations of an image in one transaction: each change is made or refused by itself. A change that was made before is answered as
 * it was then. The limit of annotations refuses the whole call.
 * @throws ApiError ERR_0404, ERR_3002 while the image is not available, ERR_5003
 */
export const changeAnnotations = async (
  { db, events, queue, now }: AppContext,
  principal: Principal,
  imageId: string,
  { changes, origin }: HandlerInput<typeof ChangeAnnotations>['body']['data'],
): Promise<Answer> => {
  const geometries = readGeometries(changes)
  const ids = changes.map(({ id }) => id)
  return db.transaction(async (tx) => {
    const image = await repository.keepAnnotatedImage(tx, imageId)
    if (!image) throw new ApiError('ERR_0404')
    if (image.scenes.length === 0) throw new ApiError('ERR_3002')
    // Limits before the layer, as every transaction locks them, although only the layer's lock says what the call adds.
    if (changes.some(({ act }) => act !== 'delete')) await lockLimits(tx, image.organisationId, now())
    const layer = await repository.lockLayer(tx, imageId)
    const stored = await repository.findStored(tx, ids)
    const plan = planOf(imageId, image, changes, geometries, stored)
    const { creations, restorations, deletions, outcomes } = plan
    const added = creations.length + restorations.length - deletions.length
    if (added > 0) await claimQuota(tx, image.organisationId, { annotations: added }, now(), queue)
    let { revision } = layer
    if (creations.length + restorations.length + deletions.length > 0) {
      revision = await carryOut(tx, layer, plan, stored, { by: principal.userId, now: now() })
      const event = { type: 'annotations', project: image.projectId, image: imageId, revision } as const
      await events.publish({ ...event, ...(origin && { origin }) }, tx)
    }
    return { revision, outcomes: ids.map((id) => outcomes.get(id) ?? refused(id, 'ERR_0500')) }
  })
}
