import type { Project } from '@lamella/shared/contract'
import type { AppContext } from '../../platform/context.ts'
import type { Executor } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import type { Principal } from '../../platform/http/identity.ts'
import { type PageQuery, pageOf } from '../../platform/http/paging.ts'
import { thumbnailUrlOf } from '../../platform/http/thumbnail-url.ts'
import { type Actor, byActor, recordAudit } from '../audit/index.ts'
import { claimQuota } from '../quotas/index.ts'
import {
  appliedSettingsOf,
  changeProject,
  contributorsOf,
  countsByProject,
  findProject,
  insertProject,
  listProjectsOf,
  newestImagesOf,
  type ProjectRow,
} from './repository.ts'

/** Fields of a project that users write. */
export interface ProjectForm {
  name: string
  description?: string | undefined
}

const withDetails = async (db: Executor, rows: readonly ProjectRow[]): Promise<Project[]> => {
  const ids = rows.map(({ id }) => id)
  const counts = await countsByProject(db, ids)
  const people = await contributorsOf(db, ids)
  const appliedSettings = await appliedSettingsOf(db, ids)
  const newestImages = await newestImagesOf(db, ids)
  return rows.map((row) => {
    const { images = 0, jobs = 0 } = counts.get(row.id) ?? {}
    const newestImage = newestImages.get(row.id)
    return {
      id: row.id,
      name: row.name,
      description: row.description,
      owner: row.ownerId,
      created: row.created.toISOString(),
      modified: row.modified.toISOString(),
      imageCount: images,
      appliedMultichannelSettingsId: appliedSettings.get(row.id) ?? null,
      thumbnailUrl: newestImage === undefined ? null : thumbnailUrlOf(newestImage),
      contributors: people.flatMap(({ projectId, userId, role }) => (projectId === row.id ? [{ userId, role }] : [])),
      statistics: { imageCount: images, annotationCount: 0, jobCount: jobs },
    }
  })
}

/** One page of the projects in which the caller is owner or contributor, newest first (D2-7-01). */
export const listProjects = async ({ db }: AppContext, principal: Principal, query: PageQuery, path: string) => {
  const { data, links } = pageOf(await listProjectsOf(db, principal, query), query, path)
  return { data: await withDetails(db, data), links }
}

/** @throws ApiError ERR_0404 */
export const getProject = async ({ db }: AppContext, projectId: string): Promise<Project> => {
  const row = await findProject(db, projectId)
  const [project] = row ? await withDetails(db, [row]) : []
  if (!project) throw new ApiError('ERR_0404')
  return project
}

/** Fields of an audit entry about a project. */
export const projectAuditFields = (actor: Actor, at: Date, projectId: string) => ({
  ...byActor(actor, at),
  objectType: 'project',
  objectId: projectId,
})

/** @returns the id of the new project @throws ApiError ERR_5001 when the project limit is reached */
export const createProject = async (
  { db, now: clock }: AppContext,
  actor: Actor,
  form: ProjectForm,
): Promise<string> => {
  const { organisationId, userId } = actor.principal
  const now = clock()
  return db.transaction(async (tx) => {
    await claimQuota(tx, organisationId, { projects: 1 }, now)
    const id = await insertProject(tx, { ...form, organisationId, ownerId: userId, created: now, modified: now })
    await recordAudit(tx, {
      ...projectAuditFields(actor, now, id),
      action: 'project.created',
      detail: { name: form.name },
    })
    return id
  })
}

/** Changes name and description; an undefined description stays as it is. @throws ApiError ERR_0404 */
export const updateProject = async (
  { db, now }: AppContext,
  actor: Actor,
  projectId: string,
  { name, description }: ProjectForm,
): Promise<void> => {
  const modified = now()
  await db.transaction(async (tx) => {
    if (!(await changeProject(tx, projectId, { name, description, modified }))) throw new ApiError('ERR_0404')
    await recordAudit(tx, {
      ...projectAuditFields(actor, modified, projectId),
      action: 'project.updated',
      detail: { name },
    })
  })
}
