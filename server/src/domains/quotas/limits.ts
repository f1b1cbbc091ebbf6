import { type RestrictionKey, restrictionKeys } from '@lamella/shared/contract'
import { and, eq, gt, lte } from 'drizzle-orm'
import type { Executor } from '../../platform/db/database.ts'
import { organisations, subscriptionPlans, subscriptions } from '../../platform/db/schema/index.ts'

/** -1: unlimited; 0: not part of any active plan. */
export type Limits = Record<RestrictionKey, number>

export const unlimited = -1

/** The subscriptions that count at a moment. */
export const isActiveAt = (now: Date) => and(lte(subscriptions.validFrom, now), gt(subscriptions.validUntil, now))

/** Several plans: the largest value binds, and any negative one lifts the limit (contradictions.md 28, 29). */
export const combineRestrictions = (restrictions: readonly { key: string; value: string }[]): Limits => {
  const limitOf = (key: RestrictionKey) => {
    const values = restrictions.filter((restriction) => restriction.key === key).map(({ value }) => Number(value))
    return values.some((value) => value < 0) ? unlimited : Math.max(0, ...values)
  }
  return Object.fromEntries(restrictionKeys.map((key) => [key, limitOf(key)])) as Limits
}

export const findLimits = async (db: Executor, organisationId: string, now: Date): Promise<Limits> => {
  const plans = await db
    .select({ restrictions: subscriptionPlans.restrictions })
    .from(subscriptions)
    .innerJoin(subscriptionPlans, eq(subscriptionPlans.id, subscriptions.planId))
    .where(and(eq(subscriptions.organisationId, organisationId), isActiveAt(now)))
  return combineRestrictions(plans.flatMap(({ restrictions }) => restrictions))
}

/**
 * For creating what is limited: until the end of the transaction nobody else creates in this organisation, so that two
 * at once cannot both take the last place. Count after this call, in the same transaction.
 */
export const lockLimits = async (tx: Executor, organisationId: string, now: Date): Promise<Limits> => {
  await tx
    .select({ id: organisations.id })
    .from(organisations)
    .where(eq(organisations.id, organisationId))
    .for('no key update')
  return findLimits(tx, organisationId, now)
}

/** One rule for every limit (contradictions.md 2): also a downgraded plan, 11 of 10, is reached. */
export const isLimitReached = (limit: number, total: number): boolean => limit >= 0 && total >= limit
