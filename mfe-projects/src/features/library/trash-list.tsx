import { type Image, trashDays } from '@lamella/shared/contract'
import { pictureQuery } from '@lamella/shared/queries'
import {
  ConfirmDialog,
  DataTable,
  type DataTableColumn,
  EmptyState,
  formatFileSize,
  InfoBar,
  Thumbnail,
  TimeAgo,
  useRowsPerPage,
} from '@lamella/shared/ui'
import { ActionIcon, Button, Card, Group, Tooltip } from '@mantine/core'
import { IconArrowBackUp, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { imagesText } from './image-texts.ts'
import type { ImageActions } from './use-image-actions.ts'
import { deletedLastFirst, useTrash } from './use-trash.ts'

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
    width: 104,
    // Icons: beside two words, a name would have no room on a phone.
    render: (image) => (
      <Group gap={4} justify="flex-end" wrap="nowrap">
        <Tooltip label="Restore">
          <ActionIcon aria-label={`Restore ${image.name}`} onClick={() => onRestore(image)}>
            <IconArrowBackUp size={16} stroke={1.6} aria-hidden />
          </ActionIcon>
        </Tooltip>
        <Tooltip label="Delete permanently">
          <ActionIcon aria-label={`Delete ${image.name}`} onClick={() => onDelete(image)}>
            <IconTrash size={16} stroke={1.6} aria-hidden />
          </ActionIcon>
        </Tooltip>
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
  const pageSize = useRowsPerPage({ offset: 550, minimum: 10 })
  const images = useTrash(projectId, pageSize)
  /** All: the trash is emptied. */
  const [deleting, setDeleting] = useState<Image | 'all' | null>(null)
  const count = images.all ?? 0
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
          rows={images.rows}
          served={images.served}
          defaultSort={deletedLastFirst}
          rowKey={({ id }) => id}
          pageSize={pageSize}
          error={images.error}
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
