import { callAllPages } from '@lamella/shared/api'
import { listSessions } from '@lamella/shared/contract'
import { type QueryClient, queryOptions } from '@tanstack/react-query'

/** Where the user is logged in. One card of several: its failure is shown there. */
export const sessionsQuery = queryOptions({
  queryKey: ['profile', 'sessions'],
  queryFn: ({ signal }) => callAllPages(listSessions, {}, { signal, action: 'profile.sessions' }),
})

/** Sessions of the user were ended. */
export const sessionsChanged = (queries: QueryClient): Promise<void> =>
  queries.invalidateQueries({ queryKey: sessionsQuery.queryKey })
