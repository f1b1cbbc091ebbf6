import { useViewportSize } from '@mantine/hooks'

export interface RowsPerPageOptions {
  /** Pixels of the window that are not for rows, the same or different for both orientations. */
  offset: number | { portrait: number; landscape: number }
  /** Minimum number of rows. */
  minimum: number
}

/** Height of a table's row in pixels (D1-9-10). */
export const rowHeight = 42

/** max(floor((window height − offset) / row height), minimum), as in D1-9-09, D3-9-23 and D3-9-24. */
export function rowsPerPage(
  { offset, minimum }: RowsPerPageOptions,
  viewport: { width: number; height: number } = { width: window.innerWidth, height: window.innerHeight },
): number {
  const portrait = viewport.height > viewport.width
  const taken = typeof offset === 'number' ? offset : portrait ? offset.portrait : offset.landscape
  return Math.max(Math.floor((viewport.height - taken) / rowHeight), minimum)
}

/** `rowsPerPage`, updated when the window is resized. */
export function useRowsPerPage(options: RowsPerPageOptions): number {
  const viewport = useViewportSize()
  return rowsPerPage(options, viewport.height > 0 ? viewport : undefined)
}
