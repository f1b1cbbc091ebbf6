import type { StorageStatistics } from '@lamella/shared/contract'
import { and, count, eq, notInArray, type SQLWrapper, sql } from 'drizzle-orm'
import type { Executor } from '../../platform/db/database.ts'
import {
  analysisJobs,
  annotationLayers,
  correctedResults,
  images,
  jobResults,
  media,
  projects,
  resultBundles,
  users,
} from '../../platform/db/schema/index.ts'

/** Number and size of stored files. */
export interface StoredFiles {
  fileCount: number
  /** Bytes. */
  size: number
}

/** Bytes of a medium: the uploaded file and its pictures, which count as 0 until they are measured. */
export const bytesOfMedium = sql<number>`${media.size} + coalesce(${media.pictureBytes}, 0)`

/** Sum of byte counts, 0 for none. */
const sumOf = (bytes: SQLWrapper) => sql`coalesce(sum(${bytes}), 0)`.mapWith(Number)

/** Media that count against the limits (`countsAsStored`). */
export const storedMedia = async (db: Executor, organisationId: string): Promise<StoredFiles> => {
  const [row] = await db
    .select({ fileCount: count(), size: sumOf(bytesOfMedium) })
    .from(media)
    .where(and(eq(media.organisationId, organisationId), countsAsStored))
  return row ?? { fileCount: 0, size: 0 }
}

/** Subquery of the files of analyses with owner and project: the objects of each result, corrected results, and finished bundles. */
export const resultAssets = (db: Executor) =>
  db
    .select({ ownerId: analysisJobs.ownerId, projectId: analysisJobs.projectId, size: jobResults.size })
    .from(jobResults)
    .innerJoin(analysisJobs, eq(analysisJobs.id, jobResults.jobId))
    .unionAll(
      db
        .select({ ownerId: correctedResults.ownerId, projectId: analysisJobs.projectId, size: correctedResults.size })
        .from(correctedResults)
        .innerJoin(jobResults, eq(jobResults.id, correctedResults.resultId))
        .innerJoin(analysisJobs, eq(analysisJobs.id, jobResults.jobId)),
    )
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

/** Result assets that count against the storage limit. */
export const storedResults = async (db: Executor, organisationId: string): Promise<StoredFiles> => {
  const assets = resultAssets(db)
  const [row] = await db
    .select({ fileCount: count(), size: sumOf(assets.size) })
    .from(assets)
    .innerJoin(projects, eq(projects.id, assets.projectId))
    .where(eq(projects.organisationId, organisationId))
  return row ?? { fileCount: 0, size: 0 }
}

/** Condition: media count from their announcement on, except cancelled and failed uploads, of which nothing is stored. */
export const countsAsStored = notInArray(media.status, ['uploadCancelled', 'uploadFailed'])

/** Users who count against the user limit: active ones. */
export const countActiveUsers = async (db: Executor, organisationId: string): Promise<number> => {
  const [row] = await db
    .select({ number: count() })
    .from(users)
    .where(and(eq(users.organisationId, organisationId), users.active))
  return row?.number ?? 0
}

/** Projects of the organisation, of all owners (D1-4.5-01). */
export const countProjects = async (db: Executor, organisationId: string): Promise<number> => {
  const [row] = await db.select({ number: count() }).from(projects).where(eq(projects.organisationId, organisationId))
  return row?.number ?? 0
}

/** Jobs that the organisation has submitted and not deleted. */
export const countJobs = async (tx: Executor, organisationId: string): Promise<number> => {
  const [row] = await tx
    .select({ jobs: count() })
    .from(analysisJobs)
    .innerJoin(projects, eq(projects.id, analysisJobs.projectId))
    .where(eq(projects.organisationId, organisationId))
  return row?.jobs ?? 0
}

/** Annotations of the organisation's images that are not deleted, also of images in the trash. */
export const countAnnotations = async (db: Executor, organisationId: string): Promise<number> => {
  const [row] = await db
    .select({ annotations: sumOf(annotationLayers.annotationCount) })
    .from(annotationLayers)
    .innerJoin(images, eq(images.id, annotationLayers.imageId))
    .innerJoin(projects, eq(projects.id, images.projectId))
    .where(eq(projects.organisationId, organisationId))
  return row?.annotations ?? 0
}

/** The form of the API: per object type and in total (D3-3-45, D3-3-46), with `count` (D3-3-48). */
export const storageStatistics = (media: StoredFiles, results: StoredFiles): StorageStatistics => ({
  objectTypes: [
    { type: 'ImageMedium', ...media, count: media.fileCount },
    { type: 'JobResultAsset', ...results, count: results.fileCount },
  ],
  total: { fileCount: media.fileCount + results.fileCount, size: media.size + results.size },
})

/** Bytes that count against the storage limit: media with pictures, results and bundles. */
export const storedBytes = async (db: Executor, organisationId: string): Promise<number> =>
  (await storedMedia(db, organisationId)).size + (await storedResults(db, organisationId)).size
