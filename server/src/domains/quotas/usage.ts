import type { StorageStatistics } from '@lamella/shared/contract'
import { and, count, eq, notInArray, type SQLWrapper, sql } from 'drizzle-orm'
import type { Executor } from '../../platform/db/database.ts'
import { analysisJobs, jobResults, media, projects, resultBundles, users } from '../../platform/db/schema/index.ts'

export interface StoredFiles {
  fileCount: number
  /** Bytes. */
  size: number
}

/** Bytes of a medium: the file as it was uploaded, and the pictures made of it, as soon as they are measured. */
export const bytesOfMedium = sql<number>`${media.size} + coalesce(${media.pictureBytes}, 0)`

/** Sum of byte counts, 0 for none. */
export const sumOf = (bytes: SQLWrapper) => sql`coalesce(sum(${bytes}), 0)`.mapWith(Number)

/** What counts against the limits: media from their creation on, less those of which nothing is stored. */
export const storedMedia = async (db: Executor, organisationId: string): Promise<StoredFiles> => {
  const [row] = await db
    .select({ fileCount: count(), size: sumOf(bytesOfMedium) })
    .from(media)
    .where(and(eq(media.organisationId, organisationId), countsAsStored))
  return row ?? { fileCount: 0, size: 0 }
}

/** Files made by analyses, with their owners and projects: the objects of each result, and the bundles of results. */
export const resultAssets = (db: Executor) =>
  db
    .select({ ownerId: analysisJobs.ownerId, projectId: analysisJobs.projectId, size: jobResults.size })
    .from(jobResults)
    .innerJoin(analysisJobs, eq(analysisJobs.id, jobResults.jobId))
    .unionAll(
      db
        .select({
          ownerId: resultBundles.ownerId,
          projectId: resultBundles.projectId,
          size: sql<number>`coalesce(${resultBundles.size}, 0)`,
        })
        .from(resultBundles)
        .where(eq(resultBundles.status, 'successful')),
    )
    .as('assets')

export const storedResults = async (db: Executor, organisationId: string): Promise<StoredFiles> => {
  const assets = resultAssets(db)
  const [row] = await db
    .select({ fileCount: count(), size: sumOf(assets.size) })
    .from(assets)
    .innerJoin(projects, eq(projects.id, assets.projectId))
    .where(eq(projects.organisationId, organisationId))
  return row ?? { fileCount: 0, size: 0 }
}

/** Of a cancelled or failed upload nothing is stored; everything else counts, from its announcement on. */
export const countsAsStored = notInArray(media.status, ['uploadCancelled', 'uploadFailed'])

/** What counts against the user limit: whoever may log in. */
export const countActiveUsers = async (db: Executor, organisationId: string): Promise<number> => {
  const [row] = await db
    .select({ number: count() })
    .from(users)
    .where(and(eq(users.organisationId, organisationId), users.active))
  return row?.number ?? 0
}

export const countProjects = async (db: Executor, organisationId: string): Promise<number> => {
  const [row] = await db.select({ number: count() }).from(projects).where(eq(projects.organisationId, organisationId))
  return row?.number ?? 0
}

/** Jobs that an organisation has submitted and not deleted. */
export const countJobs = async (tx: Executor, organisationId: string): Promise<number> => {
  const [row] = await tx
    .select({ jobs: count() })
    .from(analysisJobs)
    .innerJoin(projects, eq(projects.id, analysisJobs.projectId))
    .where(eq(projects.organisationId, organisationId))
  return row?.jobs ?? 0
}

export const storageStatistics = (media: StoredFiles, results: StoredFiles): StorageStatistics => ({
  objectTypes: [
    { type: 'ImageMedium', ...media },
    { type: 'JobResultAsset', ...results },
  ],
  total: { fileCount: media.fileCount + results.fileCount, size: media.size + results.size },
})

/** Bytes that count against the storage limit. */
export const storedBytes = async (db: Executor, organisationId: string): Promise<number> =>
  (await storedMedia(db, organisationId)).size + (await storedResults(db, organisationId)).size
