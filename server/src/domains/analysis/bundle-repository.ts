import { hash } from 'node:crypto'
import { and, asc, desc, eq, gt, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import { findApplication } from '../../analysis/applications/registry.ts'
import type { BundledResult } from '../../analysis/bundles/messages.ts'
import type { Executor } from '../../platform/db/database.ts'
import { analysisJobs, images, jobResults, resultBundles } from '../../platform/db/schema/index.ts'
import { UnknownWork } from '../../platform/queue/job-types.ts'
import { type CorrectionRow, correctionIdsOf, correctionsOf } from './correction-repository.ts'
import { isListedImage } from './repository.ts'

export type BundleRow = typeof resultBundles.$inferSelect
/** Changed with the tables of a bundle, so that a file of an earlier server is not handed out for a new one. */
const layout = 4

export type BundleState = Pick<BundleRow, 'status' | 'statusErrors' | 'size' | 'expires'>

/**
 * Selects the results of a bundle; `jobIds` null: all jobs of the application and versions; `resultIds` null: all results of the
 * jobs, original and corrected.
 */
type Wanted = Pick<BundleRow, 'projectId' | 'appName' | 'appVersions' | 'jobIds' | 'resultIds'>

/** @returns the id of the new, pending bundle */
export const insertBundle = async (
  tx: Executor,
  bundle: Omit<typeof resultBundles.$inferInsert, 'id'>,
): Promise<string> => {
  const [row] = await tx.insert(resultBundles).values(bundle).returning({ id: resultBundles.id })
  if (!row) throw new Error('PostgreSQL returned no row for a new bundle')
  return row.id
}

/** Null: there is no such bundle. */
export const findBundle = async (db: Executor, bundleId: string): Promise<BundleRow | null> => {
  const [row] = await db.select().from(resultBundles).where(eq(resultBundles.id, bundleId))
  return row ?? null
}

/** @returns the changed row; null: the bundle was deleted meanwhile */
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

/** Whether an original or corrected result is in a bundle. */
const isChosen = ({ resultIds }: Wanted, id: string): boolean => resultIds === null || resultIds.includes(id)

/** @throws UnknownWork for an application of a newer release: its classes would be shown as stored, without the correction */
const correctionIn = (row: CorrectionRow, { appName, appVersion }: { appName: string; appVersion: string }) => {
  const application = findApplication(appName, appVersion)
  if (!application) throw new UnknownWork(`This server has no application ${appName} ${appVersion}`)
  const { classification } = application
  const isRecut = classification && row.cuts.join() !== classification.cuts.join()
  const classes = classification?.classes.map(({ name }) => name) ?? []
  return {
    createdBy: row.ownerName,
    created: row.created.toISOString(),
    cuts: row.cuts,
    leftOut: row.leftOut,
    cut: isRecut ? { column: classification.column, classes, own: classification.cuts } : null,
  }
}

/** Jobs per query. */
const jobsAtOnce = 200

const originalsOf = (db: Executor, wanted: Wanted, after: string | null) =>
  db
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
    .innerJoin(images, isListedImage)
    .where(and(isWanted(wanted), after ? gt(analysisJobs.id, after) : undefined))
    .orderBy(asc(analysisJobs.id))
    .limit(jobsAtOnce)

/**
 * The results of a bundle, oldest job first: of each job the original result, then the corrected ones, oldest first. There may be
 * thousands, so those of one result are in memory at a time.
 */
export async function* resultsOfBundle(db: Executor, wanted: Wanted): AsyncGenerator<BundledResult> {
  let after: string | null = null
  do {
    const rows: Awaited<ReturnType<typeof originalsOf>> = await originalsOf(db, wanted, after)
    for (const { jobId: _, finished, ...row } of rows) {
      const original = { ...row, finished: finished?.toISOString() ?? null }
      if (isChosen(wanted, row.resultId)) yield { ...original, correction: null }
      for (const correction of await correctionsOf(db, row.resultId, wanted.resultIds))
        yield { ...original, measurements: correction.figures, correction: correctionIn(correction, original) }
    }
    after = rows.length < jobsAtOnce ? null : (rows.at(-1)?.jobId ?? null)
  } while (after !== null)
}

/**
 * SHA-256 (hex) of everything that the file of a bundle depends on: the selection, the format, and the present results with their image
 * names.
 */
export const bundleContent = async (db: Executor, wanted: Wanted & Pick<BundleRow, 'format'>): Promise<string> => {
  const results = await db
    .select({ id: jobResults.id, imageName: images.name })
    .from(jobResults)
    .innerJoin(analysisJobs, eq(analysisJobs.id, jobResults.jobId))
    .innerJoin(images, isListedImage)
    .where(isWanted(wanted))
    .orderBy(asc(analysisJobs.id))
  const { projectId, appName, appVersions, jobIds, resultIds, format } = wanted
  const question = [projectId, appName, appVersions.toSorted(), jobIds?.toSorted() ?? null, format]
  const corrections = await correctionIdsOf(
    db,
    results.map(({ id }) => id),
    resultIds,
  )
  const content = [question, results.map(({ id, imageName }) => [id, imageName])]
  const chosen = [resultIds?.toSorted() ?? null, corrections]
  return hash('sha256', JSON.stringify([...content, layout, chosen]), 'hex')
}

/** Lets one transaction at a time order the same content; the lock ends with the transaction. */
export const lockContent = async (tx: Executor, content: string): Promise<void> => {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`bundle ${content}`}, 0))`)
}

/** Id of the newest bundle of this content that is pending, or whose file exists until a moment at least; null: none. */
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
 * Marks bundles with an expired file as failed.
 * @param before - `created` is compared for bundles of earlier servers, which have no `expires`
 * @param sentence - their status error
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
