import { addressOf, call, fetchBytes } from '@lamella/shared/api'
import { exportAudit, listAudit } from '@lamella/shared/contract'
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'

const pageSize = 50

const filterOf = (text: string) => ({ 'filter[text]': text || undefined })

/** Newest first, page by page: the log has no end. */
export const auditQuery = (text: string) =>
  infiniteQueryOptions({
    queryKey: ['audit', text],
    queryFn: ({ signal, pageParam }) =>
      call(
        listAudit,
        { query: { ...filterOf(text), 'page[size]': pageSize, 'page[after]': pageParam } },
        { signal, local: true, action: 'audit.list' },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ data, links }) => (links.next ? data.at(-1)?.id : undefined),
    // While a word is typed, the rows of the one before stay.
    placeholderData: keepPreviousData,
  })

/** All entries that match, as one file. */
export const auditCsv = async (text: string): Promise<Blob> =>
  (await fetchBytes(addressOf(exportAudit, { query: filterOf(text) }))).blob()
