import type {
  HandlerInput,
  Project,
  ProjectOutline,
  ProjectSort,
  listProjects as ProjectsCall,
} from '@lamella/shared/contract'
import type { AppContext, Queue } from '../../platform/context.ts'
import type { Executor } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import type { Principal } from '../../platform/http/identity.ts'
import { type PageQuery, pageOf } from '../../platform/http/paging.ts'
import { refuseOutdated } from '../../platform/http/refuse-outdated.ts'
import { thumbnailUrlOf } from '../../platform/http/thumbnail-url.ts'
import { type Actor, byActor, lastActsOf, recordAudit } from '../audit/index.ts'
import { claimQuota } from '../quotas/index.ts'
import { annotationsByProject, countsByProject } from '../totals/index.ts'
import { countProjectsOf, listProjectsBy, outlineOfProjects } from './list-repository.ts'
import {
  appliedSettingsOf,
  changeProject,
  contributorsOf,
  findProject,
  insertProject,
  lockTexts,
  newestImagesOf,
  type ProjectRow,
} from './repository.ts'

/** Fields of a project that users write. */
export interface ProjectForm {
  name: string
  description?: string | undefined
}

const latest = (one: Date, other: Date = one): Date => (other > one ? other : one)

const withDetails = async (db: Executor, rows: readonly ProjectRow[]): Promise<Project[]> => {
  const ids = rows.map(({ id }) => id)
  const [counts, annotations, people, appliedSettings, newestImages, lastActs] = await Promise.all([
    countsByProject(db, ids),
    annotationsByProject(db, ids),
    contributorsOf(db, ids),
    appliedSettingsOf(db, ids),
    newestImagesOf(db, ids),
    lastActsOf(db, ids),
  ])
  const peopleOf = Map.groupBy(people, ({ projectId }) => projectId)
  return rows.map((row) => {
    const { images = 0, jobs = 0 } = counts.get(row.id) ?? {}
    const newestImage = newestImages.get(row.id)
    return {
      id: row.id,
      name: row.name,
      description: row.description,
      owner: row.ownerId,
      created: row.created.toISOString(),
      modified: latest(row.modified, lastActs.get(row.id)).toISOString(),
      imageCount: images,
      appliedMultichannelSettingsId: appliedSettings.get(row.id) ?? null,
      thumbnailUrl: newestImage === undefined ? null : thumbnailUrlOf(newestImage),
      contributors: (peopleOf.get(row.id) ?? []).map(({ userId, role }) => ({ userId, role })),
      statistics: { imageCount: images, annotationCount: annotations.get(row.id) ?? 0, jobCount: jobs },
    }
  })
}

type Question = Omit<HandlerInput<typeof ProjectsCall>['query'], 'page[after]' | 'page[size]'>

const questionOf = (query: Question, sort: ProjectSort) => ({
  sort,
  text: query['filter[text]'],
  name: query['filter[name]'],
  timeZone: query['filter[timeZone]'],
  role: query['filter[role]'],
})

/** One page of the projects in which the caller is owner or contributor, newest first unless sorted (D2-7-01). @throws ApiError ERR_0400 for a cursor of another order */
export const listProjects = async (
  { db }: AppContext,
  principal: Principal,
  query: Question & PageQuery,
  path: string,
) => {
  const { sort = '-created', 'page[after]': after, 'page[size]': size, actionId: _, ...filter } = query
  const rows = await listProjectsBy(db, principal, questionOf(query, sort), { after, limit: size + 1 })
  const cursors = new Map(rows.map(({ project, cursor }) => [project.id, cursor]))
  const projects = rows.map(({ project }) => project)
  const { data, links } = pageOf(projects, query, path, { ...filter, sort }, ({ id }) => cursors.get(id) ?? id)
  return { data: await withDetails(db, data), links }
}

/** @param size - projects per page */
export const getProjectOutline = async (
  { db }: AppContext,
  principal: Principal,
  query: Question,
  size: number,
): Promise<ProjectOutline> => {
  const [outline, counts] = await Promise.all([
    outlineOfProjects(db, principal, questionOf(query, query.sort ?? '-created'), size),
    countProjectsOf(db, principal),
  ])
  return { ...outline, ...counts }
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
  projectId,
})

/**
 * Stores a project in the transaction of the caller.
 * @returns the id of the new project @throws ApiError ERR_5001 when the project limit is reached
 */
export const storeProject = async (
  tx: Executor,
  actor: Actor,
  form: ProjectForm,
  now: Date,
  queue: Queue,
): Promise<string> => {
  const { organisationId, userId } = actor.principal
  await claimQuota(tx, organisationId, { projects: 1 }, now, queue)
  const id = await insertProject(tx, { ...form, organisationId, ownerId: userId, created: now, modified: now })
  const detail = { name: form.name }
  await recordAudit(tx, { ...projectAuditFields(actor, now, id), action: 'project.created', detail })
  return id
}

/** @returns the id of the new project @throws ApiError ERR_5001 when the project limit is reached */
export const createProject = ({ db, now, queue }: AppContext, actor: Actor, form: ProjectForm): Promise<string> =>
  db.transaction((tx) => storeProject(tx, actor, form, now(), queue))

/**
 * Changes name and description, and tells the open pages; an undefined description stays as it is.
 * @param form.was - what the caller saw; undefined: whatever is there is overwritten
 * @throws ApiError ERR_0404, ERR_5013 when somebody else has changed them since
 */
export const updateProject = async (
  { db, now, events }: AppContext,
  actor: Actor,
  projectId: string,
  { name, description, was }: ProjectForm & { was?: { name: string; description: string } | undefined },
): Promise<void> => {
  const modified = now()
  await db.transaction(async (tx) => {
    const present = await lockTexts(tx, projectId)
    if (!present) throw new ApiError('ERR_0404')
    refuseOutdated(present, was, { name, description: description ?? present.description })
    if (!(await changeProject(tx, projectId, { name, description, modified }))) throw new ApiError('ERR_0404')
    await recordAudit(tx, {
      ...projectAuditFields(actor, modified, projectId),
      action: 'project.updated',
      detail: { name },
    })
    await events.publish({ type: 'project', project: projectId, by: actor.principal.userId }, tx)
  })
}
