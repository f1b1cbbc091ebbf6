import { hash } from 'node:crypto'
import { and, asc, desc, eq, gt, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import type { BundledResult } from '../../analysis/bundles/messages.ts'
import type { Executor } from '../../platform/db/database.ts'
import { analysisJobs, images, jobResults, resultBundles } from '../../platform/db/schema/index.ts'

export type BundleRow = typeof resultBundles.$inferSelect
export type BundleState = Pick<BundleRow, 'status' | 'statusErrors' | 'size' | 'expires'>

/** Which results a bundle is made of. */
type Wanted = Pick<BundleRow, 'projectId' | 'appName' | 'appVersions' | 'jobIds'>

export const insertBundle = async (
  tx: Executor,
  bundle: Omit<typeof resultBundles.$inferInsert, 'id'>,
): Promise<string> => {
  const [row] = await tx.insert(resultBundles).values(bundle).returning({ id: resultBundles.id })
  if (!row) throw new Error('PostgreSQL returned no row for a new bundle')
  return row.id
}

export const findBundle = async (db: Executor, bundleId: string): Promise<BundleRow | null> => {
  const [row] = await db.select().from(resultBundles).where(eq(resultBundles.id, bundleId))
  return row ?? null
}

export const changeBundle = async (tx: Executor, bundleId: string, changes: BundleState): Promise<BundleRow | null> => {
  const [row] = await tx.update(resultBundles).set(changes).where(eq(resultBundles.id, bundleId)).returning()
  return row ?? null
}

const isWanted = ({ projectId, appName, appVersions, jobIds }: Wanted) =>
  and(
    eq(analysisJobs.projectId, projectId),
    eq(analysisJobs.appName, appName),
    inArray(analysisJobs.appVersion, appVersions),
    jobIds ? inArray(analysisJobs.id, jobIds) : undefined,
  )

/** Successful results that a bundle is made of, oldest job first. */
export const resultsOfBundle = async (
  db: Executor,
  wanted: Wanted,
  page: { after: string | null; limit: number },
): Promise<(BundledResult & { jobId: string })[]> => {
  const rows = await db
    .select({
      jobId: analysisJobs.id,
      resultId: jobResults.id,
      imageName: images.name,
      appName: analysisJobs.appName,
      appVersion: analysisJobs.appVersion,
      finished: analysisJobs.finished,
      measurements: jobResults.figures,
      columns: jobResults.columns,
      provenance: jobResults.provenance,
    })
    .from(jobResults)
    .innerJoin(analysisJobs, eq(analysisJobs.id, jobResults.jobId))
    .innerJoin(images, eq(images.id, analysisJobs.imageId))
    .where(and(isWanted(wanted), page.after ? gt(analysisJobs.id, page.after) : undefined))
    .orderBy(asc(analysisJobs.id))
    .limit(page.limit)
  return rows.map((row) => ({ ...row, finished: row.finished?.toISOString() ?? null }))
}

/** A digest of all that the file of a bundle depends on: what is asked for, and the results and image names that are there. */
export const bundleContent = async (db: Executor, wanted: Wanted & Pick<BundleRow, 'format'>): Promise<string> => {
  const results = await db
    .select({ id: jobResults.id, imageName: images.name })
    .from(jobResults)
    .innerJoin(analysisJobs, eq(analysisJobs.id, jobResults.jobId))
    .innerJoin(images, eq(images.id, analysisJobs.imageId))
    .where(isWanted(wanted))
    .orderBy(asc(analysisJobs.id))
  const { projectId, appName, appVersions, jobIds, format } = wanted
  const question = [projectId, appName, appVersions.toSorted(), jobIds?.toSorted() ?? null, format]
  return hash('sha256', JSON.stringify([question, results.map(({ id, imageName }) => [id, imageName])]), 'hex')
}

/** Until the end of the transaction, nobody else orders the same content. */
export const lockContent = async (tx: Executor, content: string): Promise<void> => {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`bundle ${content}`}, 0))`)
}

/** The newest bundle of this content whose file is there until a moment at least, or that is being made. */
export const findSameBundle = async (db: Executor, content: string, until: Date): Promise<string | null> => {
  const isThere = and(eq(resultBundles.status, 'successful'), gt(resultBundles.expires, until))
  const [row] = await db
    .select({ id: resultBundles.id })
    .from(resultBundles)
    .where(and(eq(resultBundles.content, content), or(eq(resultBundles.status, 'pending'), isThere)))
    .orderBy(desc(resultBundles.id))
    .limit(1)
  return row?.id ?? null
}

/**
 * Turns bundles whose file's time is over into failed ones that say why.
 * @param before - `created` counts for those of older servers, which have no moment of expiry
 * @returns their ids
 */
export const takeExpiredBundles = async (
  tx: Executor,
  before: { expires: Date; created: Date },
  sentence: string,
): Promise<string[]> => {
  const isOver = or(
    lt(resultBundles.expires, before.expires),
    and(isNull(resultBundles.expires), lt(resultBundles.created, before.created)),
  )
  const rows = await tx
    .update(resultBundles)
    .set({ status: 'failed', statusErrors: [sentence], size: null, expires: null })
    .where(and(eq(resultBundles.status, 'successful'), isOver))
    .returning({ id: resultBundles.id })
  return rows.map(({ id }) => id)
}
