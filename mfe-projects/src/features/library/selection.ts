import { type Image, imagesAtOnce } from '@lamella/shared/contract'

/** Chosen images of the library, and where the next range begins. */
export interface Selection {
  /** In the order in which they were chosen. */
  images: ReadonlyMap<string, Image>
  /** Index of the image at which ranges begin; null: none yet. */
  anchor: number | null
  /** Index of the image that the keyboard is at. */
  current: number | null
  /** More than one action can take were wanted, and left out. */
  isCut: boolean
}

export const noSelection: Selection = { images: new Map(), anchor: null, current: null, isCut: false }

const mapOf = (images: readonly Image[]) => new Map(images.slice(0, imagesAtOnce).map((image) => [image.id, image]))

/** This image only. */
export const pick = (image: Image, index: number): Selection => ({
  images: mapOf([image]),
  anchor: index,
  current: index,
  isCut: false,
})

/** Also this image, or no longer this one. */
export const toggle = (selection: Selection, image: Image, index: number): Selection => {
  const images = new Map(selection.images)
  if (!images.delete(image.id)) images.set(image.id, image)
  const isCut = images.size > imagesAtOnce
  return { images: isCut ? selection.images : images, anchor: index, current: index, isCut }
}

/** The images between two indices, in place of what was chosen. @param range - in the order of the list */
export const pickRange = (selection: Selection, range: readonly Image[], current: number): Selection => ({
  images: mapOf(range),
  anchor: selection.anchor ?? current,
  current,
  isCut: range.length > imagesAtOnce,
})

/** Ends of a range from the anchor to an index, at most as many as one action can take. */
export const rangeTo = ({ anchor }: Selection, index: number): [first: number, last: number] => {
  const from = anchor ?? index
  return from <= index ? [from, Math.min(index, from + imagesAtOnce)] : [Math.max(index, from - imagesAtOnce), from]
}

/** Where an arrow key leads in a grid; null for another key. @param columns - of the grid; 1: a list */
export const stepOf = (key: string, columns: number): number | null => {
  if (key === 'ArrowDown') return columns
  if (key === 'ArrowUp') return -columns
  if (columns > 1 && key === 'ArrowRight') return 1
  if (columns > 1 && key === 'ArrowLeft') return -1
  return null
}

/** Where a key leads that goes further than a step; null for another key. @param screenful - images in view at once */
export const leapOf = (key: string, index: number, { total, screenful }: { total: number; screenful: number }) => {
  if (key === 'Home') return 0
  if (key === 'End') return Math.max(total - 1, 0)
  if (key === 'PageDown') return Math.max(Math.min(index + screenful, total - 1), 0)
  if (key === 'PageUp') return Math.max(index - screenful, 0)
  return null
}

/** The chosen images after tags of some of them were changed: what is asked next has to begin with these. */
export const retag = (
  selection: Selection,
  ids: ReadonlySet<string>,
  { add, remove }: { add: readonly string[]; remove: readonly string[] },
): Selection => {
  const tagsAfter = ({ tags = [] }: Image): string[] =>
    [...new Set([...tags.filter((tag) => !remove.includes(tag)), ...add])].toSorted()
  const images = [...selection.images].map(
    ([id, image]) => [id, ids.has(id) ? { ...image, tags: tagsAfter(image) } : image] as const,
  )
  return { ...selection, images: new Map(images) }
}
