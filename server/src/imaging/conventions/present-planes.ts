import type { Axis, PlaneCoordinates } from '../image-source.ts'
import { damaged } from '../imaging-error.ts'

/** The planes that are there of a set, with coordinates renumbered from 0 on each axis. */
export interface PresentPlanes<Place> {
  size: Record<Axis, number>
  place(at: PlaneCoordinates): Place
  /** Numbers in the whole set of the channels that are there. */
  channels: readonly number[]
  /** Whether all planes of the set are there. */
  isComplete: boolean
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

/** Of files that a set names and that were not uploaded with it, for users. @param missing names @param count all files of the set */
export function missingNote(missing: readonly string[], count: number): string {
  const more = missing.length - MOST_NAMES
  const named = missing.slice(0, MOST_NAMES).join(', ') + (more > 0 ? ` and ${more} more` : '')
  return `${missing.length} of the ${count} files of this set are missing: ${named}. Their planes are left out.`
}

/**
 * Data sets of several files list planes that are stored in other files; the planes that are there must be a full grid.
 *
 * @param places where the planes are, by `planeKey`
 * @param declared size of the whole set
 * @param incomplete sentence for users when planes of the grid are missing
 * @throws ImagingError `damaged` in that case
 */
export function presentPlanes<Place>(
  places: ReadonlyMap<string, Place>,
  declared: Record<Axis, number>,
  incomplete = 'Planes of this image are missing: the file is incomplete or belongs to a set of several files.',
): PresentPlanes<Place> {
  const found = [...places.keys()].map((key) => key.split(',').map(Number))
  const values = (position: number) => [...new Set(found.map((key) => key[position] ?? 0))].sort((a, b) => a - b)
  const present: Record<Axis, number[]> = { c: values(0), z: values(1), t: values(2) }
  const size = { c: present.c.length, z: present.z.length, t: present.t.length }
  if (size.c * size.z * size.t !== places.size) throw damaged(incomplete)
  return {
    size,
    place: (at) => {
      const place = places.get(
        planeKey({ c: present.c[at.c] ?? -1, z: present.z[at.z] ?? -1, t: present.t[at.t] ?? -1 }),
      )
      if (place === undefined) throw damaged('A plane of this image is missing.')
      return place
    },
    channels: present.c,
    isComplete: size.c === declared.c && size.z === declared.z && size.t === declared.t,
  }
}
