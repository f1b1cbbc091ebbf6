import { atom } from 'jotai'
import { safeLocalStorage, safeSessionStorage } from './browser-storage.ts'

/** The project whose group the side menu shows. */
export interface SelectedProject {
  id: string
  name: string
}

/** Storage key (D1-3-28). */
const idKey = 'selectedProjectId'
/** Storage key of the name, with which the menu has its header at once after a reload. */
const nameKey = 'lamella.selectedProjectName'

/** Of this tab, else of the tab that chose last: a new tab begins with its project. */
const storages = [safeSessionStorage, safeLocalStorage] as const

const remembered = (): SelectedProject | null => {
  for (const storage of storages) {
    const id = storage.read(idKey)
    const name = storage.read(nameKey)
    if (id && name) return { id, name }
  }
  return null
}

const chosen = atom(remembered())

/**
 * Remembered for the session (D1-2.6-22): over reloads until the log-out. Each tab has its own; the local storage holds
 * the one that was chosen last in any of them (D2-2-33).
 */
export const selectedProjectAtom = atom(
  (get) => get(chosen),
  (_, set, project: SelectedProject | null) => {
    for (const storage of storages) {
      if (project) {
        storage.write(idKey, project.id)
        storage.write(nameKey, project.name)
      } else {
        storage.remove(idKey)
        storage.remove(nameKey)
      }
    }
    set(chosen, project)
  },
)
