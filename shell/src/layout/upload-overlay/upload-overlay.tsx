import type { FileType } from '@lamella/shared/contract'
import type { UploadItem, UploadSnapshot } from '@lamella/shared/events'
import { ConfirmDialog, formatDuration, formatFileSize, formatSpeed } from '@lamella/shared/ui'
import { uploads as queue, statusWord } from '@lamella/shared/upload'
import { ActionIcon, Button, CloseButton, Progress } from '@mantine/core'
import {
  IconAlertTriangle,
  IconClock,
  IconPhoto,
  IconPlayerPause,
  IconPlayerPlay,
  IconStack2,
  IconX,
} from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router-dom'

import css from './upload-overlay.module.css'

const iconProps = { size: 16, stroke: 1.6, 'aria-hidden': true } as const

/** The file itself cannot be shown yet: what kind of data it is stands in its place. */
const kindIcons: Record<FileType, typeof IconPhoto> = {
  TwoDimensions: IconPhoto,
  MultiChannel: IconStack2,
  TimeSeries: IconClock,
}

const bytesText = ({ status, doneBytes, size }: UploadItem) =>
  status === 'added' || status === 'queue'
    ? formatFileSize(size)
    : `${formatFileSize(doneBytes)} of ${formatFileSize(size)}`

const Row = ({ item }: { item: UploadItem }) => {
  const failed = item.status === 'error'
  const Icon = failed ? IconAlertTriangle : kindIcons[item.fileType]
  return (
    <li className={css.row}>
      <span className={css.plate} data-failed={failed || undefined}>
        <Icon size={18} stroke={1.6} aria-hidden />
      </span>
      <div className={css.text}>
        <div className={css.head}>
          <span className={css.name}>{item.name}</span>
          {item.timeRemaining !== null && <span className={css.time}>{formatDuration(item.timeRemaining)}</span>}
        </div>
        {failed ? (
          <span className={css.failed}>Failed: {item.error}</span>
        ) : (
          <>
            <Progress
              value={item.progress}
              color={item.status === 'paused' ? 'gray' : undefined}
              aria-label={`Progress of ${item.name}`}
            />
            <span className={css.detail}>
              {statusWord(item.status)}, {bytesText(item)}
            </span>
          </>
        )}
      </div>
      {item.status === 'uploading' && (
        <ActionIcon aria-label={`Pause ${item.name}`} onClick={() => queue.pause(item.id)}>
          <IconPlayerPause {...iconProps} />
        </ActionIcon>
      )}
      {item.status === 'paused' && (
        <ActionIcon aria-label={`Resume ${item.name}`} onClick={() => queue.resume(item.id)}>
          <IconPlayerPlay {...iconProps} />
        </ActionIcon>
      )}
      {!['complete', 'cancelled', 'error'].includes(item.status) && (
        <ActionIcon aria-label={`Cancel ${item.name}`} onClick={() => void queue.cancel(item.id)}>
          <IconX {...iconProps} />
        </ActionIcon>
      )}
    </li>
  )
}

export const UploadOverlay = ({ uploads, onClose }: { uploads: UploadSnapshot; onClose: () => void }) => {
  const { items, totals } = uploads
  const [asking, setAsking] = useState(false)
  return (
    <section aria-label="Uploads">
      <div className={css.title}>
        <div>
          <strong>Uploading {items.length} item(s)</strong>
          <span className={css.detail}>
            {formatFileSize(totals.doneBytes)} of {formatFileSize(totals.totalBytes)}
            {totals.speed > 0 && `, ${formatSpeed(totals.speed)}, ${formatDuration(totals.timeRemaining)} left`}
          </span>
        </div>
        <CloseButton aria-label="Close uploads" onClick={onClose} />
      </div>
      <Progress value={totals.progress} size={2} radius={0} aria-label="Progress of all uploads" />
      <ul className={css.list}>
        {items.map((item) => (
          <Row key={item.id} item={item} />
        ))}
      </ul>
      <div className={css.footer}>
        <Button variant="subtle" size="compact-sm" color="gray" onClick={() => queue.pauseAll()}>
          Pause all
        </Button>
        <Button variant="subtle" size="compact-sm" color="gray" onClick={() => queue.resumeAll()}>
          Resume all
        </Button>
        <Button variant="subtle" size="compact-sm" color="gray" onClick={() => setAsking(true)}>
          Cancel all
        </Button>
        {totals.failures > 0 && (
          <Button component={Link} to="/datastorage?scope=failed" variant="subtle" size="compact-sm" ml="auto">
            View failed uploads
          </Button>
        )}
      </div>
      <ConfirmDialog
        opened={asking}
        title="Cancel image uploads"
        confirmLabel="Cancel all"
        cancelLabel="Continue uploading"
        onConfirm={async () => {
          await queue.cancelAll()
          setAsking(false)
        }}
        onClose={() => setAsking(false)}
      >
        Do you really want to cancel all remaining uploads?
      </ConfirmDialog>
    </section>
  )
}
