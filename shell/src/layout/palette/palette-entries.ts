import type { MediumItem } from '@lamella/shared/contract'
import type { MenuHeader } from '../side-menu/menu-header.ts'
import { isGroup, type MenuTree } from '../side-menu/menu-tree.ts'

/** One result that the palette can show. */
export interface PaletteEntry {
  id: string
  label: string
  /** Second line: the group or project that it belongs to. */
  description?: string
  /** Name of a side-menu icon. */
  icon: string
  /** Path to navigate to, or action to run. */
  target: string | (() => void)
}

/** Entries of one kind under a heading. */
export interface PaletteSection {
  label: string
  entries: readonly PaletteEntry[]
}

/** Results shown per section; more would move the next sections out of sight. */
const most = 6

/** Whether each word of the query, in lower case, is in the label or the description. */
const fits = ({ label, description = '' }: PaletteEntry, words: readonly string[]): boolean => {
  const text = `${label} ${description}`.toLowerCase()
  return words.every((word) => text.includes(word))
}

/** Sections reduced to the entries that match all words of the query, at most six each; empty sections are left out. */
export const searchSections = (sections: readonly PaletteSection[], query: string): PaletteSection[] => {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  return sections
    .map(({ label, entries }) => ({ label, entries: entries.filter((entry) => fits(entry, words)).slice(0, most) }))
    .filter(({ entries }) => entries.length > 0)
}

/** Where a page belongs, and what is said of it before somebody goes there. */
const describe = (place: string | undefined, note: string | undefined): string | undefined =>
  place && note ? `${place}, ${note.charAt(0).toLowerCase()}${note.slice(1)}` : (place ?? note)

/** The pages that the side menu leads to. */
export const pageEntries = (tree: MenuTree, header: MenuHeader | null): PaletteEntry[] => [
  { id: 'page-home', label: 'Home', icon: 'home', target: '/' },
  ...tree.main.flatMap((entry) =>
    isGroup(entry)
      ? entry.items.map(({ id, title, icon, to, note }) => ({
          id: `page-${id}`,
          label: title,
          description: describe(entry.title, note),
          icon,
          target: to,
        }))
      : [{ id: `page-${entry.id}`, label: entry.title, icon: entry.icon, target: entry.to }],
  ),
  ...tree.project.map(({ id, title, icon, to }) => ({
    id: `page-${id}`,
    label: title,
    description: header?.title,
    icon,
    target: to,
  })),
]

/** Entries of projects, leading to their pages. */
export const projectEntries = (projects: readonly { id: string; name: string }[]): PaletteEntry[] =>
  projects.map(({ id, name }) => ({ id: `project-${id}`, label: name, icon: 'folders', target: `/projects/${id}` }))

/** Entries of images, leading to the viewer. */
export const imageEntries = (images: readonly MediumItem[]): PaletteEntry[] =>
  images.map(({ imageId, name, project }) => ({
    id: `image-${imageId}`,
    label: name,
    description: project.name,
    icon: 'photo',
    target: `/projects/${project.id}/viewer?image=${imageId}`,
  }))
