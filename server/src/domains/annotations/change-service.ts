import { setImmediate } from 'node:timers/promises'
import {
  type AnnotationChange,
  type AnnotationOutcome,
  annotationLimits,
  type changeAnnotations as ChangeAnnotations,
  defaultRegionName,
  type EndpointOutput,
  type ErrorCode,
  errorCatalogue,
  type HandlerInput,
} from '@lamella/shared/contract'
import {
  checkSize,
  GeometryError,
  GeometryOutsideError,
  geometryOfWkt,
  polygonsOf,
  RegionWithoutAreaError,
} from '@lamella/shared/geometry'
import { repaired } from '@lamella/shared/geometry/repair.ts'
import type { AppContext } from '../../platform/context.ts'
import type { Executor } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import type { Principal } from '../../platform/http/identity.ts'
import { claimQuota, lockLimits } from '../quotas/index.ts'
import { findListed } from './list-service.ts'
import * as marks from './marks.ts'
import { type Place, placed } from './place.ts'
import * as repository from './repository.ts'

type Creation = Extract<AnnotationChange, { act: 'create' }>
type Change = Exclude<AnnotationChange, Creation>
type Answer = EndpointOutput<typeof ChangeAnnotations>['data']

const refused = (id: string, code: ErrorCode, detail: string = errorCatalogue[code].detail): AnnotationOutcome => ({
  id,
  error: { code, detail },
})

/** What a function of geometries returns, or why it cannot. */
const attempted = <T>(make: () => T): T | GeometryError => {
  try {
    return make()
  } catch (error) {
    if (error instanceof GeometryError) return error
    throw error
  }
}

/** Pairs of sides that are compared at most in one call, to see what crosses itself: some 3 s. Outlines compare 5 per corner, scribbles any number. */
const comparisonsPerCall = 20e6

/** Name of the region that is made; null: an annotation is. */
const nameOf = ({ kind, name = defaultRegionName }: Creation): string | null =>
  kind === 'RegionOfInterest' ? name : null

/**
 * Where the geometries of changes lie, as areas without crossings, by the id of their object, or why they cannot be stored. Many take a while: not
 * within a transaction, and with others' requests between them. The planes of an image and of an object never change, so they are read before.
 */
const placesOf = async (
  db: Executor,
  scenes: readonly repository.Scene[],
  changes: readonly AnnotationChange[],
): Promise<Map<string, Place | GeometryError>> => {
  const changed = changes.flatMap((change) =>
    change.act === 'change' && change.geometry !== undefined ? [change.id] : [],
  )
  const stored =
    changed.length > 0 ? await repository.findStored(db, changed) : new Map<string, repository.StoredAnnotation>()
  const places = new Map<string, Place | GeometryError>()
  const comparisons = { left: comparisonsPerCall }
  for (const change of changes) {
    if (!('geometry' in change) || change.geometry === undefined) continue
    const { id, geometry: text } = change
    const { scene = 0, z = null, t = null } = change.act === 'create' ? change : {}
    const plane = change.act === 'create' ? { scene, z, t, name: nameOf(change) } : stored.get(id)
    // What is not stored cannot be changed.
    if (!plane) continue
    const read = (): Place => {
      const geometry = repaired(geometryOfWkt(text), comparisons)
      if (plane.name !== null && polygonsOf(geometry).length === 0) throw new RegionWithoutAreaError()
      checkSize(geometry)
      return placed(scenes, plane, geometry)
    }
    places.set(id, attempted(read))
    await setImmediate()
  }
  return places
}

/** What a call works on. */
interface Situation {
  layer: repository.AnnotationLayerRow
  places: ReadonlyMap<string, Place | GeometryError>
  stored: ReadonlyMap<string, repository.StoredAnnotation>
  /** Geometries of those of which another revision was named, as bytes. */
  shapes: ReadonlyMap<string, Buffer>
  /** Label of the project by the id of each label that is named; the others have none. */
  labels: ReadonlyMap<string, string>
  by: string
  now: Date
}

