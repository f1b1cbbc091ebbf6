import type { Icon } from '@tabler/icons-react'

/** A command of the viewer: a button of the bar over the picture, a key, a line of the sheet of keys. */
export interface ViewerAction {
  /** Unique within a viewer. */
  readonly id: string
  /** Of the button, e.g. "Copy link". */
  readonly label: string
  readonly icon: Icon
  /** As `keyNameOf` names it. */
  readonly shortcut?: string
  /** There is nothing to do; the button stays, because its focus would be lost. */
  readonly disabled?: boolean
  /** Actions with the same name are one menu. */
  readonly menu?: string
  /** Its group on the sheet of keys. The action then is a key only: something else has the button. */
  readonly keyGroup?: string
  run(): void
}
