import { and, eq, lte, sql } from 'drizzle-orm'
import type { AppContext } from '../../platform/context.ts'
import { subscriptionPlans, subscriptions } from '../../platform/db/schema/index.ts'
import { recordPlan } from './record-plan.ts'

/** A subscription is renewed within its last day, so that a clean-up that comes late leaves no gap. */
const ahead = 86_400_000

/**
 * Part of the hourly clean-up: subscriptions with automatic renewal go on for the period of their plan, in calendar
 * months in UTC, from their end on; after a long stop of the server, as often as it takes. One that was ended is not
 * renewed. Of two processes at once, the second finds the new end.
 */
export const renewPlans = async ({ db, now: clock }: AppContext): Promise<void> => {
  const now = clock()
  const next = sql`((${subscriptions.validUntil} at time zone 'UTC') + ${subscriptionPlans.period}::interval) at time zone 'UTC'`
  const renewOnce = (): Promise<number> =>
    db.transaction(async (tx) => {
      const renewed = await tx
        .update(subscriptions)
        .set({ validUntil: next })
        .from(subscriptionPlans)
        .where(
          and(
            eq(subscriptionPlans.id, subscriptions.planId),
            eq(subscriptions.automaticRenewal, true),
            lte(subscriptions.validUntil, new Date(now.getTime() + ahead)),
          ),
        )
        .returning({
          organisationId: subscriptions.organisationId,
          until: subscriptions.validUntil,
          plan: subscriptionPlans.name,
        })
      for (const { organisationId, plan, until } of renewed) {
        const detail = { plan, until: until.toISOString().slice(0, 10), by: 'renewal' } as const
        await recordPlan(tx, organisationId, { action: 'plan.renewed', ...detail }, now)
      }
      return renewed.length
    })
  while ((await renewOnce()) > 0);
}
