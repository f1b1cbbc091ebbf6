import { labelLimits, name as nameRule } from '@lamella/shared/contract'
import type { AppContext } from '../../platform/context.ts'
import type { Executor } from '../../platform/db/database.ts'
import { recordAudit } from '../audit/index.ts'
import * as labelRepository from './label-repository.ts'
import * as setRepository from './label-set-repository.ts'

/** Name of the label set that is given what files bring along. */
const setName = 'Imported'

/** Colours of labels for which a file names none, in their order: those of `labelColors` of the portal (ADR 50). */
const colors = [
  '#e69f00',
  '#56b4e9',
  '#c2f0c0',
  '#3f8a78',
  '#9e5be2',
  '#e24328',
  '#f7d644',
  '#a4c794',
  '#5ae3f7',
  '#77a276',
  '#c377b1',
  '#6297de',
] as const

/** A label as a file names it. */
interface NamedLabel {
  name: string
  /** `#rrggbb`; null: the file has none. */
  color: string | null
}

/** For whom labels are added. */
interface Importer {
  userId: string
  organisationId: string
  projectId: string
  /** Whether they may add labels to the project. */
  mayAdd: boolean
}

const setFor = async (tx: Executor, { userId: ownerId, projectId }: Importer, at: Date): Promise<string | null> => {
  const count = await setRepository.lockAndCountSets(tx, projectId)
  const found = (await setRepository.listLabelSetsOf(tx, projectId)).find(({ name }) => name === setName)
  if (found) return (await setRepository.lockLabelSet(tx, found.id))?.id ?? null
  if (count === null || count >= labelLimits.labelSets) return null
  return setRepository.insertLabelSet(tx, { projectId, ownerId, name: setName, created: at, modified: at })
}

const idsByName = (labels: readonly labelRepository.LabelRow[]): Map<string, string> =>
  // Of several labels of a name the first one.
  new Map(labels.toReversed().map(({ name, id }) => [name, id]))

/**
 * The labels of a project by the names of a file. Those that are missing are added to its label set "Imported", in the colours of the file, where the
 * importer may do that, the set has room, and the name can be one.
 * @returns their ids by name; without an entry: there is none
 */
export const labelsOfFile = async (
  { db, events, now }: AppContext,
  importer: Importer,
  named: readonly NamedLabel[],
): Promise<Map<string, string>> => {
  const { projectId, userId, organisationId } = importer
  const known = idsByName(await labelRepository.listLabelsOf(db, projectId, null))
  const isNew = ({ name }: NamedLabel): boolean => !known.has(name) && nameRule.safeParse(name).data === name
  if (!importer.mayAdd || !named.some(isNew)) return known
  return db.transaction(async (tx) => {
    const at = now()
    const labelSetId = await setFor(tx, importer, at)
    const all = await labelRepository.listLabelsOf(tx, projectId, null)
    const ids = idsByName(all)
    if (labelSetId === null) return ids
    const there = all.filter((label) => label.labelSetId === labelSetId)
    const missing = [...new Map(named.map((label) => [label.name, label])).values()]
      .filter((label) => isNew(label) && !ids.has(label.name))
      .slice(0, Math.max(0, labelLimits.labels - there.length))
    const first = (there.at(-1)?.position ?? -1) + 1
    const rows = missing.map(({ name, color }, index) => ({
      ...{ labelSetId, ownerId: userId, name, description: '', created: at, modified: at },
      color: color ?? colors[(all.length + index) % colors.length] ?? '',
      position: first + index,
    }))
    const added = await labelRepository.insertLabels(tx, rows)
    for (const [index, objectId] of added.entries()) {
      const name = rows[index]?.name ?? ''
      ids.set(name, objectId)
      const object = { objectType: 'label', objectId, projectId, detail: { name } }
      await recordAudit(tx, { at, organisationId, userId, action: 'label.created', ...object })
    }
    if (added.length > 0) await events.publish({ type: 'labels', project: projectId }, tx)
    return ids
  })
}
