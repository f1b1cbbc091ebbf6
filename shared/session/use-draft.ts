import { useAtomValue } from 'jotai'
import { useRef, useState } from 'react'
import { currentUserAtom } from './atoms.ts'
import { type DraftFields, readDraft, removeDraft, writeDraft } from './drafts.ts'
import { store } from './store.ts'

/** The draft of one form. */
export interface Draft<Fields> {
  /** What was typed before and neither saved nor cancelled; null when there is none. */
  found: Fields | null
  /** Stores what is typed now. */
  keep: (fields: Fields) => void
  /** Removes the draft, after saving or cancelling. */
  drop: () => void
}

const isEqual = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/**
 * The stored fields where they still fit the form, which a new version may have changed; null when nothing differs from
 * empty.
 */
const fieldsLike = <Fields extends DraftFields>(kept: DraftFields | null, initial: Fields): Fields | null => {
  if (!kept) return null
  const names = Object.keys(initial)
  if (names.some((name) => Array.isArray(kept[name]) !== Array.isArray(initial[name]) || kept[name] === undefined))
    return null
  const fields = Object.fromEntries(names.map((name) => [name, kept[name]])) as Fields
  return isEqual(fields, initial) ? null : fields
}

/**
 * Keeps what is typed into a form when the page is left unwanted (error page, log-in page, reload), for the same user
 * in the same tab.
 * @param form - name of the form: its path, with a suffix where the page has several
 * @param initial - fields of the empty form
 */
export const useDraft = <Fields extends DraftFields>(form: string, initial: Fields): Draft<Fields> => {
  const userId = useAtomValue(currentUserAtom, { store })?.id
  const [found, setFound] = useState(() => (userId ? fieldsLike(readDraft(userId, form), initial) : null))
  return {
    found,
    keep: (fields) => {
      if (!userId) return
      if (isEqual(fields, initial)) removeDraft(userId, form)
      else writeDraft(userId, form, fields)
    },
    drop: () => {
      if (userId) removeDraft(userId, form)
      setFound(null)
    },
  }
}

/** State of a form whose fields are kept as a draft. */
export const useDraftFields = <Fields extends DraftFields>(form: string, initial: Fields) => {
  const { found, keep, drop } = useDraft(form, initial)
  const [fields, setFields] = useState(found ?? initial)
  // One event may change two fields before the next render.
  const latest = useRef(fields)
  const set = (next: Fields): void => {
    latest.current = next
    setFields(next)
  }
  return {
    fields,
    change: (changes: Partial<Fields>): void => {
      set({ ...latest.current, ...changes })
      keep(latest.current)
    },
    /** Empties the form and removes the draft, after saving or cancelling. */
    reset: (): void => {
      set(initial)
      drop()
    },
    restored: found !== null,
  }
}

/** Whether something typed into a form is kept, so that its dialog should open again. */
export const hasDraft = (form: string): boolean => {
  const userId = store.get(currentUserAtom)?.id
  return userId !== undefined && readDraft(userId, form) !== null
}
