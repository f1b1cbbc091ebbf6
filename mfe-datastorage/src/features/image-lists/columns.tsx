import { FailedName, type Status, WaitingStatus } from '@lamella/shared/blocks'
import {
  type ImageScope,
  type ImageStatus,
  isAtLeast,
  type MediumItem,
  type WaitingMedium,
} from '@lamella/shared/contract'
import { type DataTableColumn, formatFileSize, TimeAgo } from '@lamella/shared/ui'
import { Anchor, Button } from '@mantine/core'
import { Link } from 'react-router-dom'
import type { WidthClass } from '../../lib/use-width-class.ts'
import css from './columns.module.css'
import { canRetry, failureReason } from './failure.ts'

/** What the columns need besides the row. */
export interface ListContext {
  nameOf: (userId: string) => string
  widthClass: WidthClass
  /** Where images wait to be processed, by image id. */
  waiting: ReadonlyMap<string, WaitingMedium>
  /** Id of the medium that is being sent to processing again. */
  retrying: string | null
  onRetry: (item: MediumItem) => void
  onDelete: (item: MediumItem) => void
}

type Column = DataTableColumn<MediumItem>

const name: Column = { id: 'name', title: 'Name', value: (item) => item.name, isName: true, sortable: true }

const project: Column = {
  id: 'project',
  title: 'Project',
  value: (item) => item.project.name,
  render: (item) => (
    <Anchor component={Link} to={`/projects/${item.project.id}`} inherit>
      {item.project.name}
    </Anchor>
  ),
  width: '24%',
  sortable: true,
  wideOnly: true,
}

const owner = ({ nameOf }: ListContext): Column => ({
  id: 'owner',
  title: 'Owner',
  value: (item) => nameOf(item.owner),
  width: 150,
  sortable: true,
  minTableWidth: 760,
  wideOnly: true,
})

const size: Column = {
  id: 'size',
  title: 'Size',
  value: (item) => item.size,
  render: (item) => formatFileSize(item.size),
  align: 'right',
  sortable: true,
  width: 96,
}

const created: Column = {
  id: 'created',
  title: 'Created',
  value: (item) => item.created,
  render: (item) => <TimeAgo date={item.created} />,
  sortable: true,
  width: 168,
  minTableWidth: 480,
}

const states: Partial<Record<ImageStatus, { status: Status; label?: string }>> = {
  uploadPending: { status: 'queued', label: 'Upload pending' },
  uploading: { status: 'uploading' },
  uploadFinished: { status: 'processing', label: 'Uploaded' },
  processing: { status: 'processing' },
}

const state = ({ waiting }: ListContext): Column => ({
  id: 'status',
  title: 'Status',
  value: (item) => item.status,
  render: (item) => (
    <WaitingStatus {...(states[item.status] ?? { status: 'unknown' })} place={waiting.get(item.imageId)} />
  ),
  width: 190,
})

const FailedActions = ({ item, retrying, onRetry, onDelete }: ListContext & { item: MediumItem }) => {
  if (!isAtLeast(item.project.role, 'editor')) return null
  const upload = `/datastorage/upload?project=${item.project.id}&return=${encodeURIComponent('/datastorage?scope=failed')}`
  return (
    <span className={css.actions}>
      {canRetry(item) ? (
        <Button
          variant="default"
          size="compact-sm"
          aria-label={`Process again ${item.name}`}
          loading={retrying === item.id}
          onClick={() => onRetry(item)}
        >
          Process again
        </Button>
      ) : (
        <Button component={Link} to={upload} variant="default" size="compact-sm">
          Upload again
        </Button>
      )}
      <Button
        variant="subtle"
        color="gray"
        size="compact-sm"
        aria-label={`Delete ${item.name}`}
        onClick={() => onDelete(item)}
      >
        Delete
      </Button>
    </span>
  )
}

const failed = (context: ListContext): Column => ({
  ...name,
  render: (item) => (
    <FailedName name={item.name} reason={failureReason(item)}>
      {context.widthClass === 'narrow' && <FailedActions item={item} {...context} />}
    </FailedName>
  ),
})

const actions = (context: ListContext): Column => ({
  id: 'actions',
  title: 'Actions',
  isAction: true,
  align: 'right',
  width: 220,
  render: (item) => <FailedActions item={item} {...context} />,
})

/** Columns of the list of a scope; with less widthClass, details move below the name. */
export const columnsOf = (scope: ImageScope, context: ListContext): readonly Column[] => {
  if (scope === 'available') return [name, project, owner(context), size, created]
  if (scope === 'processing')
    return [name, project, owner(context), { ...size, wideOnly: true, minTableWidth: 760 }, state(context), created]
  if (context.widthClass === 'narrow') return [failed(context)]
  if (context.widthClass === 'medium') return [failed(context), project, actions(context)]
  return [failed(context), { ...project, width: '18%' }, owner(context), size, created, actions(context)]
}
