import { type RestrictionKey, restrictionKeys } from '@lamella/shared/contract'
import { and, eq, gt, lte } from 'drizzle-orm'
import type { Executor } from '../../platform/db/database.ts'
import { organisations, subscriptionPlans, subscriptions } from '../../platform/db/schema/index.ts'

/** Limits of an organisation; -1: unlimited (D1-9-26), 0: in no active plan. `storageLimit` is in GB (D3-9-13). */
export type Limits = Record<RestrictionKey, number>

/** Value of a limit that does not limit (D1-9-26). */
export const unlimited = -1

/** Condition: the subscription is valid at this moment. */
export const isActiveAt = (now: Date) => and(lte(subscriptions.validFrom, now), gt(subscriptions.validUntil, now))

/** The limits of several plans: per key the largest value, and unlimited if any value is negative (contradictions 28 and 29). */
export const combineRestrictions = (restrictions: readonly { key: string; value: string }[]): Limits => {
  const limitOf = (key: RestrictionKey) => {
    const values = restrictions.filter((restriction) => restriction.key === key).map(({ value }) => Number(value))
    return values.some((value) => value < 0) ? unlimited : Math.max(0, ...values)
  }
  return Object.fromEntries(restrictionKeys.map((key) => [key, limitOf(key)])) as Limits
}

/** The limits of an organisation by its plans at a moment. */
export const findLimits = async (db: Executor, organisationId: string, now: Date): Promise<Limits> => {
  const plans = await db
    .select({ restrictions: subscriptionPlans.restrictions })
    .from(subscriptions)
    .innerJoin(subscriptionPlans, eq(subscriptionPlans.id, subscriptions.planId))
    .where(and(eq(subscriptions.organisationId, organisationId), isActiveAt(now)))
  return combineRestrictions(plans.flatMap(({ restrictions }) => restrictions))
}

/**
 * Locks the limits of an organisation until the end of the transaction, so that two concurrent transactions cannot both take the
 * last place. Count after this call, in the same transaction.
 * @returns the limits
 */
export const lockLimits = async (tx: Executor, organisationId: string, now: Date): Promise<Limits> => {
  await tx
    .select({ id: organisations.id })
    .from(organisations)
    .where(eq(organisations.id, organisationId))
    .for('no key update')
  return findLimits(tx, organisationId, now)
}

/** Share of a limit above which its use is shown as a warning (D3-9-44), and admins are told. */
const nearShare = 0.8

/** Whether so much of a limit is used that admins are told. Nothing is near to a limit that is in no plan. */
export const isNear = (limit: number, used: number): boolean => limit > 0 && used > nearShare * limit

/** One rule for every limit: it is also reached after a downgrade, with 11 of 10 (contradiction 2). */
export const isLimitReached = (limit: number, total: number): boolean => limit >= 0 && total >= limit
