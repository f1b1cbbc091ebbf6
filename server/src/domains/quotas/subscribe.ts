import { and, eq, sql } from 'drizzle-orm'
import type { Executor } from '../../platform/db/database.ts'
import { subscriptionPlans, subscriptions } from '../../platform/db/schema/index.ts'
import { isActiveAt } from './limits.ts'
import type { PlanDefinition } from './plans.ts'

const findOrInsertPlan = async (tx: Executor, plan: PlanDefinition): Promise<string> => {
  await tx.insert(subscriptionPlans).values(plan).onConflictDoNothing()
  const [row] = await tx
    .select({ id: subscriptionPlans.id })
    .from(subscriptionPlans)
    .where(and(eq(subscriptionPlans.name, plan.name), eq(subscriptionPlans.version, plan.version)))
  if (!row) throw new Error(`The plan ${plan.name} could not be stored`)
  return row.id
}

/**
 * Subscribes an organisation to a plan, from now on for its period. Calendar months in UTC: a trial from 31 January ends on 28
 * February.
 */
export const subscribe = async (
  tx: Executor,
  { plan, organisationId, purchaserId }: { plan: PlanDefinition; organisationId: string; purchaserId: string },
  now: Date,
): Promise<void> => {
  const planId = await findOrInsertPlan(tx, plan)
  const validUntil = sql`((${now.toISOString()}::timestamptz at time zone 'UTC') + ${plan.period}::interval) at time zone 'UTC'`
  await tx.insert(subscriptions).values({ organisationId, planId, validFrom: now, validUntil, purchaserId })
}

/** Whether the organisation has a plan of the family that is valid at this moment. */
export const hasActivePlan = async (
  db: Executor,
  organisationId: string,
  family: PlanDefinition['family'],
  now: Date,
): Promise<boolean> => {
  const [row] = await db
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .innerJoin(subscriptionPlans, eq(subscriptionPlans.id, subscriptions.planId))
    .where(and(eq(subscriptions.organisationId, organisationId), eq(subscriptionPlans.family, family), isActiveAt(now)))
    .limit(1)
  return row !== undefined
}
