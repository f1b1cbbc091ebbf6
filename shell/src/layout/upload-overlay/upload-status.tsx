import type { UploadSnapshot } from '@lamella/shared/events'
import { RingIndicator } from '@lamella/shared/ui'
import { ActionIcon, Button, Popover } from '@mantine/core'
import { IconAlertTriangle, IconPlayerPause, IconUpload } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { usePhone } from '../breakpoints.ts'
import { UploadOverlay } from './upload-overlay.tsx'
import css from './upload-status.module.css'
import { uploadSummary } from './upload-summary.ts'

const stillIcons = { interrupted: IconAlertTriangle, paused: IconPlayerPause } as const

/**
 * Upload button of the header: a link to the wizard, or during uploads a summary that toggles the overlay (D3-2-110).
 */
export const UploadStatus = ({ uploads }: { uploads: UploadSnapshot }) => {
  const phone = usePhone()
  const [openedBy, setOpenedBy] = useState<'user' | 'failure' | null>(null)
  const opened = openedBy !== null
  const button = useRef<HTMLButtonElement>(null)
  const { items, totals } = uploads
  const running = totals.totalBytes > 0 || totals.failures > 0
  const shownFailure = useRef(false)
  useEffect(() => {
    // Opens automatically once, on the first failure (D3-2-119).
    if (totals.failures > 0 && !shownFailure.current) {
      shownFailure.current = true
      setOpenedBy('failure')
    }
    if (items.length === 0) setOpenedBy(null)
  }, [totals.failures, items.length])

  if (!running) {
    return (
      <ActionIcon
        component={Link}
        to="/datastorage/upload"
        className={css.link}
        aria-label="Upload images"
        data-tour="uploads"
      >
        <IconUpload size={18} stroke={1.6} aria-hidden />
      </ActionIcon>
    )
  }
  const { activity, text } = uploadSummary(items)
  const Still = activity === 'uploading' ? null : stillIcons[activity]
  const close = (): void => {
    setOpenedBy(null)
    button.current?.focus({ preventScroll: true })
  }
  const keyOfButton = ({ key }: KeyboardEvent): void => {
    if (key === 'Escape' && opened) close()
  }
  const keyOfOverlay = (event: KeyboardEvent): void => {
    const { key, shiftKey, target, currentTarget } = event
    // Keys of a question that the overlay asks come here, too: React hands them to what has opened it.
    if (!(target instanceof Element) || target.closest('[role="dialog"]') !== currentTarget) return
    if (key === 'Escape') close()
    if (key !== 'Tab') return
    // It is the last of the page: past its ends there is nothing, so they lead to its button in the header.
    const controls = [...currentTarget.querySelectorAll('a[href], button:not(:disabled)')]
    const isFirst = target === controls[0] || !controls.includes(target)
    if (shiftKey ? !isFirst : target !== controls.at(-1)) return
    event.preventDefault()
    button.current?.focus({ preventScroll: true })
  }
  return (
    <Popover
      opened={opened}
      position="bottom-end"
      width="min(424px, calc(100vw - 32px))"
      shadow="md"
      closeOnClickOutside={false}
      // Its own would also act on the Escape that closes a question of the overlay.
      closeOnEscape={false}
    >
      <Popover.Target>
        <Button
          ref={button}
          variant="light"
          className={css.summary}
          px={phone ? 'xs' : undefined}
          onClick={() => setOpenedBy(opened ? null : 'user')}
          onKeyDown={keyOfButton}
          aria-label={text}
          aria-expanded={opened}
          data-tour="uploads"
        >
          {Still ? (
            <span className={css.still}>
              <Still size={16} stroke={1.6} aria-hidden />
              {phone ? '' : text}
            </span>
          ) : (
            <RingIndicator share={totals.progress / 100}>{phone ? '' : text}</RingIndicator>
          )}
        </Button>
      </Popover.Target>
      <Popover.Dropdown p={0} onKeyDown={keyOfOverlay}>
        <UploadOverlay uploads={uploads} takesFocus={openedBy === 'user'} onClose={close} />
      </Popover.Dropdown>
    </Popover>
  )
}
