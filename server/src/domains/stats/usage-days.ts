import { type LimitUsage, type RestrictionKey, restrictionKeys, type UsageDay } from '@lamella/shared/contract'
import { and, asc, eq, gte, lte, min, sql } from 'drizzle-orm'
import type { Executor } from '../../platform/db/database.ts'
import { usageDays } from '../../platform/db/schema/index.ts'
import type { Limits } from '../quotas/index.ts'

/**
 * Limits whose use is recorded. Trainings are not counted yet (`usageOf`): their 0 would be recorded as a fact, also by this server
 * beside a newer one.
 */
const recordedKeys: readonly RestrictionKey[] = restrictionKeys.filter((key) => key !== 'trainingLimit')

const gigabyte = 1024 ** 3

/** The calendar day of a moment in UTC, e.g. 2026-11-23. @param back - so many days before */
export const dayOf = (moment: Date, back = 0): string =>
  new Date(moment.getTime() - back * 86_400_000).toISOString().slice(0, 10)

/** Stores what was counted at a moment as the use of its day. A count of an earlier moment never replaces that of a later one. */
export const storeUsage = async (
  db: Executor,
  organisationId: string,
  { usage, limits, at }: { usage: readonly LimitUsage[]; limits: Limits; at: Date },
): Promise<void> => {
  const rows = usage
    .filter(({ key }) => recordedKeys.includes(key))
    .map(({ key, used }) => {
      const limit = key === 'storageLimit' && limits[key] > 0 ? limits[key] * gigabyte : limits[key]
      return { organisationId, day: dayOf(at), key, used, limit, at }
    })
  await db
    .insert(usageDays)
    .values(rows)
    .onConflictDoUpdate({
      target: [usageDays.organisationId, usageDays.day, usageDays.key],
      set: { used: sql`excluded.used`, limit: sql`excluded."limit"`, at: sql`excluded.at` },
      setWhere: sql`${usageDays.at} <= excluded.at`,
    })
}

/** The recorded days of an organisation, the oldest first. @param days - so many, the last of them today */
export const listUsageDays = async (
  db: Executor,
  organisationId: string,
  days: number,
  now: Date,
): Promise<{ today: string; recordedSince: string | null; days: UsageDay[] }> => {
  const own = eq(usageDays.organisationId, organisationId)
  const [first] = await db
    .select({ day: min(usageDays.day) })
    .from(usageDays)
    .where(own)
  const today = dayOf(now)
  const rows = await db
    .select({ day: usageDays.day, key: usageDays.key, used: usageDays.used, limit: usageDays.limit })
    .from(usageDays)
    .where(and(own, gte(usageDays.day, dayOf(now, days - 1)), lte(usageDays.day, today)))
    .orderBy(asc(usageDays.day))
  const uses = Map.groupBy(rows, ({ day }) => day)
  return {
    today,
    recordedSince: first?.day ?? null,
    days: [...uses].map(([day, ofDay]) => ({
      day,
      uses: restrictionKeys.flatMap((key) => {
        const row = ofDay.find((use) => use.key === key)
        return row ? [{ key, used: row.used, limit: row.limit }] : []
      }),
    })),
  }
}
