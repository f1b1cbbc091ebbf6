import type { Icon } from '@tabler/icons-react'
import type { MapContext } from '../canvas/map-context.ts'

/** What the pointer does besides moving the picture: one tool of a viewer is active at a time. */
export interface ViewerTool {
  /** Unique within a viewer. */
  readonly id: string
  /** Verb or name on the button, as in "Select". */
  readonly label: string
  readonly icon: Icon
  /** One lower-case character, pressed alone while the focus is in the viewer. */
  readonly shortcut: string
  activate(context: MapContext): void
  /** Takes back all that `activate` did to the map. */
  deactivate(context: MapContext): void
}
