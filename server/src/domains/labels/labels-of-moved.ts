import { labelLimits } from '@lamella/shared/contract'
import type { AppContext } from '../../platform/context.ts'
import type { Executor } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import * as labelRepository from './label-repository.ts'
import * as setRepository from './label-set-repository.ts'

type AssignedLabel = labelRepository.AssignedLabel

/** Labels by the name of their set. */
const bySet = (labels: readonly AssignedLabel[]): Map<string, AssignedLabel[]> => {
  const sets = new Map<string, AssignedLabel[]>()
  for (const label of labels) sets.set(label.setName, [...(sets.get(label.setName) ?? []), label])
  return sets
}

/**
 * Gives annotations of images that were moved the labels of their new project that have the same name in a set of the same name. What is
 * missing there is added, so that no annotation loses its label.
 * @throws ApiError ERR_0409 when the project would have more sets, or a set more labels, than it may
 */
export const takeLabelsAlong = async (
  { now, events }: AppContext,
  tx: Executor,
  userId: string,
  imageIds: readonly string[],
  projectId: string,
): Promise<void> => {
  const assigned = await labelRepository.labelsAssignedIn(tx, imageIds)
  if (assigned.length === 0) return
  const count = (await setRepository.lockAndCountSets(tx, projectId)) ?? 0
  const sets = new Map((await setRepository.listLabelSetsOf(tx, projectId)).toReversed().map((set) => [set.name, set]))
  const wanted = bySet(assigned)
  const missing = [...wanted.keys()].filter((name) => !sets.has(name))
  if (count + missing.length > labelLimits.labelSets) {
    const detail = `The annotations bring ${missing.length} label sets along, and a project has at most ${labelLimits.labelSets}.`
    throw new ApiError('ERR_0409', detail)
  }
  const at = { created: now(), modified: now() }
  const moved = new Map<string, string>()
  for (const [name, labels] of wanted) {
    const description = labels[0]?.setDescription ?? ''
    const existing = sets.get(name)
    // It may be deleted in the meantime.
    const locked = existing && (await setRepository.lockLabelSet(tx, existing.id))
    const id =
      locked?.id ?? (await setRepository.insertLabelSet(tx, { projectId, ownerId: userId, name, description, ...at }))
    const there = await labelRepository.labelsOfSet(tx, id)
    const known = new Map(there.map((label) => [label.name, label.id]))
    const added = [...new Map(labels.map((label) => [label.name, label])).values()].filter(
      (label) => !known.has(label.name),
    )
    if (there.length + added.length > labelLimits.labels) {
      const detail = `The annotations bring labels along, and the label set "${name}" may have at most ${labelLimits.labels}.`
      throw new ApiError('ERR_0409', detail)
    }
    const first = (there.at(-1)?.position ?? -1) + 1
    const rows = added.map((label, index) => ({
      labelSetId: id,
      ownerId: userId,
      name: label.name,
      description: label.description,
      color: label.color,
      position: first + index,
      ...at,
    }))
    const ids = await labelRepository.insertLabels(tx, rows)
    for (const [index, label] of added.entries()) known.set(label.name, ids[index] ?? '')
    for (const label of labels) moved.set(label.id, known.get(label.name) ?? '')
  }
  await labelRepository.exchangeLabels(tx, imageIds, moved)
  await events.publish({ type: 'labels', project: projectId }, tx)
}
