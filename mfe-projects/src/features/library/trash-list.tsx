import { type Image, trashDays } from '@lamella/shared/contract'
import { pictureQuery, trashQuery, useLiveQuery } from '@lamella/shared/queries'
import {
  ConfirmDialog,
  DataTable,
  type DataTableColumn,
  EmptyState,
  formatFileSize,
  InfoBar,
  queryError,
  Thumbnail,
  TimeAgo,
  useRowsPerPage,
} from '@lamella/shared/ui'
import { Button, Card, Group } from '@mantine/core'
import { useState } from 'react'
import { imagesText } from './image-texts.ts'
import type { ImageActions } from './use-image-actions.ts'

const columnsOf = (
  onRestore: (image: Image) => void,
  onDelete: (image: Image) => void,
): readonly DataTableColumn<Image>[] => [
  {
    id: 'name',
    title: 'Name',
    value: ({ name }) => name,
    isName: true,
    sortable: true,
    picture: ({ thumbnailUrl }) => <Thumbnail url={thumbnailUrl} pictureQuery={pictureQuery} />,
  },
  {
    id: 'size',
    title: 'Size',
    value: ({ size }) => size,
    render: ({ size }) => formatFileSize(size),
    align: 'right',
    width: 96,
    sortable: true,
    minTableWidth: 480,
  },
  {
    id: 'trashed',
    title: 'Deleted',
    value: ({ trashed }) => trashed,
    render: ({ trashed, created }) => <TimeAgo date={trashed ?? created} />,
    width: 168,
    sortable: true,
    minTableWidth: 480,
  },
  {
    id: 'actions',
    title: 'Actions',
    isAction: true,
    align: 'right',
    width: 190,
    render: (image) => (
      <Group gap="xs" justify="flex-end" wrap="nowrap">
        <Button
          variant="default"
          size="compact-sm"
          aria-label={`Restore ${image.name}`}
          onClick={() => onRestore(image)}
        >
          Restore
        </Button>
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          aria-label={`Delete ${image.name}`}
          onClick={() => onDelete(image)}
        >
          Delete
        </Button>
      </Group>
    ),
  },
]

interface TrashListProps {
  projectId: string
  actions: Pick<ImageActions, 'restore' | 'deleteForever' | 'emptyTrash'>
}

/** The trash of a project: what was deleted within 30 days, to be restored or deleted for good. */
export const TrashList = ({ projectId, actions }: TrashListProps) => {
  const images = useLiveQuery(trashQuery(projectId))
  const pageSize = useRowsPerPage({ offset: 550, minimum: 10 })
  /** All: the trash is emptied. */
  const [deleting, setDeleting] = useState<Image | 'all' | null>(null)
  const count = images.data?.length ?? 0
  const confirm = async (): Promise<void> => {
    if (deleting === 'all') await actions.emptyTrash.mutateAsync().catch(() => undefined)
    else if (deleting) await actions.deleteForever.mutateAsync([deleting]).catch(() => undefined)
    setDeleting(null)
  }
  const subject = deleting === 'all' ? imagesText(count) : deleting?.name
  const isOne = deleting !== 'all' || count === 1
  return (
    <>
      <InfoBar>
        Images stay here for {trashDays} days after they were deleted, with their results. They count as stored until
        then.
      </InfoBar>
      <Card padding={0} mt="md">
        <DataTable
          label="Trash"
          columns={columnsOf(
            (image) => actions.restore.mutate([image]),
            (image) => setDeleting(image),
          )}
          rows={images.data}
          rowKey={({ id }) => id}
          pageSize={pageSize}
          error={images.data ? undefined : queryError('The trash could not be retrieved', images)}
          empty={<EmptyState title="The trash is empty" text="Deleted images are kept here for some time." />}
        />
      </Card>
      {count > 0 && (
        <Group justify="flex-end" mt="md">
          <Button variant="default" onClick={() => setDeleting('all')}>
            Empty trash
          </Button>
        </Group>
      )}
      <ConfirmDialog
        opened={deleting !== null}
        title={deleting === 'all' ? 'Empty trash' : 'Delete image'}
        confirmLabel={deleting === 'all' ? 'Empty trash' : 'Delete'}
        destructive
        onConfirm={confirm}
        onClose={() => setDeleting(null)}
      >
        {subject} {isOne ? 'is' : 'are'} deleted permanently, with {isOne ? 'its' : 'their'} results and annotations.
        This cannot be undone.
      </ConfirmDialog>
    </>
  )
}
