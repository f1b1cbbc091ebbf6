import type { AnnotationChange } from '@lamella/shared/contract'

type Creation = Extract<AnnotationChange, { act: 'create' }>

/** A change of an object that is there, without the revision on which it is based: that is known when it is sent. */
type ChangeOfObject = {
  act: 'change'
  id: string
  geometry?: string
  labels?: string[]
  /** As the object was: others may have deleted it meanwhile. */
  before: Omit<Creation, 'act' | 'id'>
}

/** Something that the user does to one object. */
export type Edit = Creation | ChangeOfObject | { act: 'delete'; id: string } | { act: 'restore'; id: string }

/** An edit as it is sent. @param revision - that the user has seen; undefined: not known */
export const changeOf = (edit: Edit, revision: number | undefined): AnnotationChange => {
  if (edit.act === 'change') {
    const { before: _, ...change } = edit
    return { ...change, revision: revision ?? 1 }
  }
  return edit.act === 'delete' && revision !== undefined ? { ...edit, revision } : edit
}

/** What edits of one object make of it; null: it is deleted. @param from - as it is otherwise; null: deleted */
export const afterEdits = <T extends { geometry: string; labels: readonly string[] }>(
  edits: readonly Edit[],
  from: T | null,
): T | null => {
  let now = from
  for (const edit of edits) {
    if (edit.act === 'delete') now = null
    else if (edit.act === 'change' && now) {
      const { geometry = now.geometry, labels = now.labels } = edit
      now = { ...now, geometry, labels }
    }
  }
  return now
}
