import { call } from '@lamella/shared/api'
import { type AuditAction, listAudit } from '@lamella/shared/contract'
import { keepPreviousData } from '@tanstack/react-query'
import { defineInfiniteQuery } from './define-query.ts'
import { fatalPage } from './query-meta.ts'

const pageSize = 50

/** Filter of the audit log. */
export interface AuditFilter {
  /** Words that must all occur in an entry. */
  text: string
  /** Null: all of them. */
  action: AuditAction | null
}

/** Query parameters of the audit calls. */
export const auditParameters = ({ text, action }: AuditFilter) => ({
  'filter[text]': text || undefined,
  'filter[action]': action ?? undefined,
})

/** Newest first, loaded page by page. */
export const auditQuery = (filter: AuditFilter) =>
  defineInfiniteQuery({
    queryKey: ['audit', filter],
    queryFn: ({ signal, pageParam }) =>
      call(
        listAudit,
        { query: { ...auditParameters(filter), 'page[size]': pageSize, 'page[after]': pageParam } },
        { signal, action: 'audit.list' },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ data, links }) => (links.next ? data.at(-1)?.id : undefined),
    // While the filter is typed, the rows of the last filter stay.
    placeholderData: keepPreviousData,
    meta: { errorPage: fatalPage },
  })
