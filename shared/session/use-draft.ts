import { useAtomValue } from 'jotai'
import { useRef, useState } from 'react'
import { currentUserAtom } from './atoms.ts'
import { type DraftFields, readDraft, removeDraft, writeDraft } from './drafts.ts'
import { store } from './store.ts'

export interface Draft<Fields> {
  /** What was typed here before and neither saved nor given up; null when there is nothing, or no longer. */
  found: Fields | null
  /** Remembers what is typed now. */
  keep: (fields: Fields) => void
  /** Saved or given up. */
  drop: () => void
}

const sameAs = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** The fields of a form that has perhaps changed since they were kept. */
const fieldsLike = <Fields extends DraftFields>(kept: DraftFields | null, initial: Fields): Fields | null => {
  if (!kept) return null
  const names = Object.keys(initial)
  if (names.some((name) => Array.isArray(kept[name]) !== Array.isArray(initial[name]) || kept[name] === undefined))
    return null
  const fields = Object.fromEntries(names.map((name) => [name, kept[name]])) as Fields
  return sameAs(fields, initial) ? null : fields
}

/**
 * Keeps what is typed into a form over whatever takes the page away (an error page, the log-in page, a reload), for the
 * same user in the same tab.
 * @param form - names the form: its path, and what it is when the page has several
 * @param initial - fields of the form when nothing is typed
 */
export const useDraft = <Fields extends DraftFields>(form: string, initial: Fields): Draft<Fields> => {
  const userId = useAtomValue(currentUserAtom, { store })?.id
  const [found, setFound] = useState(() => (userId ? fieldsLike(readDraft(userId, form), initial) : null))
  return {
    found,
    keep: (fields) => {
      if (!userId) return
      if (sameAs(fields, initial)) removeDraft(userId, form)
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
  // A field may change two of them at once.
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
    /** Saved or given up: the form is empty again. */
    reset: (): void => {
      set(initial)
      drop()
    },
    restored: found !== null,
  }
}

/** Whether a form was taken away while something was typed into it: its dialog opens again. */
export const hasDraft = (form: string): boolean => {
  const userId = store.get(currentUserAtom)?.id
  return userId !== undefined && readDraft(userId, form) !== null
}