/** What becomes of a change: an outcome that is known already, a conflict with what others have made, or something to store. */
type Decision =
  | AnnotationOutcome
  | 'conflict'
  | {
      /** A new annotation, or one of another geometry. */
      row: repository.AnnotationRow
      /** Null: they stay. */
      labels: readonly string[] | null
    }
  | {
      /** An annotation that keeps its geometry. */
      touched: repository.StoredAnnotation
      /** Undefined: it stays as it is. */
      deleted?: Date | null
      labels?: readonly string[] | null
      name?: string | undefined
    }

const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((label) => other.includes(label))

const known = (ids: readonly string[] | undefined, { labels }: Situation): string[] | null =>
  ids ? [...new Set(ids.flatMap((id) => labels.get(id) ?? []))] : null

const refusedFor = (id: string, { code, detail }: GeometryError): AnnotationOutcome => refused(id, code, detail)

const decideCreation = (creation: Creation, situation: Situation, no: number): Decision => {
  const { layer, places, by, now } = situation
  const { id, labels } = creation
  const name = nameOf(creation)
  const place = places.get(id) ?? new GeometryOutsideError()
  if (place instanceof GeometryError) return refusedFor(id, place)
  const revisions = { revision: 1, layerRevision: layer.revision + 1 }
  const at = { created: now, modified: now, modifiedBy: by, ownerId: by, deleted: null }
  const origin = { importId: null, properties: null }
  const row = { id, imageId: layer.imageId, no, name, ...revisions, ...place, ...at, ...origin }
  return { row, labels: name === null ? known(labels, situation) : null }
}

const decideChange = (change: Change, before: repository.StoredAnnotation, situation: Situation): Decision => {
  const { layer, places, shapes, by, now } = situation
  const { id } = change
  const isDeleted = before.deleted !== null
  const isRegion = before.name !== null
  const asBefore = { id, no: before.no, revision: before.revision }
  const isSeen = change.revision === undefined || change.revision === before.revision
  // Sent again after an answer that was lost. What others have made is theirs, even where it is the same: it is not to be taken back.
  const isNext = before.revision === (change.revision ?? 0) + 1 && before.modifiedBy === by
  if (change.act === 'restore' || change.act === 'delete') {
    const isSo = isDeleted === (change.act === 'delete')
    if (isSo) return change.revision === undefined || isSeen || isNext ? asBefore : 'conflict'
    if (!isSeen) return 'conflict'
    // While a region was deleted, anything may have changed in it.
    return { touched: before, deleted: isDeleted ? null : now, labels: isRegion && isDeleted ? [] : null }
  }
  if (isDeleted) return refused(id, 'ERR_0404')
  if (!isRegion && change.name !== undefined) return refused(id, 'ERR_0400', 'Only regions of interest have names.')
  const { name = before.name ?? undefined } = change
  const place = change.geometry === undefined ? null : (places.get(id) ?? new GeometryOutsideError())
  if (place instanceof GeometryError) return refusedFor(id, place)
  // Another outline is not what was looked through.
  const labels = known(change.labels ?? (isRegion && place ? [] : undefined), situation)
  const { labels: labelsBefore, ...row } = before
  if (!isSeen) {
    const isNamed = name === undefined || name === before.name
    const isMade =
      isNamed && (!place || shapes.get(id)?.equals(place.shape)) && (!labels || isSame(labels, labelsBefore))
    return isNext && isMade ? { ...asBefore, ...(labels && { labels }), ...(name && { name }) } : 'conflict'
  }
  if (!place) return { touched: before, labels, name }
  const revisions = { revision: row.revision + 1, layerRevision: layer.revision + 1 }
  return { row: { ...row, ...place, ...(name && { name }), ...revisions, modified: now, modifiedBy: by }, labels }
}

/** By how many objects there are more. */
interface Added {
  annotations: number
  regions: number
}

