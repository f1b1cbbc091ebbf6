import { call } from '@lamella/shared/api'
import { type AuditAction, listAudit } from '@lamella/shared/contract'
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import { fatalPage } from './query-meta.ts'

const pageSize = 50

export interface AuditFilter {
  text: string
  /** Null: all of them. */
  action: AuditAction | null
}

/** The filter as the audit calls take it. */
export const auditParameters = ({ text, action }: AuditFilter) => ({
  'filter[text]': text || undefined,
  'filter[action]': action ?? undefined,
})

/** Newest first, page by page: the log has no end. */
export const auditQuery = (filter: AuditFilter) =>
  infiniteQueryOptions({
    queryKey: ['audit', filter],
    queryFn: ({ signal, pageParam }) =>
      call(
        listAudit,
        { query: { ...auditParameters(filter), 'page[size]': pageSize, 'page[after]': pageParam } },
        { signal, action: 'audit.list' },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ data, links }) => (links.next ? data.at(-1)?.id : undefined),
    // While a word is typed, the rows of the one before stay.
    placeholderData: keepPreviousData,
    meta: { errorPage: fatalPage },
  })
