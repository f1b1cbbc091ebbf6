import type { Annotation } from '@lamella/shared/contract'
import { uuidv7 } from 'uuidv7'
import type { Command } from './command-stack.ts'
import { afterEdits, type Edit } from './edit.ts'
import type { Refusal } from './outbox.ts'

/** An object as somebody has left it. */
export interface Version {
  /** Well-known text. */
  geometry: string
  labels: readonly string[]
}

/** An object that the user and somebody else have changed at the same time. */
export interface Conflict {
  id: string
  /** Its number; null: not known. */
  no: number | null
  /** What the user has made of it; null: they have deleted it. */
  mine: (Version & Omit<Extract<Edit, { act: 'create' }>, 'act' | 'id'>) | null
  /** As it is now; null: it is deleted. */
  theirs: Version | null
}

export type Resolution = 'mine' | 'theirs' | 'both'

const versionOf = ({ geometry, labelAssignments, scene, z, timeSeriesStep }: Annotation) => ({
  geometry,
  labels: labelAssignments.map(({ labelId }) => labelId),
  scene,
  z,
  t: timeSeriesStep,
})

/** @param edits - that were refused, of one object; null: others have not changed it, it was refused for another reason */
export const conflictOf = ({ id, error, current }: Refusal, edits: readonly Edit[]): Conflict | null => {
  if (error.code === 'ERR_7001' && current) {
    const theirs = versionOf(current)
    const mine = afterEdits(edits, theirs)
    return { id, no: current.no, mine: mine && { ...mine, labels: [...mine.labels] }, theirs }
  }
  const [first] = edits
  if (error.code !== 'ERR_0404' || first?.act !== 'change') return null
  const mine = afterEdits(edits, { labels: [], ...first.before })
  return mine && { id, no: null, mine: { ...mine, labels: [...mine.labels] }, theirs: null }
}

const sameLabels = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((label) => other.includes(label))

/** What a resolution does, and what takes it back; null: nothing, the object stays as it is. */
export const resolutionOf = ({ id, mine, theirs }: Conflict, how: Resolution): Command | null => {
  if (how === 'theirs') return null
  if (!mine) return { redo: [{ act: 'delete', id }], undo: [{ act: 'restore', id }] }
  // What is deleted is made anew, as is a second one beside theirs.
  if (how === 'both' || !theirs) {
    const made = uuidv7()
    return {
      redo: [{ act: 'create', id: made, ...mine, labels: [...mine.labels] }],
      undo: [{ act: 'delete', id: made }],
    }
  }
  const fields = {
    geometry: mine.geometry === theirs.geometry ? null : 'geometry',
    labels: sameLabels(mine.labels, theirs.labels) ? null : 'labels',
  }
  if (!fields.geometry && !fields.labels) return null
  const changeTo = (version: Version, before: Version): Edit => ({
    act: 'change',
    id,
    ...(fields.geometry && { geometry: version.geometry }),
    ...(fields.labels && { labels: [...version.labels] }),
    before: { ...mine, geometry: before.geometry, labels: [...before.labels] },
  })
  return { redo: [changeTo(mine, theirs)], undo: [changeTo(theirs, mine)] }
}
