import * as z from 'zod/mini'
import { sessionMemory } from './browser-storage.ts'

/** Fields of a form as they are typed. Never a password. */
export type DraftFields = Record<string, string | string[]>

/** All drafts of this tab: user and form → fields. */
const storageKey = 'lamella.drafts'
const stored = z.record(z.string(), z.record(z.string(), z.union([z.string(), z.array(z.string())])))
type Drafts = z.infer<typeof stored>

const read = (): Drafts => {
  try {
    return z.parse(stored, JSON.parse(sessionMemory.read(storageKey) ?? '{}'))
  } catch {
    return {}
  }
}

/** One user's drafts are nothing for another one. */
const keyOf = (userId: string, form: string): string => `${userId} ${form}`

const change = (work: (drafts: Drafts) => void): void => {
  const drafts = read()
  work(drafts)
  if (Object.keys(drafts).length === 0) sessionMemory.remove(storageKey)
  else sessionMemory.write(storageKey, JSON.stringify(drafts))
}

export const writeDraft = (userId: string, form: string, fields: DraftFields): void =>
  change((drafts) => {
    drafts[keyOf(userId, form)] = fields
  })

export const removeDraft = (userId: string, form: string): void =>
  change((drafts) => {
    delete drafts[keyOf(userId, form)]
  })

export const readDraft = (userId: string, form: string): DraftFields | null => read()[keyOf(userId, form)] ?? null

/** The user logs out: what was typed does not stay in the browser. */
export const forgetDrafts = (): void => sessionMemory.remove(storageKey)
