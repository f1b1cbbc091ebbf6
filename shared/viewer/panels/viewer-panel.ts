import type { ReactNode } from 'react'

/** A part of the side of the viewer, under its own title. */
export interface ViewerPanel {
  /** Unique within a viewer. */
  readonly id: string
  readonly title: string
  /** Of what the panel lists; stands beside the title. */
  readonly count?: number
  /** Icon buttons on the right of the title. */
  readonly actions?: ReactNode
  /** Takes the height that the other panels leave: for a list that scrolls inside. */
  readonly fills?: boolean
  render(): ReactNode
}
