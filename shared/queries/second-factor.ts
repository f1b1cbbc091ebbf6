import { call } from '@lamella/shared/api'
import { beginSecondFactor, getSecondFactor } from '@lamella/shared/contract'
import { type QueryClient, queryOptions } from '@tanstack/react-query'

/** The two-step verification of the own account. One card of several: its failure is shown there. */
export const secondFactorQuery = queryOptions({
  queryKey: ['second-factor', 'own'],
  queryFn: async ({ signal }) => (await call(getSecondFactor, {}, { signal, action: 'second-factor.read' })).data,
})

/** A secret for one visit of the form: made when it opens, forgotten when it closes. */
export const enrolmentQuery = queryOptions({
  queryKey: ['second-factor', 'enrolment'],
  queryFn: async ({ signal }) => (await call(beginSecondFactor, {}, { signal, action: 'second-factor.begin' })).data,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
})

/** It was turned on or off, or the organisation demands it or no longer does. */
export const secondFactorChanged = (queries: QueryClient): Promise<void> =>
  queries.invalidateQueries({ queryKey: secondFactorQuery.queryKey })
