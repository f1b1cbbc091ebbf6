import type { UploadSnapshot } from '@lamella/shared/events'
import { RingIndicator } from '@lamella/shared/ui'
import { ActionIcon, Button, Popover } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { usePhone } from '../breakpoints.ts'
import { UploadOverlay } from './upload-overlay.tsx'
import css from './upload-status.module.css'

/**
 * Upload button of the header: a link to the wizard, or during uploads a summary that toggles the overlay (D3-2-110).
 */
export const UploadStatus = ({ uploads }: { uploads: UploadSnapshot }) => {
  const phone = usePhone()
  const [opened, setOpened] = useState(false)
  const { items, totals } = uploads
  const running = totals.totalBytes > 0 || totals.failures > 0
  const shownFailure = useRef(false)
  useEffect(() => {
    // Opens automatically once, on the first failure (D3-2-119).
    if (totals.failures > 0 && !shownFailure.current) {
      shownFailure.current = true
      setOpened(true)
    }
    if (items.length === 0) setOpened(false)
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
  const summary = `Uploading ${items.length} item(s)`
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      width="min(424px, calc(100vw - 32px))"
      shadow="md"
      closeOnClickOutside={false}
    >
      <Popover.Target>
        <Button
          variant="light"
          className={css.summary}
          px={phone ? 'xs' : undefined}
          onClick={() => setOpened(!opened)}
          aria-label={summary}
          aria-expanded={opened}
          data-tour="uploads"
        >
          <RingIndicator share={totals.progress / 100}>{phone ? '' : summary}</RingIndicator>
        </Button>
      </Popover.Target>
      <Popover.Dropdown p={0}>
        <UploadOverlay uploads={uploads} onClose={() => setOpened(false)} />
      </Popover.Dropdown>
    </Popover>
  )
}
