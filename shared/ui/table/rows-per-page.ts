import { useViewportSize } from '@mantine/hooks'

export interface RowsPerPageOptions {
  /** Pixels of the window that the table's rows cannot have; two numbers where it depends on the way it is held. */
  offset: number | { portrait: number; landscape: number }
  /** Never fewer rows than this. */
  minimum: number
}

/** Height of a table's row in pixels (documents 1 and 3 §9). */
export const rowHeight = 42

/** max(floor((window height − offset) / row height), minimum): documents 1 and 3 §9. */
export function rowsPerPage(
  { offset, minimum }: RowsPerPageOptions,
  viewport: { width: number; height: number } = { width: window.innerWidth, height: window.innerHeight },
): number {
  const portrait = viewport.height > viewport.width
  const taken = typeof offset === 'number' ? offset : portrait ? offset.portrait : offset.landscape
  return Math.max(Math.floor((viewport.height - taken) / rowHeight), minimum)
}

/** The same, kept current while the window changes its size. */
export function useRowsPerPage(options: RowsPerPageOptions): number {
  const viewport = useViewportSize()
  return rowsPerPage(options, viewport.height > 0 ? viewport : undefined)
}
