import { call } from '@lamella/shared/api'
import { beginSecondFactor, getSecondFactor } from '@lamella/shared/contract'
import type { QueryClient } from '@tanstack/react-query'
import { defineQuery, inAllBuilds } from './define-query.ts'

/** Two-step verification of the own account. Without an error page: it is one card of several on its page. */
export const secondFactorQuery = defineQuery({
  queryKey: ['second-factor', 'own'],
  queryFn: async ({ signal }) => (await call(getSecondFactor, {}, { signal, action: 'second-factor.read' })).data,
})

/**
 * A new secret for an authenticator app, made when the form opens and dropped when it closes. Never requested anew while
 * it is shown, not even when all queries are invalidated: the server would replace the secret that the app has scanned.
 */
export const enrolmentQuery = defineQuery({
  queryKey: ['second-factor', 'enrolment'],
  queryFn: async ({ signal }) => (await call(beginSecondFactor, {}, { signal, action: 'second-factor.begin' })).data,
  staleTime: ({ state: { data } }) => (data === undefined ? 0 : 'static'),
  gcTime: 0,
})

/** Invalidates after it was turned on or off, or required or not by the organisation. */
export const secondFactorChanged = (queries: QueryClient): Promise<void> =>
  queries.invalidateQueries(inAllBuilds(secondFactorQuery.queryKey))