const kindOf = ({ name }: Pick<repository.AnnotationRow, 'name'>): keyof Added =>
  name === null ? 'annotations' : 'regions'

/** Whether an image takes no more of a kind. Annotations are limited by organisation. */
const isFull = (kind: keyof Added, { roiCount }: repository.AnnotationLayerRow, added: Added): boolean =>
  kind === 'regions' && roiCount + added.regions >= annotationLimits.regions

/** What a call does to the annotations of an image, before anything is stored. */
interface Plan {
  /** New annotations, and those of another geometry. */
  rows: repository.AnnotationRow[]
  /** Ids of annotations that keep their geometry, by whether they are then deleted; undefined: as before. */
  touched: Map<Date | null | undefined, string[]>
  /** Labels by annotation, where they change. */
  labels: Map<string, readonly string[]>
  /** Names of regions, where they change and the geometry stays. */
  names: Map<string, string>
  /** By how many there are more. */
  added: Added
  /** The largest number of an annotation. */
  lastNo: number
  /** By id. */
  outcomes: Map<string, AnnotationOutcome>
  /** Ids of those that others have changed since. */
  conflicts: string[]
}

/** Sorts the changes: what is refused, what was made before, and what is to be stored. */
const planOf = (changes: readonly AnnotationChange[], situation: Situation): Plan => {
  const { layer, stored } = situation
  const plan: Plan = {
    rows: [],
    touched: new Map(),
    labels: new Map(),
    names: new Map(),
    added: { annotations: 0, regions: 0 },
    lastNo: layer.lastNo,
    outcomes: new Map(),
    conflicts: [],
  }
  const decide = (change: AnnotationChange): Decision => {
    const { id } = change
    const before = stored.get(id)
    if (before && before.imageId !== layer.imageId) return refused(id, 'ERR_7007')
    if (change.act !== 'create') return before ? decideChange(change, before, situation) : refused(id, 'ERR_0404')
    if (!before) return decideCreation(change, situation, plan.lastNo + 1)
    const { no, revision, labels, name } = before
    if ((nameOf(change) === null) !== (name === null)) return refused(id, 'ERR_7007')
    return { id, no, revision, ...(change.labels && { labels }), ...(name && { name }) }
  }
  const { added } = plan
  const made = (
    { id, no }: Pick<repository.AnnotationRow, 'id' | 'no'>,
    revision: number,
    labels: readonly string[] | null,
    name: string | null | undefined,
  ): void => {
    plan.outcomes.set(id, { id, no, revision, ...(labels && { labels: [...labels] }), ...(name && { name }) })
    if (labels) plan.labels.set(id, labels)
  }
  for (const change of changes) {
    const { id } = change
    const decision = decide(change)
    if (decision === 'conflict') plan.conflicts.push(id)
    else if ('row' in decision) {
      const { row, labels } = decision
      const kind = kindOf(row)
      const isNew = !stored.has(id)
      if (isNew && isFull(kind, layer, added)) {
        plan.outcomes.set(id, refused(id, 'ERR_7009'))
        continue
      }
      if (isNew) added[kind] += 1
      plan.rows.push(row)
      plan.lastNo = Math.max(plan.lastNo, row.no)
      made(row, row.revision, labels, row.name)
    } else if ('touched' in decision) {
      const { touched, deleted, labels = null, name } = decision
      const kind = kindOf(touched)
      if (deleted === null && isFull(kind, layer, added)) {
        plan.outcomes.set(id, refused(id, 'ERR_7009'))
        continue
      }
      if (deleted !== undefined) added[kind] += deleted ? -1 : 1
      plan.touched.set(deleted, [...(plan.touched.get(deleted) ?? []), id])
      if (name) plan.names.set(id, name)
      made(touched, touched.revision + 1, labels, name)
    } else plan.outcomes.set(id, decision)
  }
  return plan
}

/** Ids of all that a plan stores. */
const storedIn = ({ rows, touched }: Plan): string[] => [...rows.map(({ id }) => id), ...[...touched.values()].flat()]

