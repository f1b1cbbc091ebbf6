import type { ReactNode } from 'react'

/** A titled section of the viewer's side. */
export interface ViewerPanel {
  /** Unique within a viewer. */
  readonly id: string
  readonly title: string
  /** Number of listed items, shown beside the title. */
  readonly count?: number
  /** Icon buttons on the right of the title. */
  readonly actions?: ReactNode
  /** Takes the remaining height, for a list that scrolls inside. */
  readonly fills?: boolean
  render(): ReactNode
}
