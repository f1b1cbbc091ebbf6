import type { ImageScope } from '@lamella/shared/contract'

/** The three lists (D3-2-20) and their texts while empty. */
export const scopes = [
  {
    value: 'available',
    title: 'Available',
    emptyTitle: 'No images yet',
    emptyText: 'Images in your projects appear here once they have been processed.',
  },
  {
    value: 'processing',
    title: 'Processing',
    emptyTitle: 'Nothing is being processed',
    emptyText: 'Images are listed here from the start of the upload until they are available.',
  },
  {
    value: 'failed',
    title: 'Failed',
    emptyTitle: 'No failed images',
    emptyText: 'Images that could not be uploaded or processed are listed here with the reason.',
  },
] as const satisfies readonly { value: ImageScope; title: string; emptyTitle: string; emptyText: string }[]

/** Scope of a query parameter; `available` for missing and unknown values. */
export const scopeOf = (text: string | null): ImageScope =>
  scopes.find(({ value }) => value === text)?.value ?? 'available'
