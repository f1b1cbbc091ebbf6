import { atom } from 'jotai'
import { safeSessionStorage } from './browser-storage.ts'

/** The project whose group the side menu shows. */
export interface SelectedProject {
  id: string
  name: string
}

/** Storage key (D1-3-28). */
const idKey = 'selectedProjectId'
/** Storage key of the name, with which the menu has its header at once after a reload. */
const nameKey = 'lamella.selectedProjectName'

const remembered = (): SelectedProject | null => {
  const id = safeSessionStorage.read(idKey)
  const name = safeSessionStorage.read(nameKey)
  return id && name ? { id, name } : null
}

const chosen = atom(remembered())

/** Remembered for the session (D1-2.6-22): over reloads of a tab until the log-out; each tab has its own. */
export const selectedProjectAtom = atom(
  (get) => get(chosen),
  (_, set, project: SelectedProject | null) => {
    if (project) {
      safeSessionStorage.write(idKey, project.id)
      safeSessionStorage.write(nameKey, project.name)
    } else {
      safeSessionStorage.remove(idKey)
      safeSessionStorage.remove(nameKey)
    }
    set(chosen, project)
  },
)
