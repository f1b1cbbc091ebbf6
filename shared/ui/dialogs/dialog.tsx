import { Button, Modal } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import css from './dialog.module.css'

export interface DialogProps {
  opened: boolean
  title: string
  children: ReactNode
  onClose: () => void
  /** Width in pixels, 400 to 560. */
  size?: number
  /** Something would be lost: closing asks first. */
  unsavedChanges?: boolean
  /** Without the cross, when buttons say it all. Escape still closes. */
  withoutCross?: boolean
}

/** A dialog of 400 px; with unsaved changes a second one asks before it closes (document 3 §2). */
export function Dialog({
  opened,
  title,
  children,
  onClose,
  size = 400,
  unsavedChanges = false,
  withoutCross = false,
}: DialogProps) {
  const [asking, setAsking] = useState(false)
  const close = () => {
    setAsking(false)
    onClose()
  }
  return (
    <>
      <Modal
        opened={opened}
        onClose={unsavedChanges ? () => setAsking(true) : close}
        title={title}
        size={size}
        closeOnEscape={!asking}
        withCloseButton={!withoutCross}
        closeButtonProps={{ 'aria-label': 'Close dialog' }}
      >
        {children}
      </Modal>
      {/* Mounted only to ask: already listening, it would take the Escape that opens it for its own. */}
      {opened && asking && (
        <Modal opened onClose={() => setAsking(false)} title="You have unsaved changes" withCloseButton={false}>
          <DialogActions>
            <Button variant="default" onClick={() => setAsking(false)} data-autofocus>
              Back
            </Button>
            <Button onClick={close}>Close</Button>
          </DialogActions>
        </Modal>
      )}
    </>
  )
}

/** The row of buttons at the end of a dialog: cancel left of the action. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className={css.actions}>{children}</div>
}
