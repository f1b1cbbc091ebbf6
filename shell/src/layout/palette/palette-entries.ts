import type { MediumItem } from '@lamella/shared/contract'
import type { MenuHeader } from '../side-menu/menu-header.ts'
import { isGroup, type MenuTree } from '../side-menu/menu-tree.ts'

/** Something that the palette finds. */
export interface PaletteEntry {
  id: string
  label: string
  /** Where it belongs. */
  description?: string
  /** Name of an icon of the side menu. */
  icon: string
  /** A path, or what is done. */
  target: string | (() => void)
}

export interface PaletteSection {
  label: string
  entries: readonly PaletteEntry[]
}

/** Entries of a section that are shown at once. */
const most = 6

/** Whether each word of the query is in the label or the description. */
const fits = ({ label, description = '' }: PaletteEntry, words: readonly string[]): boolean => {
  const text = `${label} ${description}`.toLowerCase()
  return words.every((word) => text.includes(word))
}

/** What fits a query, in the order of the sections, those without a hit left out. */
export const search = (sections: readonly PaletteSection[], query: string): PaletteSection[] => {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  return sections
    .map(({ label, entries }) => ({ label, entries: entries.filter((entry) => fits(entry, words)).slice(0, most) }))
    .filter(({ entries }) => entries.length > 0)
}

/** Where a page belongs, and what is said of it before somebody goes there. */
const describe = (place: string | undefined, note: string | undefined): string | undefined =>
  place && note ? `${place}, ${note.charAt(0).toLowerCase()}${note.slice(1)}` : (place ?? note)

/** The pages that the side menu leads to. */
export const pagesOf = (tree: MenuTree, header: MenuHeader | null): PaletteEntry[] => [
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

export const projectEntries = (projects: readonly { id: string; name: string }[]): PaletteEntry[] =>
  projects.map(({ id, name }) => ({ id: `project-${id}`, label: name, icon: 'folders', target: `/projects/${id}` }))

export const imageEntries = (images: readonly MediumItem[]): PaletteEntry[] =>
  images.map(({ imageId, name, project }) => ({
    id: `image-${imageId}`,
    label: name,
    description: project.name,
    icon: 'photo',
    target: `/projects/${project.id}/viewer?image=${imageId}`,
  }))
