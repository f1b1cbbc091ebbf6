import { call, callAllPages } from '@lamella/shared/api'
import { listSubscriptions, organisationUsage, requestUpgrade, type UpgradePlan } from '@lamella/shared/contract'
import { queryOptions } from '@tanstack/react-query'

export const subscriptionsQuery = queryOptions({
  queryKey: ['subscriptions'],
  queryFn: ({ signal }) => callAllPages(listSubscriptions, {}, { signal, local: true, action: 'subscriptions.list' }),
})

export const usageQuery = queryOptions({
  queryKey: ['usage'],
  queryFn: async ({ signal }) =>
    (await call(organisationUsage, {}, { signal, local: true, action: 'subscriptions.usage' })).data,
})

/** Mails the support address of the installation. */
export const askForPlan = (plan: UpgradePlan, message: string): Promise<undefined> =>
  call(
    requestUpgrade,
    { body: { data: { plan, ...(message.trim() && { message }) } } },
    { local: true, action: 'subscriptions.upgrade' },
  )
