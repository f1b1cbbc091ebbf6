import type { ContributorRole } from '@lamella/shared/contract'
import type { AppContext } from '../../platform/context.ts'
import type { Executor } from '../../platform/db/database.ts'
import { fullNameOf } from '../../platform/full-name.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { consumeRateLimit, limits } from '../../platform/http/rate-limits.ts'
import { emailTemplates } from '../../platform/mail/email-templates.ts'
import { links } from '../../platform/mail/links.ts'
import { enqueueEmail } from '../../platform/mail/mailer.ts'
import type { Actor } from '../audit/index.ts'
import { notify, wantsMail } from '../notifications/index.ts'
import { findUser } from '../users/index.ts'
import { changeRoles } from './change-roles.ts'
import {
  deleteContributor,
  findContributorRole,
  insertContributor,
  type SharedProject,
  setContributorRole,
  setOwner,
} from './repository.ts'

/** A contributor who was to be changed, with the role that the caller saw. */
export interface SeenContributor {
  userId: string
  was: ContributorRole
}

/** @throws ApiError ERR_5015 for people who are not in the organisation or cannot log in */
const findColleague = async (tx: Executor, { principal }: Actor, userId: string) => {
  const person = await findUser(tx, userId)
  if (person?.organisationId !== principal.organisationId) {
    throw new ApiError('ERR_5015', 'This person is not in your organization.')
  }
  if (!person.active) throw new ApiError('ERR_5015', 'The account of this person is deactivated.')
  return person
}

/** @throws ApiError ERR_5015 (contradiction 32) */
const refuseAboveViewer = (person: { isGuest: boolean }, role: ContributorRole): void => {
  if (person.isGuest && role !== 'viewer') throw new ApiError('ERR_5015', 'A guest can only be a Viewer.')
}

/** @throws ApiError ERR_5012 when they are no contributor (any more), ERR_5013 when their role is no longer the one that was seen */
const findSeen = async (tx: Executor, projectId: string, { userId, was }: SeenContributor) => {
  const role = await findContributorRole(tx, projectId, userId)
  const person = await findUser(tx, userId)
  if (!role || !person) throw new ApiError('ERR_5012')
  if (role !== was) throw new ApiError('ERR_5013')
  return person
}

const nameOf = async (tx: Executor, userId: string): Promise<string> => {
  const person = await findUser(tx, userId)
  return person ? fullNameOf(person) : ''
}

/** Tells somebody of their role in the project, unless they have given it to themselves. */
const tell = async (
  context: AppContext,
  tx: Executor,
  actor: Actor,
  project: SharedProject,
  { id: userId, email, role }: { id: string; email: string; role: ContributorRole | 'owner' },
): Promise<void> => {
  if (userId === actor.principal.userId) return
  const sharer = await nameOf(tx, actor.principal.userId)
  const detail = { by: sharer, role }
  const kind = 'project-shared'
  await notify(context, tx, { userId, kind, key: `${project.id} ${actor.requestId}`, projectId: project.id, detail })
  if (!(await wantsMail(tx, userId, kind))) return
  const parts = { sharer, project: project.name, role, url: links.project(context.config, project.id) }
  await enqueueEmail(context, tx, email, emailTemplates.projectShared(parts))
}

/**
 * Makes a user of the organisation a contributor, and tells them, by mail unless they want none (D2-7-13).
 * @throws ApiError ERR_5011 for contributors and the owner, ERR_5015, ERR_0429 when the same person was added again and again
 */
export const addContributor = async (
  context: AppContext,
  actor: Actor,
  projectId: string,
  { user: userId, role }: { user: string; role: ContributorRole },
): Promise<void> => {
  // Each time costs the person a mail.
  await consumeRateLimit(context.db, limits.sharingByPerson, `${projectId} ${userId}`, context.now())
  await changeRoles(context, actor, projectId, async (tx, project, now) => {
    const person = await findColleague(tx, actor, userId)
    if (project.ownerId === userId || (await findContributorRole(tx, projectId, userId))) throw new ApiError('ERR_5011')
    refuseAboveViewer(person, role)
    await insertContributor(tx, { projectId, userId, role, added: now })
    await tell(context, tx, actor, project, { ...person, role })
    return { action: 'contributor.added', detail: { person: fullNameOf(person), role }, people: [userId] }
  })
}

/** @throws ApiError ERR_5012, ERR_5013, ERR_5015 */
export const changeContributor = (
  context: AppContext,
  actor: Actor,
  projectId: string,
  { role, ...seen }: SeenContributor & { role: ContributorRole },
): Promise<void> =>
  changeRoles(context, actor, projectId, async (tx) => {
    const person = await findSeen(tx, projectId, seen)
    refuseAboveViewer(person, role)
    await setContributorRole(tx, projectId, seen.userId, role)
    const detail = { person: fullNameOf(person), from: seen.was, to: role }
    return { action: 'contributor.role-changed', detail, people: [seen.userId] }
  })

/** @throws ApiError ERR_5012, ERR_5013 */
export const removeContributor = (
  context: AppContext,
  actor: Actor,
  projectId: string,
  seen: SeenContributor,
): Promise<void> =>
  changeRoles(context, actor, projectId, async (tx) => {
    const person = await findSeen(tx, projectId, seen)
    await deleteContributor(tx, projectId, seen.userId)
    const detail = { person: fullNameOf(person), role: seen.was }
    return { action: 'contributor.removed', detail, people: [seen.userId] }
  })

/** The caller stops contributing. @throws ApiError ERR_5012, ERR_5014 for the owner */
export const leaveProject = (context: AppContext, actor: Actor, projectId: string): Promise<void> => {
  const { userId } = actor.principal
  return changeRoles(context, actor, projectId, async (tx, { ownerId }) => {
    if (ownerId === userId) throw new ApiError('ERR_5014')
    const role = await findContributorRole(tx, projectId, userId)
    // An admin sees every project without contributing to it.
    if (!role) throw new ApiError('ERR_5012')
    await deleteContributor(tx, projectId, userId)
    return { action: 'contributor.left', detail: { role }, people: [userId] }
  })
}

/**
 * Makes another user the owner, and tells them, by mail unless they want none; the owner before stays as editor.
 * @param was - the owner that the caller saw
 * @throws ApiError ERR_5013 when the owner is another by now, ERR_5015 for guests and people who cannot log in
 */
export const transferProject = (
  context: AppContext,
  actor: Actor,
  projectId: string,
  { user: userId, was }: { user: string; was: string },
): Promise<void> =>
  changeRoles(context, actor, projectId, async (tx, project, now) => {
    if (project.ownerId !== was) throw new ApiError('ERR_5013')
    const person = await findColleague(tx, actor, userId)
    if (person.isGuest) throw new ApiError('ERR_5015', 'A guest cannot own a project.')
    if (userId === was) throw new ApiError('ERR_5015', 'This person owns the project already.')
    await deleteContributor(tx, projectId, userId)
    await insertContributor(tx, { projectId, userId: was, role: 'editor', added: now })
    await setOwner(tx, projectId, userId)
    await tell(context, tx, actor, project, { ...person, role: 'owner' })
    const detail = { person: fullNameOf(person), formerOwner: await nameOf(tx, was) }
    return { action: 'project.transferred', detail, people: [userId, was] }
  })
