import type { Icon } from '@tabler/icons-react'
import type { MapContext } from '../canvas/map-context.ts'
import type { ToolOption } from './tool-option.ts'

/** Meaning of clicks and drags besides moving the picture. One tool of a viewer is active at a time. */
export interface ViewerTool {
  /** Unique within a viewer. */
  readonly id: string
  /** Label of the button, e.g. "Select". */
  readonly label: string
  readonly icon: Icon
  /** As `keyNameOf` names it, while the focus is in the viewer. */
  readonly shortcut: string
  /** It has no button beside the picture: something else activates it. */
  readonly isApart?: boolean
  /** What the user sets for it, shown over the picture while it is active. */
  readonly option?: ToolOption
  /** Further keys while it is active, by the names of `keyNameOf`, for the sheet of keys. */
  readonly keys?: readonly { keys: readonly string[]; label: string }[]
  activate(context: MapContext): void
  /** Undoes all that `activate` did to the map. */
  deactivate(context: MapContext): void
}
