import type { Image } from '@lamella/shared/contract'

/** Choices for the order of the library. */
export const imageOrders = [
  { value: 'newest', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first' },
  { value: 'name', label: 'Name' },
] as const
/** Order of the library. */
export type ImageOrder = (typeof imageOrders)[number]['value']

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

const comparisons: Record<ImageOrder, (a: Image, b: Image) => number> = {
  newest: (a, b) => b.created.localeCompare(a.created),
  oldest: (a, b) => a.created.localeCompare(b.created),
  name: (a, b) => collator.compare(a.name, b.name),
}

/** Sorted copy; names sort numerically and without regard to case. */
export const sortImages = (images: readonly Image[], order: ImageOrder): Image[] => images.toSorted(comparisons[order])
