import { atom } from 'jotai'
import { sessionMemory } from './browser-storage.ts'

/** The project whose group the side menu shows. */
export interface SelectedProject {
  id: string
  name: string
}

/** Key of document 1 §3. */
const idKey = 'selectedProjectId'
/** The name, so that the menu has its header at once after a reload. */
const nameKey = 'lamella.selectedProjectName'

const remembered = (): SelectedProject | null => {
  const id = sessionMemory.read(idKey)
  const name = sessionMemory.read(nameKey)
  return id && name ? { id, name } : null
}

const chosen = atom(remembered())

/** Remembered for the session (document 1 §2.6): over reloads of a tab until the log-out; each tab has its own. */
export const selectedProjectAtom = atom(
  (get) => get(chosen),
  (_, set, project: SelectedProject | null) => {
    if (project) {
      sessionMemory.write(idKey, project.id)
      sessionMemory.write(nameKey, project.name)
    } else {
      sessionMemory.remove(idKey)
      sessionMemory.remove(nameKey)
    }
    set(chosen, project)
  },
)
