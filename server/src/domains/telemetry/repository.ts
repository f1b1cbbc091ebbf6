import { and, eq, gte, inArray, lt, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import type { AppContext } from '../../platform/context.ts'
import type { Executor } from '../../platform/db/database.ts'
import { releases, versionHours, versionMeasurements } from '../../platform/db/schema/index.ts'

export type HourRow = typeof versionHours.$inferSelect
/** Counts of some time. */
export type MeasurementRow = Omit<HourRow, 'hour'>

const hourLength = 3_600_000
const dayLength = 24 * hourLength
/** Nothing asks for more than the last seven days. */
const keptDays = 30

/** Start of the hour of a moment, UTC. */
export const hourOf = (moment: Date): Date => new Date(Math.floor(moment.getTime() / hourLength) * hourLength)

/** Adds counts to those of the hour, in one order of rows so that two calls never wait for each other. */
export const addMeasurements = async (db: Executor, rows: MeasurementRow[], now: Date): Promise<void> => {
  if (rows.length === 0) return
  const keyOf = ({ app, version, measure, bucket }: MeasurementRow) => [app, version, measure, bucket].join(' ')
  const sorted = rows.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
  await db
    .insert(versionHours)
    .values(sorted.map((row) => ({ ...row, hour: hourOf(now) })))
    .onConflictDoUpdate({
      target: [versionHours.hour, versionHours.app, versionHours.version, versionHours.measure, versionHours.bucket],
      set: { count: sql`${versionHours.count} + excluded.count` },
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
          releases.app,
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

/** Counts since a number of days ago, summed; with those per day, which servers of the release before write. */
export const listMeasurements = async (db: Executor, days: number, now: Date): Promise<MeasurementRow[]> => {
  const since = new Date(now.getTime() - days * dayLength)
  const of = ({ app, version, measure, bucket, count }: typeof versionHours | typeof versionMeasurements) => ({
    app: sql<string>`${app}`.as('app'),
    version: sql<string>`${version}`.as('version'),
    measure: sql<string>`${measure}`.as('measure'),
    bucket: sql<number>`${bucket}`.as('bucket'),
    count: sql<number>`${count}`.as('count'),
  })
  const all = unionAll(
    db.select(of(versionHours)).from(versionHours).where(gte(versionHours.hour, since)),
    db
      .select(of(versionMeasurements))
      .from(versionMeasurements)
      .where(gte(versionMeasurements.day, dayOf(since))),
  ).as('all_counts')
  const { app, version, measure, bucket, count } = all
  return db
    .select({ app, version, measure, bucket, count: sql<number>`sum(${count})::int` })
    .from(all)
    .groupBy(app, version, measure, bucket)
    .orderBy(app, version, measure, bucket)
}

const dayOf = (moment: Date): string => moment.toISOString().slice(0, 10)

/** Counts per hour since a moment, of one app or of all. */
export const listHours = (db: Executor, since: Date, app?: string): Promise<HourRow[]> =>
  db
    .select()
    .from(versionHours)
    .where(and(gte(versionHours.hour, since), app === undefined ? undefined : eq(versionHours.app, app)))

/** Versions of an app of which pages told since a moment. */
export const versionsInUse = async (db: Executor, app: string, since: Date): Promise<Set<string>> => {
  const rows = await db
    .selectDistinct({ version: versionHours.version })
    .from(versionHours)
    .where(and(eq(versionHours.app, app), gte(versionHours.hour, since)))
  return new Set(rows.map(({ version }) => version))
}

/** Part of the hourly clean-up. */
export const forgetOldMeasurements = async ({ db, now }: AppContext): Promise<void> => {
  const oldest = new Date(now().getTime() - keptDays * dayLength)
  await db.delete(versionHours).where(lt(versionHours.hour, oldest))
  await db.delete(versionMeasurements).where(lt(versionMeasurements.day, dayOf(oldest)))
}
