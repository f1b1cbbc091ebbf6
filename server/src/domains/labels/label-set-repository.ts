import { and, asc, count, eq, sql } from 'drizzle-orm'
import type { Executor } from '../../platform/db/database.ts'
import { labelSets, projects } from '../../platform/db/schema/index.ts'

export type LabelSetRow = typeof labelSets.$inferSelect

/** Of a project, oldest first. */
export const listLabelSetsOf = async (db: Executor, projectId: string): Promise<LabelSetRow[]> =>
  db.select().from(labelSets).where(eq(labelSets.projectId, projectId)).orderBy(asc(labelSets.id))

/** Null: there is no such set. */
export const findLabelSet = async (db: Executor, labelSetId: string): Promise<LabelSetRow | null> =>
  (await db.select().from(labelSets).where(eq(labelSets.id, labelSetId)))[0] ?? null

/** Locks the set until the end of the transaction: its labels and their order are changed by one at a time. */
export const lockLabelSet = async (tx: Executor, labelSetId: string): Promise<LabelSetRow | null> =>
  (await tx.select().from(labelSets).where(eq(labelSets.id, labelSetId)).for('update'))[0] ?? null

/** Locks the project, so that two at once cannot both make the last set. @returns number of its sets; null: no project */
export const lockAndCountSets = async (tx: Executor, projectId: string): Promise<number | null> => {
  const own = eq(projects.id, projectId)
  const [project] = await tx.select({ id: projects.id }).from(projects).where(own).for('no key update')
  if (!project) return null
  const [row] = await tx.select({ sets: count() }).from(labelSets).where(eq(labelSets.projectId, projectId))
  return row?.sets ?? 0
}

/** @returns the id of the new set */
export const insertLabelSet = async (tx: Executor, set: typeof labelSets.$inferInsert): Promise<string> => {
  const [row] = await tx.insert(labelSets).values(set).returning({ id: labelSets.id })
  if (!row) throw new Error('The label set could not be stored')
  return row.id
}

/** @returns false: there is no such set of this revision */
export const changeLabelSet = async (
  tx: Executor,
  { labelSetId, revision }: { labelSetId: string; revision: number },
  change: { name?: string; description?: string | undefined; modified: Date },
): Promise<boolean> => {
  const rows = await tx
    .update(labelSets)
    .set({ ...change, revision: sql`${labelSets.revision} + 1` })
    .where(and(eq(labelSets.id, labelSetId), eq(labelSets.revision, revision)))
    .returning({ id: labelSets.id })
  return rows.length > 0
}

/** @returns the deleted set; null: there is no such set */
export const removeLabelSet = async (tx: Executor, labelSetId: string): Promise<LabelSetRow | null> =>
  (await tx.delete(labelSets).where(eq(labelSets.id, labelSetId)).returning())[0] ?? null
