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
  /** Closing asks first (D3-2-132). */
  unsavedChanges?: boolean
  /** Without the close button in the corner, where the dialog has its own buttons. Escape still closes it. */
  withoutCross?: boolean
}

const FocusedModal = (props: ModalProps) => {
  const dialog = useRef<HTMLDivElement>(null)
  useFocusReturn(props.opened, dialog)
  // Inert while it fades away: a second click there would do again what has closed it.
  return <Modal ref={dialog} returnFocus={false} inert={!props.opened} {...props} />
}

/** A dialog, 400 px wide by default (D3-2-131); with unsaved changes a second one asks before it closes (D3-2-133). */
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
      {/* Mounted only while asking: mounted earlier, it would be closed by the Escape that opens it. */}
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

/** The row of buttons at the end of a dialog, with cancel on the left of the action. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className={css.actions}>{children}</div>
}
