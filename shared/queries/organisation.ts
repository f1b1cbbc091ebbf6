import { call, callAllPages } from '@lamella/shared/api'
import { getOrganisation, listSubscriptions, organisationAdmin, organisationUsage } from '@lamella/shared/contract'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { fatalPage } from './query-meta.ts'

const adminAction = 'organisation.admin'

/** The organisation's admin, to whom users write about what they may not do (D1-6-25). */
export const organisationAdminQuery = queryOptions({
  queryKey: ['organisation', 'admin'],
  queryFn: async ({ signal }) =>
    (await call(organisationAdmin, { query: { actionId: adminAction } }, { signal, action: adminAction })).data,
})

/** Name, sector and owner. */
export const organisationQuery = queryOptions({
  queryKey: ['organisation', 'card'],
  queryFn: async ({ signal }) => (await call(getOrganisation, {}, { signal, action: 'organisation.read' })).data,
})

/** The organisation's active subscriptions. */
export const subscriptionsQuery = queryOptions({
  queryKey: ['subscriptions'],
  queryFn: ({ signal }) => callAllPages(listSubscriptions, {}, { signal, action: 'subscriptions.list' }),
  meta: { errorPage: fatalPage },
})

/** How much of each limit the organisation uses. */
export const usageQuery = queryOptions({
  queryKey: ['usage'],
  queryFn: async ({ signal }) => (await call(organisationUsage, {}, { signal, action: 'organisation.usage' })).data,
  meta: { errorPage: fatalPage },
})

/** Invalidates after name or sector was changed. */
export const organisationChanged = (queries: QueryClient): Promise<void> =>
  queries.invalidateQueries({ queryKey: organisationQuery.queryKey })
