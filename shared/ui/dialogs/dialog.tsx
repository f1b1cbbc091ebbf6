import { Button, Modal, type ModalProps } from '@mantine/core'
import { type ReactNode, useRef, useState } from 'react'
import css from './dialog.module.css'
import { useFocusReturn } from './use-focus-return.ts'

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

const FocusedModal = (props: ModalProps) => {
  const dialog = useRef<HTMLDivElement>(null)
  useFocusReturn(props.opened, dialog)
  return <Modal ref={dialog} returnFocus={false} {...props} />
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
      <FocusedModal
        opened={opened}
        onClose={unsavedChanges ? () => setAsking(true) : close}
        title={title}
        size={size}
        closeOnEscape={!asking}
        withCloseButton={!withoutCross}
        closeButtonProps={{ 'aria-label': 'Close dialog' }}
      >
        {children}
      </FocusedModal>
      {/* Mounted only to ask: already listening, it would take the Escape that opens it for its own. */}
      {opened && asking && (
        <FocusedModal opened onClose={() => setAsking(false)} title="You have unsaved changes" withCloseButton={false}>
          <DialogActions>
            <Button variant="default" onClick={() => setAsking(false)} data-autofocus>
              Back
            </Button>
            <Button onClick={close}>Close</Button>
          </DialogActions>
        </FocusedModal>
      )}
    </>
  )
}

/** The row of buttons at the end of a dialog: cancel left of the action. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className={css.actions}>{children}</div>
}
