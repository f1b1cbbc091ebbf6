import { callAllPages } from '@lamella/shared/api'
import { listSessions } from '@lamella/shared/contract'
import type { QueryClient } from '@tanstack/react-query'
import { defineQuery, inAllBuilds } from './define-query.ts'

/** Sessions of the current user. Without an error page: it is one card of several on its page. */
export const sessionsQuery = defineQuery({
  queryKey: ['profile', 'sessions'],
  queryFn: ({ signal }) => callAllPages(listSessions, {}, { signal, action: 'profile.sessions' }),
})

/** Invalidates after sessions were ended. */
export const sessionsChanged = (queries: QueryClient): Promise<void> =>
  queries.invalidateQueries(inAllBuilds(sessionsQuery.queryKey))
