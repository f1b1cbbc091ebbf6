import { Button, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import css from './dialog.module.css'
import { Dialog, DialogActions } from './dialog.tsx'
import { useSingleFlight } from './use-single-flight.ts'

export interface ConfirmDialogProps {
  opened: boolean
  title: string
  /** What will happen, and how much is lost, in numbers. */
  children: ReactNode
  /** The action as a verb, e.g. "Delete" or "Cancel all". */
  confirmLabel: string
  cancelLabel?: string
  /** Data is deleted: the button is red. */
  destructive?: boolean
  /** The button is enabled once exactly `text` is typed. */
  typed?: { label: string; text: string }
  /**
   * Called once, however often the button is clicked (D3-2-134); the button loads meanwhile. The caller closes the
   * dialog.
   */
  onConfirm: () => unknown
  /** While the action runs, the cancel button is "Stop". Absent: it cannot be stopped, or is over in a moment. */
  onStop?: () => void
  onClose: () => void
}

type ConfirmFormProps = Omit<ConfirmDialogProps, 'opened' | 'title'>

/** Content of the dialog; used without it only on the page /dev/kit. */
export function ConfirmForm({
  children,
  confirmLabel,
  cancelLabel = 'Cancel',
  destructive = false,
  typed,
  onConfirm,
  onStop,
  onClose,
}: ConfirmFormProps) {
  const [answer, setAnswer] = useState('')
  const { run, running } = useSingleFlight(onConfirm)
  const cancel = useRef<HTMLButtonElement>(null)
  const canStop = running && onStop !== undefined
  // The button that was pressed is disabled now, and the focus would be nowhere.
  useEffect(() => {
    if (canStop) cancel.current?.focus()
  }, [canStop])
  const allowed = typed === undefined || answer === typed.text
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (allowed) void run()
  }
  return (
    <form onSubmit={submit}>
      <div className={css.text}>{children}</div>
      {typed && (
        <TextInput
          className={css.typed}
          data-confirmation
          label={typed.label}
          placeholder={typed.text}
          value={answer}
          onChange={(event) => setAnswer(event.currentTarget.value)}
          autoComplete="off"
          data-autofocus
        />
      )}
      <DialogActions>
        <Button
          ref={cancel}
          variant="default"
          onClick={canStop ? onStop : onClose}
          disabled={running && !canStop}
          data-autofocus={typed ? undefined : true}
        >
          {canStop ? 'Stop' : cancelLabel}
        </Button>
        <Button type="submit" color={destructive ? 'red' : undefined} loading={running} disabled={!allowed}>
          {confirmLabel}
        </Button>
      </DialogActions>
    </form>
  )
}

/** Asks before something that cannot be undone. What was typed is dropped when it closes. */
export function ConfirmDialog({ opened, title, ...form }: ConfirmDialogProps) {
  return (
    <Dialog opened={opened} title={title} onClose={form.onClose} withoutCross>
      <ConfirmForm {...form} />
    </Dialog>
  )
}
