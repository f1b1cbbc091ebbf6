import type { Job } from '@lamella/shared/contract'
import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Executor } from '../../platform/db/database.ts'
import { analysisJobs, images, jobResults } from '../../platform/db/schema/index.ts'

export type JobRow = typeof analysisJobs.$inferSelect
export type ResultRow = typeof jobResults.$inferSelect
export type NewJob = Omit<typeof analysisJobs.$inferInsert, 'id'>

/** A job with the names that lists show. */
export interface ListedJob {
  job: JobRow
  imageName: string
  /** Null: not successful yet. */
  resultId: string | null
}

/** Join of a job with its image, unless that is in the trash: then the job is in no list either, until the image is restored. */
export const isListedImage = and(eq(images.id, analysisJobs.imageId), isNull(images.trashed))

const selectListed = (db: Executor) =>
  db
    .select({ job: analysisJobs, imageName: images.name, resultId: jobResults.id })
    .from(analysisJobs)
    .innerJoin(images, isListedImage)
    .leftJoin(jobResults, eq(jobResults.jobId, analysisJobs.id))

/** @returns the new, pending job */
export const insertJob = async (tx: Executor, job: NewJob): Promise<JobRow> => {
  const [row] = await tx.insert(analysisJobs).values(job).returning()
  if (!row) throw new Error('PostgreSQL returned no row for a new job')
  return row
}

/**
 * The job that a user's submission has made; null: none yet. No other transaction goes on with the same submission until this one
 * ends, so that of two at the same time the second finds the job of the first.
 */
export const findSubmittedJob = async (tx: Executor, ownerId: string, submission: string): Promise<JobRow | null> => {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`submission ${ownerId} ${submission}`}, 0))`)
  const isMeant = and(eq(analysisJobs.ownerId, ownerId), eq(analysisJobs.submission, submission))
  const [row] = await tx.select().from(analysisJobs).where(isMeant)
  return row ?? null
}

/** Null: there is no such job. */
export const findListedJob = async (db: Executor, jobId: string): Promise<ListedJob | null> => {
  const [row] = await selectListed(db).where(eq(analysisJobs.id, jobId))
  return row ?? null
}

/** Whether an application was ever told to analyse an image, whatever became of it. */
export const hasJob = async (db: Executor, imageId: string, appName: string): Promise<boolean> => {
  const ofApp = and(eq(analysisJobs.imageId, imageId), eq(analysisJobs.appName, appName))
  return (await db.select({ id: analysisJobs.id }).from(analysisJobs).where(ofApp).limit(1)).length > 0
}

/** Id of the project; null: there is no such job. */
export const findProjectOfJob = async (db: Executor, jobId: string): Promise<string | null> => {
  const [row] = await db
    .select({ id: analysisJobs.projectId })
    .from(analysisJobs)
    .innerJoin(images, isListedImage)
    .where(eq(analysisJobs.id, jobId))
  return row?.id ?? null
}

/** Id of the project; null: there is no such result. */
export const findProjectOfResult = async (db: Executor, resultId: string): Promise<string | null> => {
  const [row] = await db
    .select({ id: analysisJobs.projectId })
    .from(jobResults)
    .innerJoin(analysisJobs, eq(analysisJobs.id, jobResults.jobId))
    .innerJoin(images, isListedImage)
    .where(eq(jobResults.id, resultId))
  return row?.id ?? null
}

/** Changes a job in one of the states `from`. @returns the changed row; null: it is in another state, or was deleted */
export const changeJob = async (
  tx: Executor,
  jobId: string,
  from: readonly Job['status'][],
  changes: Partial<JobRow>,
): Promise<JobRow | null> => {
  const [row] = await tx
    .update(analysisJobs)
    .set(changes)
    .where(and(eq(analysisJobs.id, jobId), inArray(analysisJobs.status, [...from])))
    .returning()
  return row ?? null
}

/** With its result row; the blobs are the task of the caller. @returns the deleted row; null: there was none */
export const deleteJobRow = async (tx: Executor, jobId: string): Promise<JobRow | null> => {
  const [row] = await tx.delete(analysisJobs).where(eq(analysisJobs.id, jobId)).returning()
  return row ?? null
}

/** Stores the result of a job. A second insertion for the same job changes nothing. */
export const insertResult = async (tx: Executor, result: typeof jobResults.$inferInsert): Promise<void> => {
  await tx.insert(jobResults).values(result).onConflictDoNothing({ target: jobResults.jobId })
}

/** Null: the job has no result (yet). */
export const findResultOfJob = async (
  db: Executor,
  jobId: string,
): Promise<(ResultRow & { imageId: string }) | null> => {
  const [row] = await db
    .select({ result: jobResults, imageId: analysisJobs.imageId })
    .from(jobResults)
    .innerJoin(analysisJobs, eq(analysisJobs.id, jobResults.jobId))
    .where(eq(jobResults.jobId, jobId))
  return row ? { ...row.result, imageId: row.imageId } : null
}

/** Null: there is no such result. */
export const findResult = async (db: Executor, resultId: string): Promise<ResultRow | null> => {
  const [row] = await db.select().from(jobResults).where(eq(jobResults.id, resultId))
  return row ?? null
}
