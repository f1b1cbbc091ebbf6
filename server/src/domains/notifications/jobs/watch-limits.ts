import { type RestrictionKey, restrictionKeys } from '@lamella/shared/contract'
import { and, eq, inArray } from 'drizzle-orm'
import type { AppContext } from '../../../platform/context.ts'
import type { Executor } from '../../../platform/db/database.ts'
import { nearLimits, organisations, users } from '../../../platform/db/schema/index.ts'
import type { JobHandlers } from '../../../platform/queue/job-types.ts'
import { isNear, lockLimits, usageOf } from '../../quotas/index.ts'
import { notify } from '../notify.ts'

const gigabyte = 1024 ** 3

const adminsOf = async (tx: Executor, organisationId: string): Promise<string[]> => {
  const isActiveAdmin = and(eq(users.organisationId, organisationId), users.isAdmin, users.active)
  return (await tx.select({ id: users.id }).from(users).where(isActiveAdmin)).map(({ id }) => id)
}

/**
 * Tells the admins of an organisation of each limit that has come near since the last look. A limit that is no longer near is told again when it
 * comes near again.
 */
const watchLimitsOf = (context: AppContext, organisationId: string): Promise<void> =>
  context.db.transaction(async (tx) => {
    const now = context.now()
    // Waits for transactions that are taking up room, and for another look at the same limits.
    const limits = await lockLimits(tx, organisationId, now)
    const of = eq(nearLimits.organisationId, organisationId)
    const told = (await tx.select().from(nearLimits).where(of)).map(({ limit }) => limit)
    const usage = await usageOf(tx, organisationId)
    const usedOf = (key: RestrictionKey): number => {
      const used = usage.find((entry) => entry.key === key)?.used ?? 0
      return key === 'storageLimit' ? used / gigabyte : used
    }
    const near = restrictionKeys.filter((key) => isNear(limits[key], usedOf(key)))
    const past = told.filter((limit) => !near.includes(limit))
    if (past.length > 0) await tx.delete(nearLimits).where(and(of, inArray(nearLimits.limit, past)))
    const fresh = near.filter((limit) => !told.includes(limit))
    if (fresh.length === 0) return
    await tx.insert(nearLimits).values(fresh.map((limit) => ({ organisationId, limit, since: now })))
    for (const userId of await adminsOf(tx, organisationId)) {
      for (const limit of fresh) {
        const detail = { limit, used: Math.round(usedOf(limit) * 10) / 10, most: limits[limit] }
        await notify(context, tx, { userId, kind: 'limit-near', key: `${limit} ${now.toISOString()}`, detail })
      }
    }
  })

/** Handler of `watch-limits`, which `claimQuota` enqueues. */
export const createWatchLimits =
  (context: AppContext): JobHandlers['watch-limits'] =>
  ({ organisation }) =>
    watchLimitsOf(context, organisation)

/** Part of the hourly clean-up: finds limits that came near without a claim, by pictures, results or another plan, and those that no longer are. */
export const watchAllLimits = async (context: AppContext): Promise<void> => {
  for (const { id } of await context.db.select({ id: organisations.id }).from(organisations)) {
    await watchLimitsOf(context, id)
  }
}
