import type { Image } from '@lamella/shared/contract'
import { pictureQuery } from '@lamella/shared/queries'
import { type DataTableColumn, formatFileSize, Thumbnail, TimeAgo } from '@lamella/shared/ui'
import { ActionIcon, Group, Tooltip } from '@mantine/core'
import { IconArrowBackUp, IconTrash } from '@tabler/icons-react'
import { rowBoxes } from '../../lib/row-boxes.tsx'
import type { RowChoice } from '../../lib/use-row-choice.ts'

interface TrashActions {
  choice: RowChoice<Image>
  /** The rows that are read are all of the trash; else those of the shown page. */
  isWhole: boolean
  onRestore: (image: Image) => void
  onDelete: (image: Image) => void
}

/** Columns of the trash of a project. */
export const trashColumns = ({
  choice,
  isWhole,
  onRestore,
  onDelete,
}: TrashActions): readonly DataTableColumn<Image>[] => [
  rowBoxes({
    choice,
    allLabel: isWhole ? 'Select all images' : 'Select all on this page',
    labelOf: ({ name }) => `Select ${name}`,
  }),
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
