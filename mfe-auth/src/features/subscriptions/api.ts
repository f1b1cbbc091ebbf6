import { call } from '@lamella/shared/api'
import { requestUpgrade, type UpgradePlan } from '@lamella/shared/contract'

/** Requests another plan; the server sends the request to the support address. */
export const requestPlan = (plan: UpgradePlan, message: string): Promise<undefined> =>
  call(
    requestUpgrade,
    { body: { data: { plan, ...(message.trim() && { message }) } } },
    { action: 'subscriptions.upgrade' },
  )
