import * as z from 'zod/mini'
import { safeSessionStorage } from './browser-storage.ts'

/** Fields of a form as they are typed. Never a password. */
export type DraftFields = Record<string, string | string[]>

/** All drafts of this tab: user and form → fields. */
const storageKey = 'lamella.drafts'
const stored = z.record(z.string(), z.record(z.string(), z.union([z.string(), z.array(z.string())])))
type Drafts = z.infer<typeof stored>

const read = (): Drafts => {
  try {
    return z.parse(stored, JSON.parse(safeSessionStorage.read(storageKey) ?? '{}'))
  } catch {
    return {}
  }
}

/** Drafts are kept per user: the next user of the tab must not see them. */
const keyOf = (userId: string, form: string): string => `${userId} ${form}`

const change = (work: (drafts: Drafts) => void): void => {
  const drafts = read()
  work(drafts)
  if (Object.keys(drafts).length === 0) safeSessionStorage.remove(storageKey)
  else safeSessionStorage.write(storageKey, JSON.stringify(drafts))
}

/** @param form - name of the form, unique in the portal */
export const writeDraft = (userId: string, form: string, fields: DraftFields): void =>
  change((drafts) => {
    drafts[keyOf(userId, form)] = fields
  })

/** Removes the draft of one form, if there is one. */
export const removeDraft = (userId: string, form: string): void =>
  change((drafts) => {
    delete drafts[keyOf(userId, form)]
  })

/** Null when nothing is kept. */
export const readDraft = (userId: string, form: string): DraftFields | null => read()[keyOf(userId, form)] ?? null

/** Removes all drafts, at log-out: what was typed must not stay in the browser. */
export const forgetDrafts = (): void => safeSessionStorage.remove(storageKey)
