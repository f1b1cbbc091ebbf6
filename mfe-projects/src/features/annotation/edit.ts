import {
  type Annotation,
  type AnnotationChange,
  defaultRegionName,
  type Image,
  type Region,
} from '@lamella/shared/contract'

/** The image that is annotated. */
export type AnnotatedImage = Pick<Image, 'id' | 'name' | 'project' | 'isTimeSeries'>

type Creation = Extract<AnnotationChange, { act: 'create' }>

interface EditOfObject {
  id: string
  /** Revision of the object on the screen; null: that which the own last edit has made; absent: an undo or redo, which goes on from there too. */
  seen?: number | null
  /** The edits of a step are made together or not at all. */
  step?: string
}

/** A change of an object that is there. */
type ChangeOfObject = EditOfObject & {
  act: 'change'
  geometry?: string
  labels?: string[]
  /** Of a region. */
  name?: string
  /** As the object was: others may have deleted it meanwhile. */
  before: Omit<Creation, 'act' | 'id'>
}

/**
 * Takes back a deletion. `deleted`: as the object was; absent: it was deleted on this page, which knows it. Of one that was deleted elsewhere, without
 * `seen`: whatever others have made of it since.
 */
type Restoration = EditOfObject & { act: 'restore'; deleted?: Annotation | Region }

/** Something that the user does to one object. */
export type Edit = Creation | ChangeOfObject | Restoration | (EditOfObject & { act: 'delete' })

/** An edit that is not stored, as any tab could send it. */
export interface UnsentEdit {
  edit: Edit
  /** Revision on which it is based; undefined: that which the edit of the object before it makes. */
  base: number | undefined
}

/** An edit as it is sent. @param revision - on which it is based; undefined: not known */
export const changeOf = (edit: Edit, revision: number | undefined): AnnotationChange => {
  if (edit.act === 'create') return edit
  if (edit.act === 'change') {
    const { before: _before, seen: _seen, ...change } = edit
    return { ...change, revision: revision ?? 1 }
  }
  const { act, id, step } = edit
  const isForced = act === 'restore' && edit.deleted !== undefined && edit.seen === undefined
  return { act, id, ...(revision !== undefined && !isForced && { revision }), ...(step && { step }) }
}

/** What takes an edit back. */
const inverseOf = (edit: Edit): Edit => {
  const { act, id, step } = edit
  const of = { id, ...(step && { step }) }
  if (act === 'delete') return { act: 'restore', ...of }
  if (act !== 'change') return { act: 'delete', ...of }
  const { geometry, labels, name, before } = edit
  const after = { ...(geometry && { geometry }), ...(labels && { labels }), ...(name && { name }) }
  const from = {
    ...(geometry && { geometry: before.geometry }),
    ...(labels && { labels: before.labels ?? [] }),
    ...(name && { name: nameOf(before) ?? name }),
  }
  return { act, ...of, ...from, before: { ...before, ...after } }
}

/** What takes edits back, the last one first. */
export const inverse = (edits: readonly Edit[]): Edit[] => edits.map(inverseOf).toReversed()

/** What an object is besides its geometry and plane, as its creation names it. @param name - of a region; null: it is an annotation */
export const kindOf = (name: string | null): Pick<Creation, 'kind' | 'name'> =>
  name === null ? {} : { kind: 'RegionOfInterest', name }

/** Name of the region that is made; null: an annotation is. */
export const nameOf = ({ kind, name = defaultRegionName }: Pick<Creation, 'kind' | 'name'>): string | null =>
  kind === 'RegionOfInterest' ? name : null

/** What edits of one object make of it; null: it is deleted. @param from - as it is otherwise */
export const afterEdits = <T extends { geometry: string; labels: readonly string[]; name: string | null }>(
  edits: readonly Edit[],
  from: T,
): T | null => {
  let now = from
  let isDeleted = false
  for (const edit of edits) {
    if (edit.act === 'delete') isDeleted = true
    else if (edit.act === 'restore') isDeleted = false
    else if (edit.act === 'change') {
      const { geometry = now.geometry, labels = now.labels, name = now.name } = edit
      now = { ...now, geometry, labels, name }
    }
  }
  return isDeleted ? null : now
}
