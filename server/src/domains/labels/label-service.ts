import {
  type createLabel as CreateLabel,
  type HandlerInput,
  type Label,
  labelLimits,
  type updateLabel as UpdateLabel,
} from '@lamella/shared/contract'
import type { AppContext } from '../../platform/context.ts'
import type { Executor } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import type { Actor } from '../audit/index.ts'
import * as repository from './label-repository.ts'
import { type LabelSetRow, lockLabelSet } from './label-set-repository.ts'
import { labelsChanged } from './labels-changed.ts'

/**
 * Labels of the sets of a project.
 * @param sets - ids of sets; null: all. Those of other projects are passed over
 * @param counted - whether the assignments are counted
 */
export const listLabels = async (
  { db }: AppContext,
  projectId: string,
  { sets, counted }: { sets: readonly string[] | null; counted: boolean },
): Promise<Label[]> => {
  const rows = await repository.listLabelsOf(db, projectId, sets)
  const counts = counted ? await repository.assignmentsByLabel(db, projectId) : null
  return rows.map(({ id, labelSetId, name, description, color, ownerId, revision }) => ({
    id,
    labelset: labelSetId,
    name,
    description,
    color,
    owner: ownerId,
    revision,
    ...(counts && { labelAssignmentCount: counts.get(id) ?? 0 }),
  }))
}

/** The locked set with its labels. @throws ApiError ERR_0404 */
const lockSet = async (
  tx: Executor,
  labelSetId: string,
): Promise<{ set: LabelSetRow; labels: repository.LabelRow[] }> => {
  const set = await lockLabelSet(tx, labelSetId)
  if (!set) throw new ApiError('ERR_0404')
  return { set, labels: await repository.labelsOfSet(tx, labelSetId) }
}

/** Adds a label as the last one. @returns its id @throws ApiError ERR_0404, ERR_0409 when the set is full, ERR_7002 */
export const createLabel = (
  context: AppContext,
  actor: Actor,
  labelSetId: string,
  label: HandlerInput<typeof CreateLabel>['body']['data'],
): Promise<string> =>
  context.db.transaction(async (tx) => {
    const { set, labels } = await lockSet(tx, labelSetId)
    if (labels.some(({ name }) => name === label.name)) throw new ApiError('ERR_7002')
    if (labels.length >= labelLimits.labels) {
      throw new ApiError('ERR_0409', `A label set has at most ${labelLimits.labels} labels.`)
    }
    const position = (labels.at(-1)?.position ?? -1) + 1
    const at = { created: context.now(), modified: context.now() }
    const row = { ...label, ...at, labelSetId, ownerId: actor.principal.userId, position }
    const [objectId = ''] = await repository.insertLabels(tx, [row])
    const { projectId } = set
    await labelsChanged(context, tx, actor, { action: 'label.created', projectId, objectId, name: label.name })
    return objectId
  })

/** Changes a label; an undefined description stays. @throws ApiError ERR_0404, ERR_7001, ERR_7002 */
export const updateLabel = (
  context: AppContext,
  actor: Actor,
  labelId: string,
  { name, description, color, revision }: HandlerInput<typeof UpdateLabel>['body']['data'],
): Promise<void> =>
  context.db.transaction(async (tx) => {
    const place = await repository.placeOfLabel(tx, labelId)
    if (!place) throw new ApiError('ERR_0404')
    const { set, labels } = await lockSet(tx, place.labelSetId)
    const label = labels.find(({ id }) => id === labelId)
    if (!label) throw new ApiError('ERR_0404')
    if (label.revision !== revision) throw new ApiError('ERR_7001')
    if (labels.some((other) => other.id !== labelId && other.name === name)) throw new ApiError('ERR_7002')
    await repository.changeLabel(tx, labelId, { name, description, color, modified: context.now() })
    const { projectId } = set
    await labelsChanged(context, tx, actor, { action: 'label.updated', projectId, objectId: labelId, name })
  })

/** Deletes a label, which annotations lose. @throws ApiError ERR_0404 */
export const deleteLabel = (context: AppContext, actor: Actor, labelId: string): Promise<void> =>
  context.db.transaction(async (tx) => {
    const place = await repository.placeOfLabel(tx, labelId)
    const removed = place && (await repository.removeLabel(tx, labelId))
    if (!removed) throw new ApiError('ERR_0404')
    const { projectId } = place
    await labelsChanged(context, tx, actor, {
      action: 'label.deleted',
      projectId,
      objectId: labelId,
      name: removed.name,
    })
  })
