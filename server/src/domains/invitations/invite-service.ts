import type {
  HandlerInput,
  Invitation,
  InvitationResult,
  InvitationRole,
  InvitationSort,
  listInvitations as InvitationsCall,
  NewInvitation,
} from '@lamella/shared/contract'
import type { AppContext } from '../../platform/context.ts'
import type { Executor } from '../../platform/db/database.ts'
import { fullNameOf } from '../../platform/full-name.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { pageOf } from '../../platform/http/paging.ts'
import { consumeRateLimit, limits } from '../../platform/http/rate-limits.ts'
import { hoursAfter, linkHours } from '../../platform/mail/links.ts'
import { type Actor, byActor, recordAudit } from '../audit/index.ts'
import { lockLimits } from '../quotas/index.ts'
import { findEarlier, inviteEach, refuseIfFull, storeInvitation } from './invite-each.ts'
import { listInvitationsBy, outlineOfInvitations } from './list-repository.ts'
import { postInvitation } from './post-invitation.ts'
import { countPendingInvitations, deleteInvitation, findInvitation, renewInvitation } from './repository.ts'

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

/** As `invite`, with a role and a message for each. @throws ApiError ERR_0429 */
export const createInvitations = async (
  context: AppContext,
  actor: Actor,
  people: readonly NewInvitation[],
): Promise<{ success: InvitationResult[]; fail: InvitationResult[] }> => {
  const emails = people.map(({ email }) => email)
  const results = await inviteEach(context, actor, emails, (email, index) => {
    const { role = '', message = '' } = people[index] ?? {}
    return inviteOne(context, actor, { email, role: invitedAs(role), message })
  })
  return {
    success: results.filter(({ error }) => error === null),
    fail: results.filter(({ error }) => error !== null),
  }
}

/** Guest stays guest, anything else becomes user (D2-5-10). */
const invitedAs = (role: string): InvitationRole => (role.trim().toUpperCase() === 'GUEST' ? 'GUEST' : 'USER')

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

/** One page of the invitations of the organisation, newest first unless sorted, expired ones included. @throws ApiError ERR_0400 for a cursor of another order */
export const listInvitations = async (
  { db, now }: AppContext,
  organisationId: string,
  { sort = '-created', ...query }: HandlerInput<typeof InvitationsCall>['query'],
  path: string,
) => {
  const page = { after: query['page[after]'], limit: query['page[size]'] + 1 }
  const rows = await listInvitationsBy(db, { organisationId, sort, now: now() }, page)
  const cursors = new Map(rows.map(({ invitation, cursor }) => [invitation.id, cursor]))
  const listed = rows.map(
    ({ invitation, inviter }): Invitation => ({
      id: invitation.id,
      email: invitation.email,
      role: invitation.role,
      created: invitation.created.toISOString(),
      expires: invitation.expires.toISOString(),
      invitedBy: inviter && { id: inviter.id, fullName: fullNameOf(inviter) },
    }),
  )
  return pageOf(listed, query, path, { sort }, ({ id }) => cursors.get(id) ?? id)
}

/** Extent of the list of invitations, and how many of all reserve a seat. @param size - invitations per page */
export const getInvitationOutline = async (
  { db, now }: AppContext,
  organisationId: string,
  sort: InvitationSort = '-created',
  size: number,
) => ({
  ...(await outlineOfInvitations(db, { organisationId, sort, now: now() }, size)),
  pending: await countPendingInvitations(db, organisationId, now()),
})

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
