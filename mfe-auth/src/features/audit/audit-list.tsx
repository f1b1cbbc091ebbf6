import { auditActions, isAuditAction } from '@lamella/shared/contract'
import { type AuditFilter, auditQuery } from '@lamella/shared/queries'
import { DataTable, dayInWords, EmptyState, FilterField, queryError } from '@lamella/shared/ui'
import { Button, Card, Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useInfiniteQuery } from '@tanstack/react-query'
import css from './audit.module.css'
import { auditColumns } from './audit-columns.tsx'

interface AuditListProps {
  filter: AuditFilter
  onFilter: (filter: AuditFilter) => void
}

const allActions = 'All actions'
const actionOptions = [
  { value: '', label: allActions },
  ...auditActions.map(({ action, title }) => ({ value: action, label: title })),
]

/** Milliseconds without a key press before the search request. */
const typingPause = 300

/** Entries of the audit log that match the filter, newest first. */
export const AuditList = ({ filter, onFilter }: AuditListProps) => {
  const { action } = filter
  const [text] = useDebouncedValue(filter.text.trim(), typingPause)
  const log = useInfiniteQuery(auditQuery({ text, action }))
  const entries = log.data?.pages.flatMap(({ data }) => data)
  return (
    <Card padding={0}>
      <div className={css.filters}>
        <FilterField
          label="Filter entries"
          value={filter.text}
          onChange={(typed) => onFilter({ text: typed, action })}
          width={280}
        />
        <Select
          className={css.actions}
          variant="filled"
          aria-label="Action"
          placeholder={allActions}
          data={actionOptions}
          searchable
          nothingFoundMessage="No such action"
          value={action}
          onChange={(chosen) => onFilter({ ...filter, action: chosen && isAuditAction(chosen) ? chosen : null })}
        />
      </div>
      <DataTable
        label="Audit log"
        columns={auditColumns}
        rows={entries}
        rowKey={({ id }) => id}
        groupOf={({ at }) => dayInWords(new Date(at))}
        totalSuffix={log.hasNextPage ? 'so far' : undefined}
        error={entries ? undefined : queryError('The audit log could not be retrieved', log)}
        empty={
          <EmptyState
            title="No entries"
            text={
              text || action ? 'No entry matches the filter.' : 'What people do in your organization is listed here.'
            }
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
