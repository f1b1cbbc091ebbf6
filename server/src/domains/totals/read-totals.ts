import type { ImageScope, StorageStatistics } from '@lamella/shared/contract'
import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { Executor } from '../../platform/db/database.ts'
import { annotationLayers, images, projects, users } from '../../platform/db/schema/index.ts'
import { type StoredFiles, storageStatistics } from '../quotas/index.ts'
import { totalsOfOwners, totalsOfProjects } from './kept.ts'

const column = (name: string) => sql.raw(`totals.${name}`).mapWith(Number)
const sum = (name: string) => sql`coalesce(sum(${sql.raw(`totals.${name}`)}), 0)`.mapWith(Number)
const media = (of: typeof column) => ({ fileCount: of('media_count'), size: of('media_bytes') })
const results = (of: typeof column) => ({ fileCount: of('result_count'), size: of('result_bytes') })

/** Stored files of an organisation: those of its users. */
export const storageOf = async (
  db: Executor,
  organisationId: string,
): Promise<{ media: StoredFiles; results: StoredFiles }> => {
  const totals = totalsOfOwners(db, eq(users.organisationId, organisationId))
  const [row] = await db.select({ media: media(sum), results: results(sum) }).from(sql`${totals} totals`)
  return row ?? { media: { fileCount: 0, size: 0 }, results: { fileCount: 0, size: 0 } }
}

/** Storage of every user of the organisation, or of those of `userIds`: media that they uploaded, results of their jobs, and bundles that they ordered (D3-7-53). */
export const storageByUser = async (
  db: Executor,
  organisationId: string,
  userIds?: readonly string[],
): Promise<(StorageStatistics & { userId: string })[]> => {
  const which = and(eq(users.organisationId, organisationId), userIds && inArray(users.id, [...userIds]))
  const rows = await db
    .select({ userId: sql<string>`totals.owner_id`, media: media(column), results: results(column) })
    .from(sql`${totalsOfOwners(db, which)} totals`)
    .orderBy(sql`totals.owner_id`)
  return rows.map(({ userId, ...files }) => ({ userId, ...storageStatistics(files.media, files.results) }))
}

/** Storage of projects with their names, newest project first. @param which - condition on `projects` @param largest - only so many, the largest first */
export const storageByProject = async (
  db: Executor,
  which: SQL | undefined,
  largest?: number,
): Promise<(StorageStatistics & { projectId: string; projectName: string })[]> => {
  const bySize = sql`totals.media_bytes + totals.result_bytes desc`
  const listed = db
    .select({
      projectId: sql<string>`totals.project_id`,
      projectName: projects.name,
      media: media(column),
      results: results(column),
    })
    .from(sql`${totalsOfProjects(db, which, 'files')} totals`)
    .innerJoin(projects, sql`${projects.id} = totals.project_id`)
    .orderBy(...(largest === undefined ? [] : [bySize]), sql`totals.project_id desc`)
  const rows = await (largest === undefined ? listed : listed.limit(largest))
  return rows.map(({ projectId, projectName, ...files }) => ({
    projectId,
    projectName,
    ...storageStatistics(files.media, files.results),
  }))
}

/** Numbers of images and jobs without the trash. */
export interface ProjectCounts {
  images: number
  jobs: number
}

/**
 * Project id → number of annotations of images outside the trash; a project without any has no entry. Not kept: each image has its number, and
 * what is drawn must not make the totals of its project outdated.
 */
export const annotationsByProject = async (
  db: Executor,
  projectIds: readonly string[],
): Promise<Map<string, number>> => {
  if (projectIds.length === 0) return new Map()
  const rows = await db
    .select({
      projectId: images.projectId,
      annotations: sql`sum(${annotationLayers.annotationCount})`.mapWith(Number),
    })
    .from(annotationLayers)
    .innerJoin(images, eq(images.id, annotationLayers.imageId))
    .where(and(inArray(images.projectId, [...projectIds]), isNull(images.trashed)))
    .groupBy(images.projectId)
  return new Map(rows.map(({ projectId, annotations }) => [projectId, annotations]))
}

/** Project id → counts. */
export const countsByProject = async (
  db: Executor,
  projectIds: readonly string[],
): Promise<Map<string, ProjectCounts>> => {
  if (projectIds.length === 0) return new Map()
  const rows = await db
    .select({
      projectId: sql<string>`totals.project_id`,
      images: column('images'),
      jobs: sql`totals.jobs - totals.trashed_jobs`.mapWith(Number),
    })
    .from(sql`${totalsOfProjects(db, inArray(projects.id, [...projectIds]), 'numbers')} totals`)
  return new Map(rows.map(({ projectId, ...counts }) => [projectId, counts]))
}

/** Images outside the trash, and all jobs, of projects together. @param which - condition on `projects` */
export const sumOfProjects = async (
  db: Executor,
  which: SQL | undefined,
): Promise<{ images: number; jobs: number }> => {
  const totals = totalsOfProjects(db, which, 'numbers')
  const [row] = await db.select({ images: sum('images'), jobs: sum('jobs') }).from(sql`${totals} totals`)
  return row ?? { images: 0, jobs: 0 }
}

/** Images of projects outside the trash by scope. @param which - condition on `projects` */
export const scopesOfProjects = async (db: Executor, which: SQL | undefined): Promise<Record<ImageScope, number>> => {
  const scopes = { available: sum('available'), processing: sum('processing'), failed: sum('failed') }
  const [row] = await db.select(scopes).from(sql`${totalsOfProjects(db, which, 'scopes')} totals`)
  return row ?? { available: 0, processing: 0, failed: 0 }
}

/** Files and jobs of an organisation, as `usageOf` takes them. */
export const contentsOf = async (db: Executor, organisationId: string) => ({
  ...(await storageOf(db, organisationId)),
  jobs: (await sumOfProjects(db, eq(projects.organisationId, organisationId))).jobs,
})