/**
 * Takes the marks from regions in which a plan changes something; one that is set in the same call stays where all that is changed in the region
 * comes before it. @returns regions that the plan has not named, with their next revisions
 */
const unmark = async (
  tx: Executor,
  changes: readonly AnnotationChange[],
  { layer, stored }: Situation,
  plan: Plan,
): Promise<NonNullable<Answer['unmarked']>> => {
  const { rows, touched, labels, outcomes } = plan
  const changed = new Set(storedIn(plan))
  const order = changes.map(({ id }) => id).filter((id) => changed.has(id))
  const isRegion = (id: string): boolean => typeof stored.get(id)?.name === 'string'
  const marked = order.filter((id) => isRegion(id) && (labels.get(id)?.length ?? 0) > 0)
  const reshaped = new Map(rows.map((row) => [row.id, row]))
  const regions = (await marks.markedRegions(tx, layer.imageId, marked))
    .filter(({ id }) => labels.get(id)?.length !== 0)
    .map((region) => reshaped.get(region.id) ?? region)
  if (regions.length === 0) return []
  const places = Map.groupBy([...(await marks.placesNow(tx, order)), ...rows], ({ id }) => id)
  const isTouched = (region: marks.Touched): boolean => {
    const after = order.slice(marked.includes(region.id) ? order.indexOf(region.id) + 1 : 0)
    const around = marks.regionsAround(
      [region],
      after.flatMap((id) => places.get(id) ?? []),
    )
    return around.length > 0
  }
  const fallen = regions.filter(isTouched).map(({ id }) => id)
  for (const id of fallen) labels.set(id, [])
  for (const id of fallen.filter((each) => changed.has(each))) {
    const outcome = outcomes.get(id)
    if (outcome && 'no' in outcome) outcomes.set(id, { ...outcome, labels: [] })
  }
  const others = fallen.filter((id) => !changed.has(id))
  if (others.length > 0) touched.set(undefined, [...(touched.get(undefined) ?? []), ...others])
  const now = await repository.findStored(tx, others)
  return [...now.values()].map(({ id, revision }) => ({ id, revision: revision + 1 }))
}

/** As `planOf`, without the steps of which a change is refused. What was made before stays made. */
const planOfSteps = (changes: readonly AnnotationChange[], situation: Situation): Plan => {
  const plan = planOf(changes, situation)
  const isRefused = ({ id }: AnnotationChange): boolean => 'error' in (plan.outcomes.get(id) ?? { error: 'conflict' })
  const broken = new Set(changes.flatMap((change) => (change.step && isRefused(change) ? [change.step] : [])))
  if (broken.size === 0) return plan
  const isLeftOut = ({ step }: AnnotationChange): boolean => step !== undefined && broken.has(step)
  const planned = new Set([...plan.rows.map(({ id }) => id), ...[...plan.touched.values()].flat()])
  const rest = planOfSteps(
    changes.filter((change) => !isLeftOut(change)),
    situation,
  )
  for (const { id } of changes.filter(isLeftOut)) {
    const outcome = planned.has(id) ? refused(id, 'ERR_7010') : plan.outcomes.get(id)
    if (outcome) rest.outcomes.set(id, outcome)
    else rest.conflicts.push(id)
  }
  return rest
}

/** Stores what is planned under the lock of the layer. @returns the revision of the layer; outcomes of what could not be stored are changed */
const carryOut = async (tx: Executor, { layer, by, now }: Situation, plan: Plan): Promise<number> => {
  const { imageId } = layer
  const { rows, touched, labels, names, added, lastNo, outcomes } = plan
  const revision = layer.revision + 1
  await repository.keepVersions(tx, storedIn(plan), revision)
  const written = await repository.putAnnotations(tx, rows)
  const lost = rows.filter(({ id }) => !written.has(id))
  for (const row of lost) {
    outcomes.set(row.id, refused(row.id, 'ERR_7007'))
    labels.delete(row.id)
    added[kindOf(row)] -= 1
  }
  for (const [deleted, ids] of touched) {
    const change = { layerRevision: revision, modified: now, modifiedBy: by }
    await repository.touchAnnotations(tx, ids, { ...change, ...(deleted !== undefined && { deleted }) })
  }
  await repository.putLabels(tx, labels)
  await repository.putNames(tx, names)
  const annotationCount = layer.annotationCount + added.annotations
  await repository.putLayer(tx, {
    imageId,
    revision,
    lastNo,
    annotationCount,
    roiCount: layer.roiCount + added.regions,
  })
  return revision
}

