import type { AuditEntry } from '@lamella/shared/contract'
import {
  CardHeader,
  DataTable,
  type DataTableColumn,
  EmptyState,
  FilterField,
  formatTimestamp,
} from '@lamella/shared/ui'
import { Button, Card } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useInfiniteQuery } from '@tanstack/react-query'
import { queryError } from '../../lib/query-error.ts'
import { auditQuery } from './api.ts'
import css from './audit.module.css'
import { actionText, actorText, detailText, objectText } from './entry-text.ts'

interface AuditListProps {
  filter: string
  onFilter: (text: string) => void
}

const cut = (text: string) => (text ? <span title={text}>{text}</span> : '–')

const columns: readonly DataTableColumn<AuditEntry>[] = [
  { id: 'at', title: 'Time', value: ({ at }) => formatTimestamp(new Date(at)), width: 168 },
  { id: 'user', title: 'User', value: actorText, render: (entry) => cut(actorText(entry)), width: 160 },
  { id: 'action', title: 'Action', value: ({ action }) => actionText(action), isName: true, width: 190 },
  { id: 'object', title: 'Object', value: objectText, render: (entry) => cut(objectText(entry)) },
  { id: 'details', title: 'Details', value: detailText, render: (entry) => cut(detailText(entry)), wideOnly: true },
]

/** Milliseconds without a key until the server is asked. */
const typingPause = 300

/** Who did what to which object when, newest first. */
export const AuditList = ({ filter, onFilter }: AuditListProps) => {
  const [asked] = useDebouncedValue(filter.trim(), typingPause)
  const log = useInfiniteQuery(auditQuery(asked))
  const entries = log.data?.pages.flatMap(({ data }) => data)
  return (
    <Card padding={0}>
      <CardHeader>
        <FilterField label="Filter entries" value={filter} onChange={onFilter} width={280} />
      </CardHeader>
      <DataTable
        label="Audit log"
        columns={columns}
        rows={entries}
        rowKey={({ id }) => id}
        totalSuffix={log.hasNextPage ? 'so far' : undefined}
        error={entries ? undefined : queryError('The audit log could not be retrieved', log)}
        empty={
          <EmptyState
            title="No entries"
            text={asked ? 'No entry has all of these words.' : 'What people do in your organization is listed here.'}
          />
        }
      />
      {log.hasNextPage && (
        <div className={css.more}>
          <Button variant="subtle" loading={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
            Show older entries
          </Button>
        </div>
      )}
    </Card>
  )
}
