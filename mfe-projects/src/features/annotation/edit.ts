import { type Annotation, type AnnotationChange, defaultRegionName, type Region } from '@lamella/shared/contract'

type Creation = Extract<AnnotationChange, { act: 'create' }>

/** Revision of an object on the screen; null: that which the own last edit has made; absent: an undo or redo, which goes on from there too. */
interface Seen {
  seen?: number | null
}

/** A change of an object that is there. */
type ChangeOfObject = Seen & {
  act: 'change'
  id: string
  geometry?: string
  labels?: string[]
  /** Of a region. */
  name?: string
  /** As the object was: others may have deleted it meanwhile. */
  before: Omit<Creation, 'act' | 'id'>
}

/** Takes back a deletion. `deleted`: as the object was; absent: it was deleted on this page, which knows it. */
type Restoration = Seen & { act: 'restore'; id: string; deleted?: Annotation | Region }

/** Something that the user does to one object. */
export type Edit = Creation | ChangeOfObject | Restoration | (Seen & { act: 'delete'; id: string })

/** An edit as it is sent. @param revision - on which it is based; undefined: not known */
export const changeOf = (edit: Edit, revision: number | undefined): AnnotationChange => {
  if (edit.act === 'create') return edit
  if (edit.act === 'change') {
    const { before: _before, seen: _seen, ...change } = edit
    return { ...change, revision: revision ?? 1 }
  }
  return { act: edit.act, id: edit.id, ...(revision !== undefined && { revision }) }
}

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
