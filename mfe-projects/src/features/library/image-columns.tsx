import { FailedName, StatusBadge, WaitingStatus } from '@lamella/shared/blocks'
import type { Image, ImageScope, WaitingMedium } from '@lamella/shared/contract'
import { pictureQuery } from '@lamella/shared/queries'
import { type DataTableColumn, formatFileSize, Thumbnail, TimeAgo } from '@lamella/shared/ui'
import { tagsOf } from '../../lib/image-tags.ts'
import css from './image-columns.module.css'
import { statusOf } from './image-status.ts'
import { dimensionsText } from './image-texts.ts'

type Column = DataTableColumn<Image>

const name: Column = {
  id: 'name',
  title: 'Name',
  value: ({ name }) => name,
  isName: true,
  picture: ({ thumbnailUrl }) => <Thumbnail url={thumbnailUrl} pictureQuery={pictureQuery} />,
  render: (image) => {
    const [reason] = image.statusErrors
    if (reason) return <FailedName name={image.name} reason={reason} />
    return (
      <>
        <span title={image.name}>{image.name}</span>
        {image.width && <span className={css.under}>{dimensionsText(image)}</span>}
      </>
    )
  },
}

const dimensions: Column = {
  id: 'dimensions',
  title: 'Dimensions',
  value: dimensionsText,
  align: 'right',
  // Room for the dimensions of a whole slide.
  width: 160,
  // In narrower tables they are below the name, which needs the room.
  minTableWidth: 760,
}

const type: Column = {
  id: 'type',
  title: 'Type',
  value: (image) =>
    tagsOf(image)
      .map(({ text }) => text)
      .join(', ') || '2D',
  width: 118,
  minTableWidth: 1040,
}

const status: Column = {
  id: 'status',
  title: 'Status',
  render: (image) => <StatusBadge {...statusOf(image.status)} />,
  width: 150,
}

/** With the place in the queue below it. */
const progress = (waiting: ReadonlyMap<string, WaitingMedium>): Column => ({
  ...status,
  render: (image) => <WaitingStatus {...statusOf(image.status)} place={waiting.get(image.id)} />,
  width: 190,
})

const size: Column = {
  id: 'size',
  title: 'Size',
  value: ({ size }) => formatFileSize(size),
  align: 'right',
  width: 96,
  minTableWidth: 480,
}

const created: Column = {
  id: 'created',
  title: 'Created',
  render: ({ created }) => <TimeAgo date={created} />,
  // Room for "a few seconds ago".
  width: 156,
  minTableWidth: 480,
}

/**
 * Columns of the library's table. Not sortable: one control sorts grid and table. They are the same with and without
 * the details, so that nothing moves between two clicks; what they leave out is in the details.
 * @param waiting - where images wait to be processed, by id
 */
export const imageColumns = (scope: ImageScope, waiting: ReadonlyMap<string, WaitingMedium>): readonly Column[] => {
  if (scope === 'processing') return [name, progress(waiting), size, created]
  // The reason below the name is more specific than the status and needs its room.
  if (scope === 'failed') return [name, { ...status, minTableWidth: 480 }, size, created]
  return [name, dimensions, type, size, created]
}
