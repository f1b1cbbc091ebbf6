import { type Geometry, wktOf } from '@lamella/shared/geometry'
import { uuidv7 } from 'uuidv7'
import type { Command } from './command-stack.ts'
import { type DrawnObject, objectOf, type StoredObject } from './drawn-objects.ts'
import { type Edit, kindOf } from './edit.ts'

/** What can be changed of an object. */
interface Content {
  geometry?: string
  labels?: string[]
  name?: string
}

/** Several commands as one. */
export const together = (commands: readonly Command[]): Command => ({
  redo: commands.flatMap(({ redo }) => redo),
  undo: commands.flatMap(({ undo }) => undo),
})

/** A command of which everything is done or nothing: half of it would be an object twice, or not at all. */
const whole = ({ redo, undo }: Command): Command => {
  const inOneStep = (edits: readonly Edit[]): Edit[] => {
    const step = uuidv7()
    return edits.map((edit) => ({ ...edit, step }))
  }
  return { redo: inOneStep(redo), undo: inOneStep(undo) }
}

const placeOf = ({ scene, z, t }: DrawnObject) => ({ scene, z, t })

const changing = (object: DrawnObject, to: Content, from: Content): Command => {
  const { id, revision: seen, text: geometry, labels, name } = object
  const before = { geometry, ...placeOf(object), labels: [...labels], ...kindOf(name) }
  const redo: Edit = { act: 'change', id, ...to, before, seen }
  return { redo: [redo], undo: [{ act: 'change', id, ...from, before: { ...before, ...to } }] }
}

interface Made {
  geometry: Geometry
  labels: readonly string[]
  /** Of a region; null: an annotation. */
  name: string | null
  scene: number
  z: number | null
  t: number | null
}

/** Makes an object. @returns its id besides */
export const creating = ({ geometry, labels, name, scene, z, t }: Made): Command & { id: string } => {
  const id = uuidv7()
  // Nobody has looked through a new region.
  const isLabelled = name === null && labels.length > 0
  const given = { ...(isLabelled && { labels: [...labels] }), ...kindOf(name) }
  const creation: Edit = { act: 'create', id, geometry: wktOf(geometry), ...given, scene, z, t }
  return { id, redo: [creation], undo: [{ act: 'delete', id }] }
}

/** Another object of the same kind, labels and plane. */
export const alike = ({ labels, name, ...object }: DrawnObject, geometry: Geometry): Command & { id: string } =>
  creating({ geometry, labels, name, ...placeOf({ labels, name, ...object }) })

export const deleting = ({ id, revision: seen }: DrawnObject): Command => ({
  redo: [{ act: 'delete', id, seen }],
  undo: [{ act: 'restore', id }],
})

/** Takes an object out of the trash. @param deleted - as it was */
export const restoring = (deleted: StoredObject): Command => ({
  redo: [{ act: 'restore', id: deleted.id, deleted, seen: deleted.revision }],
  undo: [{ act: 'delete', id: deleted.id }],
})

/** Gives an object these labels in place of its own; a region those that it is exhaustively annotated for. */
export const labelling = (object: DrawnObject, labels: readonly string[]): Command =>
  changing(object, { labels: [...labels] }, { labels: [...object.labels] })

/** Gives an object another geometry. */
export const reshaping = (object: DrawnObject, geometry: Geometry): Command =>
  changing(object, { geometry: wktOf(geometry) }, { geometry: object.text })

/** Gives a region another name. */
export const renaming = (object: DrawnObject, name: string): Command =>
  changing(object, { name }, { name: object.name ?? '' })

const isSameSet = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((each) => other.includes(each))

/** Makes an object that is there what it was; null: it is so. Marks of a region are not made again: nobody has looked through it now. */
const changingBack = (object: DrawnObject, was: DrawnObject): Command | null => {
  const { text, labels, name } = object
  const isReshaped = text !== was.text
  const isLabelled = name === null && !isSameSet(labels, was.labels)
  const isRenamed = name !== was.name && name !== null && was.name !== null
  if (!isReshaped && !isLabelled && !isRenamed) return null
  const contentOf = (one: DrawnObject): Content => ({
    ...(isReshaped && { geometry: one.text }),
    ...(isLabelled && { labels: [...one.labels] }),
    ...(isRenamed && one.name !== null && { name: one.name }),
  })
  return changing(object, contentOf(was), contentOf(object))
}

/** Takes an object out of the trash, and makes it what it was, which need not be what was deleted. */
const bringingBack = (stored: StoredObject): Command => {
  const was = { ...objectOf(stored), revision: null }
  const { id, text: geometry, labels, name } = was
  const content = { geometry, ...(name === null ? { labels: [...labels] } : { name }) }
  const { redo } = changing(was, content, content)
  return { redo: [{ act: 'restore', id, deleted: stored }, ...redo], undo: [{ act: 'delete', id }] }
}

/** How many objects a command that returns to a moment changes. */
export interface Returned {
  deleted: number
  restored: number
  changed: number
}

/**
 * Makes objects what they were at a moment.
 * @param now - those that are there @param past - those that were there, of the same scene
 */
export const returningTo = (
  now: readonly DrawnObject[],
  past: readonly StoredObject[],
): { command: Command; counts: Returned } => {
  const there = new Map(now.map((object) => [object.id, object]))
  const were = new Set(past.map(({ id }) => id))
  const deletions = now.filter(({ id }) => !were.has(id)).map(deleting)
  const restorations = past.filter(({ id }) => !there.has(id)).map(bringingBack)
  const changes = past.flatMap((stored) => {
    const object = there.get(stored.id)
    // Texts of all of them would take seconds.
    if (!object || object.revision === stored.revision) return []
    return changingBack(object, objectOf(stored)) ?? []
  })
  const { redo, undo } = together([...deletions, ...restorations, ...changes])
  // A call names each object once: all come back before the first one is changed.
  const rank = ({ act }: Edit): number => (act === 'change' ? 1 : 0)
  return {
    command: { redo: redo.toSorted((one, other) => rank(one) - rank(other)), undo },
    counts: { deleted: deletions.length, restored: restorations.length, changed: changes.length },
  }
}

/** Makes the first of some objects what they are together; the others go. */
export const merging = (first: DrawnObject, others: readonly DrawnObject[], geometry: Geometry): Command =>
  whole(together([reshaping(first, geometry), ...others.map(deleting)]))

/** Makes pieces of an object: it becomes the first one, the others are like it. @returns their ids besides */
export const splitting = (
  object: DrawnObject,
  [first, ...others]: readonly [Geometry, ...Geometry[]],
): Command & { ids: string[] } => {
  const made = others.map((geometry) => alike(object, geometry))
  return { ...whole(together([reshaping(object, first), ...made])), ids: [object.id, ...made.map(({ id }) => id)] }
}
