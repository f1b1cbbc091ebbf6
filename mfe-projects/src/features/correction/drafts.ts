import { bus } from '@lamella/shared/events'
import { currentUserAtom, store } from '@lamella/shared/session'
import { atom } from 'jotai'
import type { Correction } from './correction.ts'

/** Changes of one stored result that are not stored yet. */
export interface Draft {
  now: Correction
  past: readonly Correction[]
  /** Name of a change that is not finished, such as a drag: further steps of it are undone with it. */
  open: string | null
  /** Whether `now` differs from the stored result. */
  isChanged: boolean
}
type Drafts = ReadonlyMap<string, Draft>

const held = atom<{ userId: string; drafts: Drafts } | null>(null)
const none: Drafts = new Map()

bus.on('session/ended').subscribe(({ reason }) => {
  if (reason === 'logout' || reason === 'logout-elsewhere') store.set(held, null)
})

/** Key of the drafts of a result. @param corrected - id of a corrected result; null: the original */
export const draftKey = (resultId: string, corrected: string | null): string => `${resultId} ${corrected ?? ''}`

/**
 * Drafts by the key of what they change. Kept outside the page, so that they are still there after a look into the
 * viewer, but only in memory; a log-out discards them.
 */
export const draftsAtom = atom(
  (get) => {
    const kept = get(held)
    return kept && kept.userId === get(currentUserAtom)?.id ? kept.drafts : none
  },
  (get, set, change: (before: Drafts) => Drafts) => {
    const userId = get(currentUserAtom)?.id
    if (userId) set(held, { userId, drafts: change(get(draftsAtom)) })
  },
)

/** Closing the tab would lose what is not stored: the browser asks first. */
const onLeave = (event: BeforeUnloadEvent): void => event.preventDefault()
store.sub(draftsAtom, () => {
  const isUnsaved = [...store.get(draftsAtom).values()].some(({ isChanged }) => isChanged)
  if (isUnsaved) window.addEventListener('beforeunload', onLeave)
  else window.removeEventListener('beforeunload', onLeave)
})
