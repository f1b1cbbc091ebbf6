import type { Image } from '@lamella/shared/contract'
import { useState } from 'react'
import type { Trash } from './use-trash.ts'

/** Images of the trash that are chosen, on whichever page they are. */
export interface TrashChoice {
  images: readonly Image[]
  ids: ReadonlySet<string>
  /** How many of the read rows are chosen. */
  share: 'none' | 'some' | 'all'
  /** The read rows are all of the trash; else those of the shown page. */
  isWhole: boolean
  toggle: (image: Image) => void
  /** All of the read rows, or none of them where all are chosen. */
  toggleAll: () => void
  /** They are no longer chosen. */
  drop: (images: readonly Image[]) => void
}

const without = (chosen: ReadonlyMap<string, Image>, images: readonly Image[]): ReadonlyMap<string, Image> => {
  const rest = new Map(chosen)
  for (const { id } of images) rest.delete(id)
  return rest
}
const withAlso = (chosen: ReadonlyMap<string, Image>, images: readonly Image[]): ReadonlyMap<string, Image> =>
  new Map([...chosen, ...images.map((image) => [image.id, image] as const)])

/** Chooses images of the trash by boxes. */
export const useTrashChoice = ({ rows = [], served }: Pick<Trash, 'rows' | 'served'>): TrashChoice => {
  const [chosen, setChosen] = useState<ReadonlyMap<string, Image>>(new Map())
  // Of a list that is read whole it is known what is gone meanwhile.
  const images = served ? [...chosen.values()] : rows.filter(({ id }) => chosen.has(id))
  const found = rows.filter(({ id }) => chosen.has(id))
  const share = found.length === 0 ? 'none' : found.length < rows.length ? 'some' : 'all'
  return {
    images,
    ids: new Set(images.map(({ id }) => id)),
    share,
    isWhole: !served,
    toggle: (image) => setChosen((before) => (before.has(image.id) ? without : withAlso)(before, [image])),
    toggleAll: () => setChosen((before) => (share === 'all' ? without : withAlso)(before, rows)),
    drop: (gone) => setChosen((before) => without(before, gone)),
  }
}
