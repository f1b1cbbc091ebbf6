import { and, count, eq, inArray, type SQLWrapper, sql } from 'drizzle-orm'
import type { Executor } from '../../platform/db/database.ts'
import {
  analysisJobs,
  images,
  jobResults,
  media,
  projects,
  resultBundles,
  users,
} from '../../platform/db/schema/index.ts'
import { countsAsStored } from '../media/repository.ts'

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

/** Every user of the organisation with the number of projects that he owns. */
export const projectsByUser = async (
  db: Executor,
  organisationId: string,
): Promise<{ userId: string; count: number }[]> =>
  db
    .select({ userId: users.id, count: count(projects.id) })
    .from(users)
    .leftJoin(projects, eq(projects.ownerId, users.id))
    .where(eq(users.organisationId, organisationId))
    .groupBy(users.id)
    .orderBy(users.id)

export interface ProjectCounts {
  images: number
  jobs: number
}

/** Counts for these projects; a project with nothing has no entry. */
export const countsByProject = async (
  db: Executor,
  projectIds: readonly string[],
): Promise<Map<string, ProjectCounts>> => {
  const counts = new Map<string, ProjectCounts>()
  if (projectIds.length === 0) return counts
  for (const [key, table] of [
    ['images', images],
    ['jobs', analysisJobs],
  ] as const) {
    const rows = await db
      .select({ projectId: table.projectId, number: count() })
      .from(table)
      .where(inArray(table.projectId, [...projectIds]))
      .groupBy(table.projectId)
    for (const { projectId, number } of rows) {
      counts.set(projectId, { images: 0, jobs: 0, ...counts.get(projectId), [key]: number })
    }
  }
  return counts
}
