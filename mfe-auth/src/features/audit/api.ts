import { addressOf, call, fetchBytes } from '@lamella/shared/api'
import { type AuditAction, exportAudit, listAudit } from '@lamella/shared/contract'
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'

const pageSize = 50

export interface AuditFilter {
  text: string
  /** Null: all of them. */
  action: AuditAction | null
}

const filterOf = ({ text, action }: AuditFilter) => ({
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
        { query: { ...filterOf(filter), 'page[size]': pageSize, 'page[after]': pageParam } },
        { signal, local: true, action: 'audit.list' },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ data, links }) => (links.next ? data.at(-1)?.id : undefined),
    // While a word is typed, the rows of the one before stay.
    placeholderData: keepPreviousData,
  })

/** All entries that match, as one file. */
export const auditCsv = async (filter: AuditFilter): Promise<Blob> =>
  (await fetchBytes(addressOf(exportAudit, { query: filterOf(filter) }))).blob()
