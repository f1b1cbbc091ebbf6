import type { UploadItem } from '@lamella/shared/events'
import {
  ConfirmDialog,
  DataTable,
  type DataTableColumn,
  EmptyState,
  formatDuration,
  formatFileSize,
  formatSpeed,
  ProgressBar,
} from '@lamella/shared/ui'
import { uploads as queue, statusWord } from '@lamella/shared/upload'
import { ActionIcon, Button, Card } from '@mantine/core'
import { IconCircleCheck, IconPlayerPause, IconPlayerPlay, IconX } from '@tabler/icons-react'
import { useState, useSyncExternalStore } from 'react'
import css from './upload-list.module.css'

const iconProps = { size: 16, stroke: 1.6, 'aria-hidden': true } as const

const Actions = ({ item }: { item: UploadItem }) => (
  <span className={css.actions}>
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
    {['uploading', 'added', 'queue', 'restarting'].includes(item.status) && (
      <ActionIcon aria-label={`Cancel ${item.name}`} onClick={() => void queue.cancel(item.id)}>
        <IconX {...iconProps} />
      </ActionIcon>
    )}
    {item.status === 'complete' && (
      <IconCircleCheck className={css.done} size={18} stroke={1.6} aria-label="Completed" role="img" />
    )}
  </span>
)

/** Speed and ETA are shown only while uploading (document 3 §2). */
const columns: readonly DataTableColumn<UploadItem>[] = [
  { id: 'name', title: 'File name', value: ({ name }) => name, isName: true },
  {
    id: 'size',
    title: 'Size',
    value: ({ size }) => formatFileSize(size),
    align: 'right',
    width: 100,
    wideOnly: true,
  },
  {
    id: 'speed',
    title: 'Speed',
    value: ({ status, speed }) => (status === 'uploading' && speed !== null ? formatSpeed(speed) : '-'),
    align: 'right',
    width: 110,
    wideOnly: true,
  },
  {
    id: 'eta',
    title: 'ETA',
    value: ({ status, timeRemaining }) =>
      status === 'uploading' && timeRemaining !== null ? formatDuration(timeRemaining) : '-',
    align: 'right',
    width: 90,
    wideOnly: true,
  },
  {
    id: 'progress',
    title: 'Progress',
    render: ({ name, progress }) => <ProgressBar value={progress} label={`Progress of ${name}`} />,
    width: 180,
    wideOnly: true,
  },
  {
    id: 'status',
    title: 'Status',
    render: ({ status, error }) => (status === 'error' ? `failed: ${error}` : statusWord(status)),
    width: 120,
  },
  {
    id: 'actions',
    title: 'Actions',
    isAction: true,
    align: 'right',
    width: 96,
    render: (item) => <Actions item={item} />,
  },
]

/** The uploads of this page with their controls: step 3 of the wizard and the upload monitor. */
export const UploadList = () => {
  const { items, totals } = useSyncExternalStore(queue.subscribe, queue.snapshot)
  const [asking, setAsking] = useState(false)
  const [cancelled, setCancelled] = useState(false)
  if (items.length === 0) {
    return (
      <Card>
        {cancelled ? (
          <EmptyState title="Cancelled all remaining uploads" />
        ) : (
          <EmptyState title="Upload finished!" text="All selected files have been uploaded successfully." />
        )}
      </Card>
    )
  }
  return (
    <Card padding={0}>
      <div className={css.head}>
        <span className={css.totals}>
          {formatFileSize(totals.doneBytes)} of {formatFileSize(totals.totalBytes)}
          {totals.speed > 0 && `, ${formatSpeed(totals.speed)}, ${formatDuration(totals.timeRemaining)} left`}
          {totals.failures > 0 && `, ${totals.failures} failed`}
        </span>
        <Button variant="default" size="xs" onClick={() => queue.pauseAll()}>
          Pause all
        </Button>
        <Button variant="default" size="xs" onClick={() => queue.resumeAll()}>
          Resume all
        </Button>
        <Button variant="default" size="xs" onClick={() => setAsking(true)}>
          Cancel all
        </Button>
      </div>
      <div className={css.overall}>
        <ProgressBar value={totals.progress} label="Progress of all uploads" />
      </div>
      <DataTable label="Uploads" columns={columns} rows={items} rowKey={({ id }) => id} />
      <ConfirmDialog
        opened={asking}
        title="Cancel image uploads"
        confirmLabel="Cancel all"
        cancelLabel="Continue uploading"
        onConfirm={async () => {
          setCancelled(true)
          await queue.cancelAll()
          setAsking(false)
        }}
        onClose={() => setAsking(false)}
      >
        Do you really want to cancel all remaining uploads?
      </ConfirmDialog>
    </Card>
  )
}
