import { and, count, desc, eq, exists, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import type { Executor } from '../../platform/db/database.ts'
import {
  analysisJobs,
  contributors,
  images,
  media,
  multichannelSettings,
  projects,
} from '../../platform/db/schema/index.ts'
import type { Principal } from '../../platform/http/identity.ts'
import type { PageQuery } from '../../platform/http/paging.ts'

export type ProjectRow = typeof projects.$inferSelect
export type ContributorRow = typeof contributors.$inferSelect

/** Projects in which the user is owner or contributor, newest first: one page and one more row. */
export const listProjectsOf = async (
  db: Executor,
  { userId, organisationId }: Principal,
  query: PageQuery,
): Promise<ProjectRow[]> => {
  const contributes = db
    .select({ projectId: contributors.projectId })
    .from(contributors)
    .where(and(eq(contributors.projectId, projects.id), eq(contributors.userId, userId)))
  const after = query['page[after]']
  return db
    .select()
    .from(projects)
    .where(
      and(
        eq(projects.organisationId, organisationId),
        or(eq(projects.ownerId, userId), exists(contributes)),
        after ? lt(projects.id, after) : undefined,
      ),
    )
    .orderBy(desc(projects.id))
    .limit(query['page[size]'] + 1)
}

/** Null: there is no such project. */
export const findProject = async (db: Executor, projectId: string): Promise<ProjectRow | null> =>
  (await db.select().from(projects).where(eq(projects.id, projectId)))[0] ?? null

/** Contributors of these projects, ordered by user. */
export const contributorsOf = async (db: Executor, projectIds: readonly string[]): Promise<ContributorRow[]> =>
  projectIds.length === 0
    ? []
    : db
        .select()
        .from(contributors)
        .where(inArray(contributors.projectId, [...projectIds]))
        .orderBy(contributors.userId)

/** Project id → id of its newest available image; a project without one has no entry. */
export const newestImagesOf = async (db: Executor, projectIds: readonly string[]): Promise<Map<string, string>> => {
  if (projectIds.length === 0) return new Map()
  // Reads the images of each project from the newest on, and only until one is available.
  const newest = db
    .select({ id: images.id })
    .from(images)
    .innerJoin(media, eq(media.id, images.mediumId))
    .where(and(eq(images.projectId, projects.id), isNull(images.trashed), eq(media.status, 'available')))
    .orderBy(desc(images.id))
    .limit(1)
    .as('newest')
  const rows = await db
    .select({ projectId: projects.id, imageId: newest.id })
    .from(projects)
    .innerJoinLateral(newest, sql`true`)
    .where(inArray(projects.id, [...projectIds]))
  return new Map(rows.map(({ projectId, imageId }) => [projectId, imageId]))
}

/** @returns the id of the new project */
export const insertProject = async (tx: Executor, project: typeof projects.$inferInsert): Promise<string> => {
  const [row] = await tx.insert(projects).values(project).returning({ id: projects.id })
  if (!row) throw new Error('The project could not be stored')
  return row.id
}

/** @returns false: there is no such project (any more) */
export const changeProject = async (
  tx: Executor,
  projectId: string,
  change: Pick<ProjectRow, 'name' | 'modified'> & { description: string | undefined },
): Promise<boolean> => {
  const rows = await tx.update(projects).set(change).where(eq(projects.id, projectId)).returning({ id: projects.id })
  return rows.length > 0
}

/** Numbers of images and jobs of a project. */
export interface ProjectCounts {
  images: number
  jobs: number
}

/** Project id → counts without the trash; an empty project has no entry. */
export const countsByProject = async (
  db: Executor,
  projectIds: readonly string[],
): Promise<Map<string, ProjectCounts>> => {
  const counts = new Map<string, ProjectCounts>()
  if (projectIds.length === 0) return counts
  const isListed = and(inArray(images.projectId, [...projectIds]), isNull(images.trashed))
  const ofImages = await db
    .select({ projectId: images.projectId, number: count() })
    .from(images)
    .where(isListed)
    .groupBy(images.projectId)
  const ofJobs = await db
    .select({ projectId: analysisJobs.projectId, number: count() })
    .from(analysisJobs)
    .innerJoin(images, eq(images.id, analysisJobs.imageId))
    .where(isListed)
    .groupBy(analysisJobs.projectId)
  for (const [key, rows] of [
    ['images', ofImages],
    ['jobs', ofJobs],
  ] as const) {
    for (const { projectId, number } of rows) {
      counts.set(projectId, { images: 0, jobs: 0, ...counts.get(projectId), [key]: number })
    }
  }
  return counts
}

/** Project id → id of the multichannel settings that are applied to it; a project without has no entry. */
export const appliedSettingsOf = async (db: Executor, projectIds: readonly string[]): Promise<Map<string, string>> => {
  if (projectIds.length === 0) return new Map()
  const { id, projectId, applied } = multichannelSettings
  const rows = await db
    .select({ id, projectId })
    .from(multichannelSettings)
    .where(and(inArray(projectId, [...projectIds]), eq(applied, true)))
  return new Map(rows.map((row) => [row.projectId, row.id]))
}
