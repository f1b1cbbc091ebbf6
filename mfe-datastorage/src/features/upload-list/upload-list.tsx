import {
  AllUploadsButtons,
  byProgress,
  formatTransfer,
  InterruptedUploads,
  UploadButtons,
  waitingText,
} from '@lamella/shared/blocks'
import type { WaitingMedium } from '@lamella/shared/contract'
import type { UploadItem, UploadItemStatus, UploadOutcome } from '@lamella/shared/events'
import { useWaitingUploads } from '@lamella/shared/queries'
import {
  DataTable,
  type DataTableColumn,
  EmptyState,
  formatDuration,
  formatFileSize,
  formatSpeed,
  ProgressBar,
} from '@lamella/shared/ui'
import { uploads as queue, statusWord } from '@lamella/shared/upload'
import { Card } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { type ReactNode, useSyncExternalStore } from 'react'
import css from './upload-list.module.css'

const cancellable: readonly UploadItemStatus[] = ['uploading', 'added', 'queue', 'restarting']

const Actions = ({ item }: { item: UploadItem }) => (
  <span className={css.actions}>
    <UploadButtons upload={item} queue={queue} cancellable={cancellable.includes(item.status)} />
    {item.status === 'complete' && (
      <IconCircleCheck className={css.done} size={18} stroke={1.6} aria-label="Completed" role="img" />
    )}
  </span>
)

const stateText = ({ status, error }: UploadItem): string =>
  status === 'error' ? `failed: ${error}` : statusWord(status)

/**
 * Columns of the uploads (D3-2-90); speed and ETA only while uploading (D3-2-96).
 * @param waiting - where the images of complete ones wait to be processed, by medium id
 */
const columnsOf = (waiting: ReadonlyMap<string, WaitingMedium>): readonly DataTableColumn<UploadItem>[] => [
  {
    id: 'name',
    title: 'File name',
    isName: true,
    render: (item) => {
      const place = item.status === 'complete' ? waiting.get(item.mediumId ?? '') : undefined
      return (
        <span className={css.name}>
          <span>{item.name}</span>
          <span className={css.state}>{stateText(item)}</span>
          {place && <span className={css.waiting}>Processing: {waitingText(place)}</span>}
        </span>
      )
    },
  },
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
    render: stateText,
    width: 120,
    minTableWidth: 480,
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

/** How the list ended (contradiction 24); null: all is uploaded, or nothing was. */
const endOf = ({ complete, cancelled, cancelledAll }: UploadOutcome): string | null => {
  if (cancelledAll) return 'Cancelled all remaining uploads'
  return cancelled > 0 ? `${complete} uploaded, ${cancelled} cancelled` : null
}

interface UploadListProps {
  /** Shown below the words of an empty list. */
  action?: ReactNode
}

/** This page's uploads with their controls: step 3 of the wizard, and the upload monitor. */
export const UploadList = ({ action }: UploadListProps) => {
  const { items, totals, outcome } = useSyncExternalStore(queue.subscribe, queue.snapshot)
  const waiting = useWaitingUploads(items)
  if (items.length === 0) {
    const end = outcome && endOf(outcome)
    return (
      <Card>
        <EmptyState
          title={end ?? 'Upload finished!'}
          text={end ? undefined : 'All selected files have been uploaded successfully.'}
          actions={action}
        />
      </Card>
    )
  }
  return (
    <Card padding={0}>
      <InterruptedUploads uploads={items} queue={queue} />
      <div className={css.head}>
        <span className={css.totals}>
          {formatTransfer(totals)}
          {totals.failures > 0 && `, ${totals.failures} failed`}
        </span>
        <span className={css.all}>
          <AllUploadsButtons queue={queue} variant="default" size="xs" />
        </span>
      </div>
      <div className={css.overall}>
        <ProgressBar value={totals.progress} label="Progress of all uploads" />
      </div>
      <DataTable label="Uploads" columns={columnsOf(waiting)} rows={byProgress(items)} rowKey={({ id }) => id} />
    </Card>
  )
}
