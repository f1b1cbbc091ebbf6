import { call, callAllPages } from '@lamella/shared/api'
import {
  getOrganisation,
  listPastSubscriptions,
  listSubscriptions,
  organisationAdmin,
  organisationUsage,
  organisationUsageDays,
} from '@lamella/shared/contract'
import type { QueryClient } from '@tanstack/react-query'
import { defineQuery, inAllBuilds } from './define-query.ts'
import { fatalPage } from './query-meta.ts'

const adminAction = 'organisation.admin'

/** The organisation's admin, to whom users write about what they may not do (D1-6-25). */
export const organisationAdminQuery = defineQuery({
  queryKey: ['organisation', 'admin'],
  queryFn: async ({ signal }) =>
    (await call(organisationAdmin, { query: { actionId: adminAction } }, { signal, action: adminAction })).data,
})

/** Name, sector and owner. */
export const organisationQuery = defineQuery({
  queryKey: ['organisation', 'card'],
  queryFn: async ({ signal }) => (await call(getOrganisation, {}, { signal, action: 'organisation.read' })).data,
})

/** The organisation's active subscriptions. */
export const subscriptionsQuery = defineQuery({
  queryKey: ['subscriptions'],
  queryFn: ({ signal }) => callAllPages(listSubscriptions, {}, { signal, action: 'subscriptions.list' }),
  meta: { errorPage: fatalPage },
})

/** The organisation's subscriptions that have ended. */
export const pastSubscriptionsQuery = defineQuery({
  queryKey: ['subscriptions', 'past'],
  queryFn: ({ signal }) => callAllPages(listPastSubscriptions, {}, { signal, action: 'subscriptions.past' }),
})

/** How much of each limit the organisation uses. */
export const usageQuery = defineQuery({
  queryKey: ['usage'],
  queryFn: async ({ signal }) => (await call(organisationUsage, {}, { signal, action: 'organisation.usage' })).data,
  meta: { errorPage: fatalPage },
})

/** What was used of each limit day by day. @param days - so many, the last of them today */
export const usageDaysQuery = (days: number) =>
  defineQuery({
    queryKey: ['usage', 'days', days],
    queryFn: async ({ signal }) => {
      const query = { 'filter[days]': days }
      return (await call(organisationUsageDays, { query }, { signal, action: 'organisation.usage.days' })).data
    },
  })

/** Invalidates what follows from the plans after they have changed. */
export const plansChanged = async (queries: QueryClient): Promise<void> => {
  await Promise.all([
    queries.invalidateQueries(inAllBuilds(usageQuery.queryKey)),
    queries.invalidateQueries(inAllBuilds(pastSubscriptionsQuery.queryKey)),
  ])
}

/** Invalidates after name or sector was changed. */
export const organisationChanged = (queries: QueryClient): Promise<void> =>
  queries.invalidateQueries(inAllBuilds(organisationQuery.queryKey))
