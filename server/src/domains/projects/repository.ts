import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Executor } from '../../platform/db/database.ts'
import { contributors, images, media, multichannelSettings, projects } from '../../platform/db/schema/index.ts'

export type ProjectRow = typeof projects.$inferSelect
export type ContributorRow = typeof contributors.$inferSelect

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

/** Name and description, which stay as they are until the end of the transaction. Null: there is no such project. */
export const lockTexts = async (
  tx: Executor,
  projectId: string,
): Promise<{ name: string; description: string } | null> => {
  const [row] = await tx
    .select({ name: projects.name, description: projects.description })
    .from(projects)
    .where(eq(projects.id, projectId))
    .for('no key update')
  return row ?? null
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
