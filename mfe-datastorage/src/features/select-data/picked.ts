import { bus } from '@lamella/shared/events'
import { currentUserAtom, store } from '@lamella/shared/session'
import { atom } from 'jotai'
import type { SelectedFile } from './selection.ts'

const picked = atom<{ userId: string; files: readonly SelectedFile[] } | null>(null)
const nothing: readonly SelectedFile[] = []

// As with what is typed: a log-out leaves nothing in the tab.
bus.on('session/ended').subscribe(({ reason }) => {
  if (reason === 'logout' || reason === 'logout-elsewhere') store.set(picked, null)
})

/**
 * What the user picked and has not started. It outlives the page: an error or the log-in may take that away. No longer
 * than the tab, because a browser gives no lasting access to files; what was typed for them is kept by `useTypedNames`.
 */
export const pickedFilesAtom = atom(
  (get) => {
    const kept = get(picked)
    return kept && kept.userId === get(currentUserAtom)?.id ? kept.files : nothing
  },
  (get, set, files: readonly SelectedFile[]) => {
    const userId = get(currentUserAtom)?.id
    set(picked, userId ? { userId, files } : null)
  },
)
