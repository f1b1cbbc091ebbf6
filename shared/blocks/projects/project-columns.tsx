import { type DataTableColumn, type PictureQuery, type TableSort, Thumbnail, TimeAgo } from '@lamella/shared/ui'
import { ActionIcon, Tooltip } from '@mantine/core'
import { IconPhoto } from '@tabler/icons-react'
import { Link } from 'react-router-dom'
import css from './project-columns.module.css'
import type { ProjectRow } from './project-rows.ts'

/** What somebody worked on last comes first. */
export const lastModifiedFirst: TableSort = { by: 'modified', direction: 'descending' }

/** Columns of the projects list (D2-2-25) and of the dashboard (D1-2.2-14). */
export const projectColumns = (pictureQuery: PictureQuery): readonly DataTableColumn<ProjectRow>[] => [
  {
    id: 'name',
    title: 'Name',
    value: ({ name }) => name,
    isName: true,
    // Names are what projects are told apart by: beside an equally wide description a line is often too short.
    twoLines: true,
    picture: ({ thumbnailUrl }) => (
      <span className={css.picture}>
        <Thumbnail url={thumbnailUrl} pictureQuery={pictureQuery} />
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
    // Room for the title and its sorting arrow.
    width: 104,
    sortable: true,
    wideOnly: true,
  },
  { id: 'owner', title: 'Owner', value: ({ ownerName }) => ownerName, width: 132, sortable: true, wideOnly: true },
  {
    id: 'modified',
    title: 'Last modified',
    hint: 'Details, images, analyses, labels, channel settings or contributors',
    value: ({ modified }) => modified,
    // All times as shown or in a tooltip, because nobody types the stored form.
    filterText: (row) => [row.modifiedAgo, row.modifiedText, row.createdAgo, row.createdText].join('\n'),
    render: ({ modified }) => <TimeAgo date={modified} />,
    width: 160,
    // At 320 px it would leave no room for the name.
    minTableWidth: 340,
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
