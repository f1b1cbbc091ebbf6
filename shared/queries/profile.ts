import { callAllPages } from '@lamella/shared/api'
import { listSessions } from '@lamella/shared/contract'
import { type QueryClient, queryOptions } from '@tanstack/react-query'

/** Sessions of the current user. Without an error page: it is one card of several on its page. */
export const sessionsQuery = queryOptions({
  queryKey: ['profile', 'sessions'],
  queryFn: ({ signal }) => callAllPages(listSessions, {}, { signal, action: 'profile.sessions' }),
})

/** Invalidates after sessions were ended. */
export const sessionsChanged = (queries: QueryClient): Promise<void> =>
  queries.invalidateQueries({ queryKey: sessionsQuery.queryKey })
