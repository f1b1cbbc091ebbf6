import {
  type copyLabelSet as CopyLabelSet,
  type createLabelSet as CreateLabelSet,
  type HandlerInput,
  type LabelSet,
  labelLimits,
  type orderLabels as OrderLabels,
  type updateLabelSet as UpdateLabelSet,
} from '@lamella/shared/contract'
import type { AppContext } from '../../platform/context.ts'
import type { Executor } from '../../platform/db/database.ts'
import { requireProjectRole } from '../../platform/http/access-rules.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import type { Actor } from '../audit/index.ts'
import { insertLabels, labelsOfSet, placeLabels } from './label-repository.ts'
import * as repository from './label-set-repository.ts'
import { labelsChanged } from './labels-changed.ts'

type NewSet = HandlerInput<typeof CreateLabelSet>['body']['data']

const present = (row: repository.LabelSetRow): LabelSet => ({
  id: row.id,
  project: row.projectId,
  name: row.name,
  description: row.description,
  owner: row.ownerId,
  created: row.created.toISOString(),
  modified: row.modified.toISOString(),
  revision: row.revision,
})

/** The label sets of a project, oldest first. */
export const listLabelSets = async ({ db }: AppContext, projectId: string): Promise<LabelSet[]> =>
  (await repository.listLabelSetsOf(db, projectId)).map(present)

/** @throws ApiError ERR_0404 when the project is gone, ERR_0409 when it has as many sets as it may */
const storeSet = async (
  { now }: AppContext,
  tx: Executor,
  { principal: { userId: ownerId } }: Actor,
  projectId: string,
  { name, description, labels = [] }: NewSet,
): Promise<string> => {
  const sets = await repository.lockAndCountSets(tx, projectId)
  if (sets === null) throw new ApiError('ERR_0404')
  if (sets >= labelLimits.labelSets) {
    throw new ApiError('ERR_0409', `A project has at most ${labelLimits.labelSets} label sets.`)
  }
  const at = { created: now(), modified: now() }
  const labelSetId = await repository.insertLabelSet(tx, { projectId, ownerId, name, description, ...at })
  await insertLabels(
    tx,
    labels.map((label, position) => ({ ...label, labelSetId, ownerId, position, ...at })),
  )
  return labelSetId
}

/** Stores a set with all of its labels in the transaction of the caller. @returns its id @throws ApiError ERR_0404, ERR_0409 */
export const storeLabelSet = async (
  context: AppContext,
  tx: Executor,
  actor: Actor,
  projectId: string,
  set: NewSet,
): Promise<string> => {
  const objectId = await storeSet(context, tx, actor, projectId, set)
  await labelsChanged(context, tx, actor, { action: 'label-set.created', projectId, objectId, name: set.name })
  return objectId
}

/** Stores a set with all of its labels, or nothing. @returns its id @throws ApiError ERR_0404, ERR_0409 */
export const createLabelSet = (context: AppContext, actor: Actor, projectId: string, set: NewSet): Promise<string> =>
  context.db.transaction((tx) => storeLabelSet(context, tx, actor, projectId, set))

/**
 * Copies a set that the caller may see, with its labels, into a project that they must be able to edit.
 * @returns id of the copy @throws ApiError ERR_0404, ERR_0403, ERR_0409
 */
export const copyLabelSet = async (
  context: AppContext,
  actor: Actor,
  labelSetId: string,
  { project: projectId }: HandlerInput<typeof CopyLabelSet>['body']['data'],
): Promise<string> => {
  await requireProjectRole(actor.principal, projectId, 'editor', context)
  return context.db.transaction(async (tx) => {
    const source = await repository.findLabelSet(tx, labelSetId)
    if (!source) throw new ApiError('ERR_0404')
    const labels = (await labelsOfSet(tx, labelSetId)).map(({ name, description, color }) => ({
      name,
      description,
      color,
    }))
    const { name, description } = source
    const objectId = await storeSet(context, tx, actor, projectId, { name, description, labels })
    await labelsChanged(context, tx, actor, { action: 'label-set.copied', projectId, objectId, name })
    return objectId
  })
}

/** The locked set of a revision. @throws ApiError ERR_0404, ERR_7001 when it was changed since */
const lockUnchanged = async (tx: Executor, labelSetId: string, revision: number): Promise<repository.LabelSetRow> => {
  const row = await repository.lockLabelSet(tx, labelSetId)
  if (!row) throw new ApiError('ERR_0404')
  if (row.revision !== revision) throw new ApiError('ERR_7001')
  return row
}

/** Changes name and description; an undefined description stays. @throws ApiError ERR_0404, ERR_7001 */
export const updateLabelSet = (
  context: AppContext,
  actor: Actor,
  labelSetId: string,
  { name, description, revision }: HandlerInput<typeof UpdateLabelSet>['body']['data'],
): Promise<void> =>
  context.db.transaction(async (tx) => {
    const { projectId } = await lockUnchanged(tx, labelSetId, revision)
    await repository.changeLabelSet(tx, { labelSetId, revision }, { name, description, modified: context.now() })
    await labelsChanged(context, tx, actor, { action: 'label-set.updated', projectId, objectId: labelSetId, name })
  })

/** Orders the labels of a set. @throws ApiError ERR_0404; ERR_7001 also when the list is not that of its labels now */
export const orderLabels = (
  context: AppContext,
  actor: Actor,
  labelSetId: string,
  { labels: ids, revision }: HandlerInput<typeof OrderLabels>['body']['data'],
): Promise<void> =>
  context.db.transaction(async (tx) => {
    const { projectId, name } = await lockUnchanged(tx, labelSetId, revision)
    const present = new Set((await labelsOfSet(tx, labelSetId)).map(({ id }) => id))
    const isWhole =
      ids.length === present.size && new Set(ids).size === ids.length && ids.every((id) => present.has(id))
    if (!isWhole) throw new ApiError('ERR_7001')
    await placeLabels(tx, ids)
    await repository.changeLabelSet(tx, { labelSetId, revision }, { modified: context.now() })
    await labelsChanged(context, tx, actor, { action: 'label-set.updated', projectId, objectId: labelSetId, name })
  })

/** Deletes a set with its labels. @throws ApiError ERR_0404 */
export const deleteLabelSet = (context: AppContext, actor: Actor, labelSetId: string): Promise<void> =>
  context.db.transaction(async (tx) => {
    const removed = await repository.removeLabelSet(tx, labelSetId)
    if (!removed) throw new ApiError('ERR_0404')
    const { projectId, name } = removed
    await labelsChanged(context, tx, actor, { action: 'label-set.deleted', projectId, objectId: labelSetId, name })
  })