/** What is refused because others have changed it, with what they have left. */
const conflictsOf = async (db: Executor, ids: readonly string[]): Promise<[string, AnnotationOutcome][]> => {
  const current = new Map((await findListed(db, ids)).map((annotation) => [annotation.id, annotation]))
  return ids.map((id) => {
    const now = current.get(id)
    return [id, { ...refused(id, 'ERR_7001'), ...(now && { current: now }) }]
  })
}

/**
 * Changes annotations of an image in one transaction: each change is made or refused by itself, those of a step together. A change that was made before is answered as
 * it was then, and one of something that others have changed since is refused with what they have left. The limit of annotations refuses the whole call.
 * @throws ApiError ERR_0404, ERR_3002 while the image is not available, ERR_5003
 */
export const changeAnnotations = async (
  { db, events, queue, now }: AppContext,
  principal: Principal,
  imageId: string,
  { changes, origin }: HandlerInput<typeof ChangeAnnotations>['body']['data'],
): Promise<Answer> => {
  const scenes = await repository.scenesOf(db, imageId)
  if (!scenes) throw new ApiError('ERR_0404')
  if (scenes.length === 0) throw new ApiError('ERR_3002')
  const places = await placesOf(db, scenes, changes)
  const ids = changes.map(({ id }) => id)
  return db.transaction(async (tx) => {
    const image = await repository.keepImage(tx, imageId)
    if (!image) throw new ApiError('ERR_0404')
    // Limits before the layer, as every transaction locks them, although only the layer's lock says what the call adds.
    if (changes.some(({ act }) => act === 'create' || act === 'restore')) {
      await lockLimits(tx, image.organisationId, now())
    }
    const layer = await repository.lockLayer(tx, imageId)
    const stored = await repository.findStored(tx, ids)
    const named = changes.flatMap((change) => ('labels' in change ? (change.labels ?? []) : []))
    const labels = await repository.keepLabels(tx, image, named)
    const isOther = (change: AnnotationChange): boolean =>
      change.act === 'change' && change.geometry !== undefined && change.revision !== stored.get(change.id)?.revision
    const others = changes.filter(isOther).map(({ id }) => id)
    const shapes = await repository.shapesOf(tx, others)
    const at = { by: principal.userId, now: now() }
    const situation = { layer, places, stored, shapes, labels, ...at }
    const plan = planOfSteps(changes, situation)
    const { rows, touched, added, outcomes, conflicts } = plan
    const { annotations } = added
    if (annotations > 0) await claimQuota(tx, image.organisationId, { annotations }, now(), queue)
    let { revision } = layer
    let unmarked: NonNullable<Answer['unmarked']> = []
    if (rows.length + touched.size > 0) {
      unmarked = await unmark(tx, changes, situation, plan)
      revision = await carryOut(tx, situation, plan)
      const event = { type: 'annotations', project: image.projectId, image: imageId, revision } as const
      // Who has sent the changes has not seen that marks fall, and reads them too.
      await events.publish({ ...event, ...(origin && unmarked.length === 0 && { origin }) }, tx)
    }
    for (const [id, outcome] of await conflictsOf(tx, conflicts)) outcomes.set(id, outcome)
    const answers = ids.map((id) => outcomes.get(id) ?? refused(id, 'ERR_0500'))
    return { revision, outcomes: answers, ...(unmarked.length > 0 && { unmarked }) }
  })
}
