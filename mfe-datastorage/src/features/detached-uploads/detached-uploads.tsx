import type { FileUpload } from '@lamella/shared/contract'
import {
  CardHeader,
  ConfirmDialog,
  DataTable,
  type DataTableColumn,
  formatFileSize,
  ProgressBar,
  TimeAgo,
} from '@lamella/shared/ui'
import { Button, Card } from '@mantine/core'
import { useState } from 'react'
import { useWidthClass } from '../../lib/use-width-class.ts'
import css from './detached-uploads.module.css'
import { useCancelUpload } from './use-cancel-upload.ts'

const bytesText = ({ bytesWritten, size }: FileUpload): string =>
  `${formatFileSize(bytesWritten)} of ${formatFileSize(size)}`

/** Percentage; an empty file is complete as soon as its upload is created. */
const percent = ({ bytesWritten, size }: FileUpload): number => (size === 0 ? 100 : (bytesWritten / size) * 100)

const Progress = ({ upload }: { upload: FileUpload }) => (
  <span className={css.progress}>
    <ProgressBar value={percent(upload)} label={`Progress of ${upload.originalFilename}`} />
    <span className={css.bytes}>{bytesText(upload)}</span>
  </span>
)

const name: DataTableColumn<FileUpload> = {
  id: 'name',
  title: 'File name',
  value: ({ originalFilename }) => originalFilename,
  isName: true,
}

const narrowColumns: readonly DataTableColumn<FileUpload>[] = [
  {
    ...name,
    render: (upload) => (
      <span className={css.name}>
        {upload.originalFilename}
        <Progress upload={upload} />
      </span>
    ),
  },
]

const wideColumns: readonly DataTableColumn<FileUpload>[] = [
  name,
  { id: 'progress', title: 'Progress', render: (upload) => <Progress upload={upload} />, width: 220 },
  {
    id: 'created',
    title: 'Started',
    render: ({ created }) => <TimeAgo date={created} />,
    width: 168,
    minTableWidth: 760,
  },
  {
    id: 'modified',
    title: 'Last received',
    render: ({ modified, bytesWritten }) => (bytesWritten > 0 ? <TimeAgo date={modified} /> : '–'),
    width: 168,
  },
]

/**
 * Unfinished uploads of the user that were started in another session (D3-2-123); they can only be watched and
 * cancelled (D3-2-124).
 */
export const DetachedUploads = ({ uploads }: { uploads: readonly FileUpload[] }) => {
  const [cancelling, setCancelling] = useState<FileUpload | null>(null)
  const narrow = useWidthClass() === 'narrow'
  const cancellation = useCancelUpload()
  const cancel: DataTableColumn<FileUpload> = {
    id: 'actions',
    title: 'Actions',
    isAction: true,
    align: 'right',
    width: 100,
    render: (upload) => (
      <Button
        variant="default"
        size="compact-sm"
        aria-label={`Cancel ${upload.originalFilename}`}
        onClick={() => setCancelling(upload)}
      >
        Cancel
      </Button>
    ),
  }
  return (
    <Card component="section" padding={0} aria-label="Uploads from other sessions">
      <CardHeader title="Uploads from other sessions" count={uploads.length} />
      <p className={css.hint}>
        Started in another window or before this page was loaded. They continue where they were started; an upload that
        was left behind can be cancelled.
      </p>
      <DataTable
        label="Uploads from other sessions"
        columns={[...(narrow ? narrowColumns : wideColumns), cancel]}
        rows={uploads}
        rowKey={({ id }) => id}
      />
      <ConfirmDialog
        opened={cancelling !== null}
        title="Cancel upload"
        confirmLabel="Cancel upload"
        cancelLabel="Keep uploading"
        destructive
        onConfirm={async () => {
          if (cancelling) await cancellation.mutateAsync(cancelling).catch(() => undefined)
          setCancelling(null)
        }}
        onClose={() => setCancelling(null)}
      >
        {cancelling &&
          `The upload of “${cancelling.originalFilename}” is cancelled for good. What is stored of it so far (${formatFileSize(cancelling.bytesWritten)}) is deleted.`}
      </ConfirmDialog>
    </Card>
  )
}
