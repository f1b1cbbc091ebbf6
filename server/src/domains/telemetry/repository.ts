import { and, gte, inArray, lt, sql } from 'drizzle-orm'
import type { AppContext } from '../../platform/context.ts'
import type { Executor } from '../../platform/db/database.ts'
import { releases, versionMeasurements } from '../../platform/db/schema/index.ts'

export type MeasurementRow = typeof versionMeasurements.$inferSelect

const dayLength = 86_400_000
const keptDays = 90
const dayOf = (moment: Date): string => moment.toISOString().slice(0, 10)

/** Adds counts to those of the day, in one order of rows so that two calls never wait for each other. */
export const addMeasurements = async (db: Executor, rows: Omit<MeasurementRow, 'day'>[], now: Date): Promise<void> => {
  if (rows.length === 0) return
  const keyOf = ({ app, version, measure, bucket }: (typeof rows)[number]) => [app, version, measure, bucket].join(' ')
  const sorted = rows.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
  await db
    .insert(versionMeasurements)
    .values(sorted.map((row) => ({ ...row, day: dayOf(now) })))
    .onConflictDoUpdate({
      target: [
        versionMeasurements.day,
        versionMeasurements.app,
        versionMeasurements.version,
        versionMeasurements.measure,
        versionMeasurements.bucket,
      ],
      set: { count: sql`${versionMeasurements.count} + excluded.count` },
    })
}

/** Those of the versions that are published, as `app version`. */
export const publishedOf = async (
  db: Executor,
  versions: readonly { app: string; version: string }[],
): Promise<Set<string>> => {
  if (versions.length === 0) return new Set()
  const rows = await db
    .select({ app: releases.app, version: releases.version })
    .from(releases)
    .where(
      and(
        inArray(
          sql`${releases.app}`,
          versions.map(({ app }) => app),
        ),
        inArray(
          releases.version,
          versions.map(({ version }) => version),
        ),
      ),
    )
  return new Set(rows.map(({ app, version }) => `${app} ${version}`))
}

/** Counts since a number of days ago, summed over the days. */
export const listMeasurements = (db: Executor, days: number, now: Date): Promise<Omit<MeasurementRow, 'day'>[]> => {
  const { app, version, measure, bucket, count, day } = versionMeasurements
  return db
    .select({ app, version, measure, bucket, count: sql<number>`sum(${count})::int` })
    .from(versionMeasurements)
    .where(gte(day, dayOf(new Date(now.getTime() - days * dayLength))))
    .groupBy(app, version, measure, bucket)
    .orderBy(app, version, measure, bucket)
}

/** Part of the hourly clean-up. */
export const forgetOldMeasurements = async ({ db, now }: AppContext): Promise<void> => {
  const oldest = dayOf(new Date(now().getTime() - keptDays * dayLength))
  await db.delete(versionMeasurements).where(lt(versionMeasurements.day, oldest))
}
