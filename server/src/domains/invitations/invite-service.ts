import type { Invitation, InvitationResult, InvitationRole } from '@lamella/shared/contract'
import type { AppContext } from '../../platform/context.ts'
import type { Executor } from '../../platform/db/database.ts'
import { fullNameOf } from '../../platform/full-name.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { consumeRateLimit, limits } from '../../platform/http/rate-limits.ts'
import { hoursAfter, linkHours } from '../../platform/mail/links.ts'
import { type Actor, byActor, recordAudit } from '../audit/index.ts'
import { lockLimits } from '../quotas/index.ts'
import { findEarlier, inviteEach, refuseIfFull, storeInvitation } from './invite-each.ts'
import { postInvitation } from './post-invitation.ts'
import { deleteInvitation, findInvitation, listInvitationsOf, renewInvitation } from './repository.ts'

/** One role and message for all addresses. */
export interface InvitationForm {
  emails: readonly string[]
  role: InvitationRole
  message?: string | undefined
}

/**
 * Invites each address separately, with its own result or error. An address with an account in another organisation gets a mail
 * that says so; the answer to the admin is the same as for any other (ADR 22).
 * @throws ApiError ERR_0429
 */
export const invite = (
  context: AppContext,
  actor: Actor,
  { emails, role, message = '' }: InvitationForm,
): Promise<InvitationResult[]> =>
  inviteEach(context, actor, emails, (email) => inviteOne(context, actor, { email, role, message }))

const inviteOne = async (
  context: AppContext,
  actor: Actor,
  { email, role, message }: { email: string; role: InvitationRole; message: string },
): Promise<string> => {
  const { organisationId, userId } = actor.principal
  const now = context.now()
  return context.db.transaction(async (tx) => {
    const earlier = await findEarlier(tx, organisationId, email, now)
    if (earlier && earlier.expires > now) throw new ApiError('ERR_0409', 'This person has been invited already.')
    await refuseIfFull(tx, organisationId, now)
    const expires = hoursAfter(now, linkHours.invitation)
    const row = { organisationId, email, role, message, invitedBy: userId, created: now, expires, forProjects: false }
    const { id, token } = await storeInvitation(tx, row, earlier)
    await postInvitation(context, tx, { ...row, id, token })
    await recordAudit(tx, {
      ...byActor(actor, now),
      action: 'invitation.sent',
      objectType: 'invitation',
      objectId: id,
      detail: { name: email, role },
    })
    return id
  })
}

/** All invitations of the organisation, newest first, expired ones included. */
export const listInvitations = async ({ db }: AppContext, organisationId: string): Promise<Invitation[]> =>
  (await listInvitationsOf(db, organisationId)).map(({ invitation, inviter }) => ({
    id: invitation.id,
    email: invitation.email,
    role: invitation.role,
    created: invitation.created.toISOString(),
    expires: invitation.expires.toISOString(),
    invitedBy: inviter && { id: inviter.id, fullName: fullNameOf(inviter) },
  }))

/** Mails a new link, also of an expired invitation; the older link stops working. @throws ApiError ERR_0404, ERR_0429, ERR_5002 */
export const resendInvitation = async (context: AppContext, actor: Actor, id: string): Promise<void> => {
  const now = context.now()
  const { organisationId, userId } = actor.principal
  const known = await findInvitation(context.db, organisationId, id)
  if (!known) throw new ApiError('ERR_0404')
  await consumeRateLimit(context.db, limits.invitationByOrganisation, organisationId, now)
  await consumeRateLimit(context.db, limits.invitationByAddress, known.email, now)
  await context.db.transaction(async (tx) => {
    await lockLimits(tx, organisationId, now)
    const invitation = await findInvitation(tx, organisationId, id)
    if (!invitation) throw new ApiError('ERR_0404')
    await refuseIfFull(tx, organisationId, now, id)
    const token = await renewInvitation(tx, id, { expires: hoursAfter(now, linkHours.invitation) })
    await postInvitation(context, tx, { ...invitation, token, invitedBy: userId })
    await record(tx, actor, now, invitation, 'invitation.resent')
  })
}

/** @throws ApiError ERR_0404 */
export const revokeInvitation = async (context: AppContext, actor: Actor, id: string): Promise<void> => {
  await context.db.transaction(async (tx) => {
    const invitation = await findInvitation(tx, actor.principal.organisationId, id)
    if (!invitation) throw new ApiError('ERR_0404')
    await deleteInvitation(tx, id)
    await record(tx, actor, context.now(), invitation, 'invitation.revoked')
  })
}

const record = (
  tx: Executor,
  actor: Actor,
  at: Date,
  { id, email }: { id: string; email: string },
  action: 'invitation.resent' | 'invitation.revoked',
): Promise<void> => {
  const object = { objectType: 'invitation', objectId: id, detail: { name: email } }
  return recordAudit(tx, { ...byActor(actor, at), action, ...object })
}
