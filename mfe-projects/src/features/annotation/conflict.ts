import { uuidv7 } from 'uuidv7'
import type { Command } from './command-stack.ts'
import { contentOf } from './drawn-objects.ts'
import { afterEdits, type Edit, inverse, kindOf, nameOf } from './edit.ts'
import type { Refusal } from './outbox.ts'

/** An object as somebody has left it. */
export type Version = ReturnType<typeof contentOf>

/** An object that the user and somebody else have changed at the same time. */
export interface Conflict {
  id: string
  /** Its number; null: not known. */
  no: number | null
  /** What the user has made of it; null: they have deleted it. */
  mine: Version | null
  /** As it is now; null: it is deleted. */
  theirs: Version | null
  /** Revision of theirs. */
  revision: number | undefined
  /** What the user has done to other objects in the same step and after it: done with their version, or not at all. */
  rest: readonly Edit[]
}

export type Resolution = 'mine' | 'theirs' | 'both'

const sameLabels = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((label) => other.includes(label))

/**
 * What the user and somebody else have made of the same object.
 * @param edits - of the user, that were refused @param rest - of other objects, not made because of it
 * @returns null: nothing that differs; it was refused for another reason, or both have done the same
 */
export const conflictOf = (
  { id, error, current }: Refusal,
  edits: readonly Edit[],
  rest: readonly Edit[] = [],
): Conflict | null => {
  if (error.code === 'ERR_7001' && current) {
    const theirs = contentOf(current)
    const mine = afterEdits(edits, theirs)
    const isSame =
      mine !== null &&
      mine.geometry === theirs.geometry &&
      sameLabels(mine.labels, theirs.labels) &&
      mine.name === theirs.name
    return isSame ? null : { id, no: current.no, mine, theirs, revision: current.revision, rest }
  }
  const [first] = edits
  if (error.code !== 'ERR_0404' || first?.act !== 'change') return null
  const { labels = [], scene = 0, z = null, t = null, geometry } = first.before
  const mine = afterEdits(edits, { geometry, labels, scene, z, t, name: nameOf(first.before) })
  return mine && { id, no: null, mine, theirs: null, revision: undefined, rest }
}

const creation = (id: string, { name, labels, ...version }: Version): Edit => ({
  act: 'create',
  id,
  ...version,
  // Nobody has looked through a new region.
  labels: name === null ? labels : [],
  ...kindOf(name),
})

/** What makes the object the user's own version, and what makes it theirs again; null: one of the two is deleted. */
const exchange = ({ id, mine, theirs, revision: seen }: Conflict): Command => {
  if (!mine)
    return { redo: [{ act: 'delete', id, ...(seen !== undefined && { seen }) }], undo: [{ act: 'restore', id }] }
  // What is deleted is made anew.
  if (!theirs) {
    const made = uuidv7()
    return { redo: [creation(made, mine)], undo: [{ act: 'delete', id: made }] }
  }
  const hasOther = { geometry: mine.geometry !== theirs.geometry, labels: !sameLabels(mine.labels, theirs.labels) }
  const changeTo = (version: Version, { name, ...before }: Version): Edit => ({
    act: 'change',
    id,
    ...(hasOther.geometry && { geometry: version.geometry }),
    ...(hasOther.labels && { labels: [...version.labels] }),
    ...(version.name !== null && version.name !== name && { name: version.name }),
    before: { ...before, ...kindOf(name) },
  })
  // What was not shown to the user is not overwritten: a further change of theirs is a further conflict.
  return { redo: [{ ...changeTo(mine, theirs), ...(seen !== undefined && { seen }) }], undo: [changeTo(theirs, mine)] }
}

/** What a resolution does, and what takes it back. `isDone`: it is so already, and can only be taken back. */
export const resolutionOf = (conflict: Conflict, how: Resolution): Command & { isDone: boolean } => {
  const { mine, theirs, rest } = conflict
  /** What is made of the object, and with it the rest of the step. */
  const withRest = ({ redo, undo }: Command): Command => {
    const [step] = rest.flatMap((edit) => edit.step ?? [])
    return {
      redo: [...redo.map((edit) => ({ ...edit, ...(step && { step }) })), ...rest],
      undo: [...inverse(rest), ...undo],
    }
  }
  if (how === 'mine' || (how === 'both' && mine && !theirs)) return { ...withRest(exchange(conflict)), isDone: false }
  if (how === 'both' && mine) {
    const made = uuidv7()
    const command = { redo: [creation(made, mine)], undo: [{ act: 'delete', id: made } as const] }
    return { ...withRest(command), isDone: false }
  }
  // Of an object that the user has deleted there is no second one: it stays.
  const { redo, undo } = withRest(exchange(conflict))
  return { redo: undo, undo: redo, isDone: true }
}
