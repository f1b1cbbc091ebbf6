import { eq, lt } from 'drizzle-orm'
import type { AppContext } from '../../platform/context.ts'
import { organisations, usageDays } from '../../platform/db/schema/index.ts'
import { findLimits, usageOf } from '../quotas/index.ts'
import { dayOf, storeUsage } from './usage-days.ts'

/** Days for which the use of a day is kept: the longest question has 366. */
const keptDays = 2 * 366

/**
 * Part of the hourly clean-up: records how much of its limits each organisation uses, so that the last look of a day stays as the use of that
 * day (ADR 95). Hours in which no server runs leave no trace: nothing is filled in afterwards.
 */
export const recordUsage = async ({ db, now }: AppContext): Promise<void> => {
  for (const { id } of await db.select({ id: organisations.id }).from(organisations)) {
    // Read before the counts: a count that takes past midnight belongs to the day on which it began.
    const at = now()
    const record = await db.transaction(
      async (tx) => ({ usage: await usageOf(tx, id), limits: await findLimits(tx, id, at), at }),
      // One state of all tables.
      { isolationLevel: 'repeatable read', accessMode: 'read only' },
    )
    await db.transaction(async (tx) => {
      // It may have been deleted meanwhile. Uploads do not wait for this lock.
      const [row] = await tx
        .select({ id: organisations.id })
        .from(organisations)
        .where(eq(organisations.id, id))
        .for('key share')
      if (row) await storeUsage(tx, id, record)
    })
  }
  await db.delete(usageDays).where(lt(usageDays.day, dayOf(now(), keptDays)))
}
