import { and, asc, desc, eq, inArray, lt } from 'drizzle-orm'
import type { Executor } from '../../platform/db/database.ts'
import { analysisJobs, correctedResults, images, jobResults } from '../../platform/db/schema/index.ts'
import type { JobRow, ResultRow } from './repository.ts'

export type CorrectionRow = typeof correctedResults.$inferSelect
export type NewCorrection = Omit<typeof correctedResults.$inferInsert, 'id'>

/** An original result with its job. */
export interface ResultOfJob {
  result: ResultRow
  job: JobRow
  imageName: string
}

/** Null: there is no such result. */
export const findResultOfJobById = async (db: Executor, resultId: string): Promise<ResultOfJob | null> => {
  const [row] = await db
    .select({ result: jobResults, job: analysisJobs, imageName: images.name })
    .from(jobResults)
    .innerJoin(analysisJobs, eq(analysisJobs.id, jobResults.jobId))
    .innerJoin(images, eq(images.id, analysisJobs.imageId))
    .where(eq(jobResults.id, resultId))
  return row ?? null
}

/** Keeps a result from being deleted or corrected by others until the end of the transaction. @returns false: it is deleted already */
export const lockResult = async (tx: Executor, resultId: string): Promise<boolean> => {
  const rows = await tx
    .select({ id: jobResults.id })
    .from(jobResults)
    .where(eq(jobResults.id, resultId))
    .for('no key update')
  return rows.length > 0
}

/** One page of the corrected results of an original one, newest first. @param page.after - id of the last one of the page before */
export const listCorrectionsOf = (
  db: Executor,
  resultId: string,
  page: { after?: string; limit: number },
): Promise<CorrectionRow[]> =>
  db
    .select()
    .from(correctedResults)
    .where(and(eq(correctedResults.resultId, resultId), page.after ? lt(correctedResults.id, page.after) : undefined))
    .orderBy(desc(correctedResults.id))
    .limit(page.limit)

/** Of several original results, or of those among them; `ids` null: all. */
const areChosen = (resultIds: readonly string[], ids: readonly string[] | null) =>
  and(inArray(correctedResults.resultId, [...resultIds]), ids ? inArray(correctedResults.id, [...ids]) : undefined)

/** Ids of the corrected results of several original ones, oldest first; `ids` null: all. A corrected result never changes. */
export const correctionIdsOf = async (
  db: Executor,
  resultIds: readonly string[],
  ids: readonly string[] | null,
): Promise<string[]> => {
  const rows = await db
    .select({ id: correctedResults.id })
    .from(correctedResults)
    .where(areChosen(resultIds, ids))
    .orderBy(asc(correctedResults.id))
  return rows.map(({ id }) => id)
}

/** The corrected results of an original one, oldest first; `ids` null: all. Each may leave out thousands of objects. */
export const correctionsOf = (
  db: Executor,
  resultId: string,
  ids: readonly string[] | null,
): Promise<CorrectionRow[]> =>
  db
    .select()
    .from(correctedResults)
    .where(areChosen([resultId], ids))
    .orderBy(asc(correctedResults.id))

/** Number of corrected results of an original one. */
export const countCorrections = (db: Executor, resultId: string): Promise<number> =>
  db.$count(correctedResults, eq(correctedResults.resultId, resultId))

/** Null: the result has no such correction. */
export const findCorrection = async (db: Executor, resultId: string, id: string): Promise<CorrectionRow | null> => {
  const isIt = and(eq(correctedResults.id, id), eq(correctedResults.resultId, resultId))
  const [row] = await db.select().from(correctedResults).where(isIt)
  return row ?? null
}

/** Stores a correction once per content. @returns the stored row, and whether it is new */
export const insertCorrection = async (
  tx: Executor,
  correction: NewCorrection,
): Promise<{ row: CorrectionRow; isNew: boolean }> => {
  const target = [correctedResults.resultId, correctedResults.content]
  const [inserted] = await tx.insert(correctedResults).values(correction).onConflictDoNothing({ target }).returning()
  if (inserted) return { row: inserted, isNew: true }
  const { resultId, content } = correction
  const isSame = and(eq(correctedResults.resultId, resultId), eq(correctedResults.content, content))
  const [same] = await tx.select().from(correctedResults).where(isSame)
  if (!same) throw new Error('PostgreSQL returned no row for a correction')
  return { row: same, isNew: false }
}
