import { bus } from '@lamella/shared/events'
import { currentUserAtom, store } from '@lamella/shared/session'
import { atom } from 'jotai'
import type { SelectedFile } from './selection.ts'

const picked = atom<{ userId: string; files: readonly SelectedFile[] } | null>(null)
const nothing: readonly SelectedFile[] = []

// A log-out discards the files, as it does drafts.
bus.on('session/ended').subscribe(({ reason }) => {
  if (reason === 'logout' || reason === 'logout-elsewhere') store.set(picked, null)
})

/**
 * Files that the user picked but has not started. Kept outside the page, which an error or a log-in may replace, but
 * only in memory: browsers give no lasting access to files. Their typed names are stored by `useTypedNames`. A write
 * without a user discards them.
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

/** A reload would lose the chosen files: the browser asks first, and a new version of the portal waits. */
const onLeave = (event: BeforeUnloadEvent): void => event.preventDefault()
store.sub(pickedFilesAtom, () => {
  if (store.get(pickedFilesAtom).length > 0) window.addEventListener('beforeunload', onLeave)
  else window.removeEventListener('beforeunload', onLeave)
})
