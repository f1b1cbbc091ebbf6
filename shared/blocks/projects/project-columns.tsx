import { type DataTableColumn, type PictureQuery, Thumb, TimeAgo } from '@lamella/shared/ui'
import { ActionIcon, Tooltip } from '@mantine/core'
import { IconPhoto } from '@tabler/icons-react'
import { Link } from 'react-router-dom'
import css from './project-columns.module.css'
import type { ProjectRow } from './project-rows.ts'

/** Columns of the projects list and of the dashboard (documents 1 and 2 §2). */
export const projectColumns = (pictureQuery: PictureQuery): readonly DataTableColumn<ProjectRow>[] => [
  {
    id: 'name',
    title: 'Name',
    value: ({ name }) => name,
    isName: true,
    picture: ({ thumbnailUrl }) => (
      <span className={css.picture}>
        <Thumb url={thumbnailUrl} pictureQuery={pictureQuery} />
      </span>
    ),
    sortable: true,
  },
  { id: 'description', title: 'Description', value: ({ description }) => description, wideOnly: true },
  {
    id: 'images',
    title: 'Images',
    value: ({ imageCount }) => imageCount,
    align: 'right',
    // The title beside the place of its sorting arrow.
    width: 104,
    sortable: true,
    wideOnly: true,
  },
  { id: 'owner', title: 'Owner', value: ({ ownerName }) => ownerName, width: 132, sortable: true, wideOnly: true },
  {
    id: 'modified',
    title: 'Last modified',
    value: ({ modified }) => modified,
    // Whatever the row knows of time can be searched for; as stored it would read as nobody types it.
    filterText: (row) => [row.modifiedAgo, row.modifiedText, row.createdAgo, row.createdText].join('\n'),
    render: ({ modified }) => <TimeAgo date={modified} />,
    width: 140,
    // At 320 px it would leave no room for the name.
    roomFrom: 340,
    sortable: true,
  },
  {
    id: 'library',
    title: 'Image Library',
    isAction: true,
    width: 56,
    align: 'right',
    render: ({ id, name }) => (
      <Tooltip label="Image Library">
        <ActionIcon component={Link} to={`/projects/${id}/library`} aria-label={`Image Library of ${name}`}>
          <IconPhoto size={18} stroke={1.6} aria-hidden />
        </ActionIcon>
      </Tooltip>
    ),
  },
]
