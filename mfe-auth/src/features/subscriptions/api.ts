import { call } from '@lamella/shared/api'
import { requestUpgrade, type UpgradePlan } from '@lamella/shared/contract'

/** Mails the support address of the installation. */
export const askForPlan = (plan: UpgradePlan, message: string): Promise<undefined> =>
  call(
    requestUpgrade,
    { body: { data: { plan, ...(message.trim() && { message }) } } },
    { action: 'subscriptions.upgrade' },
  )
