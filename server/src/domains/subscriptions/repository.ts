import type { Subscription } from '@lamella/shared/contract'
import { and, asc, eq } from 'drizzle-orm'
import type { Executor } from '../../platform/db/database.ts'
import { subscriptionPlans, subscriptions } from '../../platform/db/schema/index.ts'
import { isActiveAt } from '../quotas/index.ts'

/** Limits that are written with their validity window, as `from;until;count` (D2-3-18, D2-3-20). */
const windowed: readonly string[] = ['trainingLimit', 'jobLimit']

/** Valid subscriptions with their plans (D2-7-33), the next to end first. */
export const listActiveSubscriptions = async (
  db: Executor,
  organisationId: string,
  now: Date,
): Promise<Subscription[]> => {
  const rows = await db
    .select({ subscription: subscriptions, plan: subscriptionPlans })
    .from(subscriptions)
    .innerJoin(subscriptionPlans, eq(subscriptionPlans.id, subscriptions.planId))
    .where(and(eq(subscriptions.organisationId, organisationId), isActiveAt(now)))
    .orderBy(asc(subscriptions.validUntil), asc(subscriptions.id))
  return rows.map(({ subscription, plan }) => {
    const validFrom = subscription.validFrom.toISOString()
    const validUntil = subscription.validUntil.toISOString()
    return {
      id: subscription.id,
      validFrom,
      validUntil,
      organization: subscription.organisationId,
      automaticRenewal: subscription.automaticRenewal,
      purchaser: subscription.purchaserId,
      subscriptionPlan: {
        id: plan.id,
        name: plan.name,
        displayName: plan.displayName,
        version: plan.version,
        netPrice: plan.netPrice,
        subscriptionPeriod: plan.period,
        restrictions: plan.restrictions.map(({ key, value }) => ({
          key,
          value: windowed.includes(key) ? `${validFrom};${validUntil};${value}` : value,
        })),
      },
    }
  })
}
