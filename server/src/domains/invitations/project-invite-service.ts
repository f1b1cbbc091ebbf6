import type { ContributorRole, InvitationResult, InvitationRole, ProjectInvitation } from '@lamella/shared/contract'
import type { AppContext } from '../../platform/context.ts'
import type { Executor } from '../../platform/db/database.ts'
import { fullNameOf } from '../../platform/full-name.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { hoursAfter, linkHours } from '../../platform/mail/links.ts'
import { type Actor, byActor, recordAudit } from '../audit/index.ts'
import { findEarlier, inviteEach, refuseIfFull, storeInvitation } from './invite-each.ts'
import { resendInvitation } from './invite-service.ts'
import { postInvitation } from './post-invitation.ts'
import {
  countShares,
  deleteShare,
  insertShare,
  isInvitedTo,
  keepProject,
  listInvitationsToProject,
} from './project-repository.ts'
import { deleteInvitation, findInvitation, renewInvitation } from './repository.ts'

/**
 * Invites people without account to a project; accepting makes them contributors. Viewers are invited as guests of the organisation.
 * Editors and annotators become its users, which is for admins to decide.
 * @throws ApiError ERR_0429
 */
export const inviteToProject = (
  context: AppContext,
  actor: Actor,
  projectId: string,
  { emails, role }: { emails: readonly string[]; role: ContributorRole },
): Promise<InvitationResult[]> =>
  inviteEach(context, actor, emails, (email) => inviteOne(context, actor, projectId, { email, role }))

const inviteOne = async (
  context: AppContext,
  actor: Actor,
  projectId: string,
  { email, role }: { email: string; role: ContributorRole },
): Promise<string> => {
  const { organisationId, userId, isAdmin } = actor.principal
  const now = context.now()
  const account: InvitationRole = role === 'viewer' ? 'GUEST' : 'USER'
  if (account === 'USER' && !isAdmin) {
    throw new ApiError('ERR_0403', 'Only an admin can invite new people above Viewer: they become users, not guests.')
  }
  return context.db.transaction(async (tx) => {
    const earlier = await findEarlier(tx, organisationId, email, now)
    const project = await keepProject(tx, projectId)
    if (!project) throw new ApiError('ERR_0404')
    const pending = earlier && earlier.expires > now ? earlier : null
    const isInvited = earlier !== null && (await isInvitedTo(tx, projectId, earlier.id))
    if (pending && isInvited) throw new ApiError('ERR_0409', 'This person has been invited to the project already.')
    if (pending?.role === 'GUEST' && account === 'USER') {
      throw new ApiError('ERR_0409', 'This person has been invited as a guest, who can only be a Viewer.')
    }
    if (!pending) await refuseIfFull(tx, organisationId, now)

    const expires = hoursAfter(now, linkHours.invitation)
    const made = { organisationId, email, role: account, message: '', invitedBy: userId, created: now, expires }
    const { id, token } = pending
      ? { id: pending.id, token: await renewInvitation(tx, pending.id, { expires }) }
      : await storeInvitation(tx, { ...made, forProjects: true }, earlier)
    if (isInvited) await deleteShare(tx, projectId, id)
    await insertShare(tx, { invitationId: id, projectId, role, invitedBy: userId, created: now })
    await postInvitation(context, tx, { id, token, organisationId, email, message: '', invitedBy: userId })
    const detail = { name: email, role, projectName: project.name }
    await record(context, tx, actor, projectId, { id, action: 'project-invitation.sent', detail, now })
    return id
  })
}

/** All invitations to the project, newest first, expired ones included. */
export const listProjectInvitations = async ({ db }: AppContext, projectId: string): Promise<ProjectInvitation[]> =>
  (await listInvitationsToProject(db, projectId)).map(({ invitation, share, inviter }) => ({
    id: invitation.id,
    email: invitation.email,
    role: invitation.role === 'GUEST' ? 'viewer' : share.role,
    account: invitation.role,
    created: share.created.toISOString(),
    expires: invitation.expires.toISOString(),
    invitedBy: inviter && { id: inviter.id, fullName: fullNameOf(inviter) },
  }))

/** Mails a new link, also of an expired invitation; the older link stops working. @throws ApiError ERR_0404, ERR_0429, ERR_5002 */
export const resendProjectInvitation = async (
  context: AppContext,
  actor: Actor,
  projectId: string,
  id: string,
): Promise<void> => {
  if (!(await isInvitedTo(context.db, projectId, id))) throw new ApiError('ERR_0404')
  await resendInvitation(context, actor, id)
  await context.events.publish({ type: 'contributor', id, project: projectId })
}

/**
 * Withdraws an invitation from the project. One that was made for projects ends with the last of them.
 * @throws ApiError ERR_0404
 */
export const revokeProjectInvitation = async (
  context: AppContext,
  actor: Actor,
  projectId: string,
  id: string,
): Promise<void> => {
  const now = context.now()
  await context.db.transaction(async (tx) => {
    // Locked first: who accepts it at this moment gets the project, or not, but never half.
    const invitation = await findInvitation(tx, actor.principal.organisationId, id)
    const project = await keepProject(tx, projectId)
    if (!invitation || !project || !(await deleteShare(tx, projectId, id))) throw new ApiError('ERR_0404')
    if (invitation.forProjects && (await countShares(tx, id)) === 0) await deleteInvitation(tx, id)
    const detail = { name: invitation.email, projectName: project.name }
    await record(context, tx, actor, projectId, { id, action: 'project-invitation.revoked', detail, now })
  })
}

const record = async (
  { events }: AppContext,
  tx: Executor,
  actor: Actor,
  projectId: string,
  {
    id,
    action,
    detail,
    now,
  }: {
    id: string
    action: 'project-invitation.sent' | 'project-invitation.revoked'
    detail: Record<string, string>
    now: Date
  },
): Promise<void> => {
  await recordAudit(tx, { ...byActor(actor, now), action, objectType: 'invitation', objectId: id, detail })
  await events.publish({ type: 'contributor', id, project: projectId }, tx)
}
