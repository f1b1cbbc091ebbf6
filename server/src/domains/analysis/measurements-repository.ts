import { and, eq, inArray } from 'drizzle-orm'
import type { MeasuredKind as Kind } from '../../analysis/suitability/measurements.ts'
import type { Executor } from '../../platform/db/database.ts'
import { mediumMeasurements } from '../../platform/db/schema/index.ts'

export type MeasurementsRow = typeof mediumMeasurements.$inferSelect

/** Null: never requested. */
export const findMeasurements = async (db: Executor, mediumId: string, kind: Kind): Promise<MeasurementsRow | null> => {
  const is = and(eq(mediumMeasurements.mediumId, mediumId), eq(mediumMeasurements.kind, kind))
  const [row] = await db.select().from(mediumMeasurements).where(is)
  return row ?? null
}

/** Medium id → what is known of its measurements; one that was never requested has no entry. */
export const findMeasurementsOf = async (
  db: Executor,
  mediumIds: readonly string[],
  kind: Kind,
): Promise<Map<string, MeasurementsRow>> => {
  const are = and(inArray(mediumMeasurements.mediumId, [...mediumIds]), eq(mediumMeasurements.kind, kind))
  const rows = await db.select().from(mediumMeasurements).where(are)
  return new Map(rows.map((row) => [row.mediumId, row]))
}

/** Stores what is known of the measurements of a medium, in place of what was. */
export const putMeasurements = async (db: Executor, row: typeof mediumMeasurements.$inferInsert): Promise<void> => {
  await db
    .insert(mediumMeasurements)
    .values(row)
    .onConflictDoUpdate({ target: [mediumMeasurements.mediumId, mediumMeasurements.kind], set: row })
}
