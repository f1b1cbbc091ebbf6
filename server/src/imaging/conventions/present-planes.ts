import type { Axis, PlaneCoordinates } from '../image-source.ts'
import { damaged } from '../imaging-error.ts'

/** The planes stored in one file of a set, with coordinates renumbered from 0 on each axis. */
export interface PresentPlanes {
  size: Record<Axis, number>
  page(at: PlaneCoordinates): number
  notes: string[]
}

const MOST_NAMES = 5

/** For users. @param others names of the other files, as far as they are known */
export function setNote(others: readonly string[]): string {
  const note = 'The file belongs to a set of several files; only the planes in this file are shown.'
  if (others.length === 0) return note
  const more = others.length - MOST_NAMES
  const named = others.slice(0, MOST_NAMES).join(', ')
  return `${note} The others: ${named}${more > 0 ? ` and ${more} more` : ''}.`
}

/** Key of a plane in a map. */
export const planeKey = ({ c, z, t }: PlaneCoordinates) => `${c},${z},${t}`

/**
 * Multi-file data sets list planes that are stored in other files; the planes of this file must be a full grid.
 *
 * @param pages page numbers by `planeKey`
 * @param declared size of the whole set
 * @param others names of the other files of the set
 * @throws ImagingError `damaged` when planes of the grid are missing
 */
export function presentPlanes(
  pages: Map<string, number>,
  declared: Record<Axis, number>,
  others: readonly string[],
): PresentPlanes {
  const found = [...pages.keys()].map((key) => key.split(',').map(Number))
  const values = (position: number) => [...new Set(found.map((key) => key[position] ?? 0))].sort((a, b) => a - b)
  const present: Record<Axis, number[]> = { c: values(0), z: values(1), t: values(2) }
  const size = { c: present.c.length, z: present.z.length, t: present.t.length }
  if (size.c * size.z * size.t !== pages.size) {
    throw damaged('Planes of this image are missing: the file is incomplete or belongs to a set of several files.')
  }
  const complete = size.c === declared.c && size.z === declared.z && size.t === declared.t
  return {
    size,
    page: (at) => {
      const page = pages.get(planeKey({ c: present.c[at.c] ?? -1, z: present.z[at.z] ?? -1, t: present.t[at.t] ?? -1 }))
      if (page === undefined) throw damaged('A plane of this image is missing.')
      return page
    },
    notes: complete ? [] : [setNote(others)],
  }
}
