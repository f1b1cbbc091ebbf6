import type { Subscription } from '@lamella/shared/contract'
import { and, asc, desc, eq, inArray, lte, type SQL } from 'drizzle-orm'
import type { Executor } from '../../platform/db/database.ts'
import { subscriptionPlans, subscriptions } from '../../platform/db/schema/index.ts'
import { isActiveAt } from '../quotas/index.ts'

type PlanRow = typeof subscriptionPlans.$inferSelect
type SubscriptionRow = typeof subscriptions.$inferSelect
type Plan = Subscription['subscriptionPlan']

/** Limits that are written with their validity window, as `from;until;count` (D2-3-18, D2-3-20). */
const windowed: readonly string[] = ['trainingLimit', 'jobLimit']

const planOf = (plan: PlanRow): Plan => ({
  id: plan.id,
  name: plan.name,
  displayName: plan.displayName,
  version: plan.version,
  type: plan.family,
  netPrice: plan.netPrice,
  subscriptionPeriod: plan.period,
  restrictions: plan.restrictions,
})

const subscriptionOf = (subscription: SubscriptionRow, plan: PlanRow): Subscription => {
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
      ...planOf(plan),
      restrictions: plan.restrictions.map(({ key, value }) => ({
        key,
        value: windowed.includes(key) ? `${validFrom};${validUntil};${value}` : value,
      })),
    },
  }
}

const listWhere = async (db: Executor, condition: SQL | undefined, order: readonly SQL[]): Promise<Subscription[]> => {
  const rows = await db
    .select({ subscription: subscriptions, plan: subscriptionPlans })
    .from(subscriptions)
    .innerJoin(subscriptionPlans, eq(subscriptionPlans.id, subscriptions.planId))
    .where(condition)
    .orderBy(...order)
  return rows.map(({ subscription, plan }) => subscriptionOf(subscription, plan))
}

/** Valid subscriptions with their plans (D2-7-33), the next to end first. */
export const listActiveSubscriptions = (db: Executor, organisationId: string, now: Date): Promise<Subscription[]> =>
  listWhere(db, and(eq(subscriptions.organisationId, organisationId), isActiveAt(now)), [
    asc(subscriptions.validUntil),
    asc(subscriptions.id),
  ])

/** Subscriptions that have ended, with their plans, the last one first. */
export const listPastSubscriptions = (db: Executor, organisationId: string, now: Date): Promise<Subscription[]> =>
  listWhere(db, and(eq(subscriptions.organisationId, organisationId), lte(subscriptions.validUntil, now)), [
    desc(subscriptions.validUntil),
    desc(subscriptions.id),
  ])

const isOwn = (db: Executor, organisationId: string) =>
  inArray(
    subscriptionPlans.id,
    db.select({ id: subscriptions.planId }).from(subscriptions).where(eq(subscriptions.organisationId, organisationId)),
  )

/** Plans of the organisation's subscriptions of any time (D2-7-34). */
export const listPlans = async (db: Executor, organisationId: string): Promise<Plan[]> => {
  const rows = await db
    .select()
    .from(subscriptionPlans)
    .where(isOwn(db, organisationId))
    .orderBy(asc(subscriptionPlans.name), asc(subscriptionPlans.version))
  return rows.map(planOf)
}

/** One of them (D2-7-35); null: none of the organisation. */
export const findPlan = async (db: Executor, organisationId: string, planId: string): Promise<Plan | null> => {
  const [row] = await db
    .select()
    .from(subscriptionPlans)
    .where(and(eq(subscriptionPlans.id, planId), isOwn(db, organisationId)))
  return row ? planOf(row) : null
}
