import type { ErrorCode, Invitation, InvitationResult, InvitationRole } from '@lamella/shared/contract'
import * as z from 'zod/mini'
import type { AppContext } from '../../platform/context.ts'
import { normaliseEmail } from '../../platform/crypto/passwords.ts'
import type { Executor } from '../../platform/db/database.ts'
import { fullNameOf } from '../../platform/full-name.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { consumeRateLimit, limits } from '../../platform/http/rate-limits.ts'
import { emailTemplates } from '../../platform/mail/email-templates.ts'
import { hoursAfter, linkHours, links } from '../../platform/mail/links.ts'
import { enqueueEmail } from '../../platform/mail/mailer.ts'
import { type Actor, byActor, recordAudit } from '../audit/index.ts'
import { findOrganisation } from '../organisations/index.ts'
import { claimQuota, lockLimits } from '../quotas/index.ts'
import { findUser, findUserByEmail } from '../users/index.ts'
import {
  countPendingInvitations,
  deleteInvitation,
  findInvitation,
  findInvitationTo,
  insertInvitation,
  listInvitationsOf,
  renewInvitation,
} from './repository.ts'

/** One role and message for all addresses. */
export interface InvitationForm {
  emails: readonly string[]
  role: InvitationRole
  message?: string | undefined
}

const address = z.email().check(z.maxLength(254))

/**
 * Invites each address separately, with its own result or error. An address with an account in another organisation gets a mail
 * that says so; the answer to the admin is the same as for any other (ADR 22).
 * @throws ApiError ERR_0429
 */
export const invite = async (
  context: AppContext,
  actor: Actor,
  { emails, role, message = '' }: InvitationForm,
): Promise<InvitationResult[]> => {
  const { organisationId } = actor.principal
  await consumeRateLimit(context.db, limits.invitationByOrganisation, organisationId, context.now())
  const results: InvitationResult[] = []
  for (const given of emails) {
    const email = normaliseEmail(given)
    try {
      const form = { email, role, message }
      results.push({ email: given, invitationId: await inviteOne(context, actor, form), error: null })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      results.push({ email: given, invitationId: null, error: { code: error.code, detail: error.message } })
    }
  }
  return results
}

const refuse = (code: ErrorCode, detail?: string): never => {
  throw new ApiError(code, detail)
}

/** Checks that all pending invitations and one more fit into the user limit. @param except - not counted @throws ApiError ERR_5002 */
const refuseIfFull = async (tx: Executor, organisationId: string, now: Date, except?: string): Promise<void> => {
  const pending = await countPendingInvitations(tx, organisationId, now, except)
  await claimQuota(tx, organisationId, { users: 1 + pending }, now)
}

const inviteOne = async (
  context: AppContext,
  actor: Actor,
  { email, role, message }: { email: string; role: InvitationRole; message: string },
): Promise<string> => {
  const { organisationId, userId } = actor.principal
  const now = context.now()
  if (!address.safeParse(email).success) refuse('ERR_0400', 'Please provide a valid email address!')
  await consumeRateLimit(context.db, limits.invitationByAddress, email, now)

  return context.db.transaction(async (tx) => {
    // Before any query: the second of two concurrent invitations waits here and then counts the first.
    await lockLimits(tx, organisationId, now)
    const account = await findUserByEmail(tx, email)
    if (account?.organisationId === organisationId) refuse('ERR_0409', 'This person is already in your organisation.')
    const earlier = await findInvitationTo(tx, organisationId, email)
    if (earlier && earlier.expires > now) refuse('ERR_0409', 'This person has been invited already.')
    await refuseIfFull(tx, organisationId, now)

    if (earlier) await deleteInvitation(tx, earlier.id)
    const expires = hoursAfter(now, linkHours.invitation)
    const row = { organisationId, email, role, message, invitedBy: userId, created: now, expires }
    const { id, token } = await insertInvitation(tx, row)
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

const postInvitation = async (
  context: AppContext,
  tx: Executor,
  invitation: { id: string; token: string; organisationId: string; email: string; message: string; invitedBy: string },
): Promise<void> => {
  const { config } = context
  const { id, token, email, message } = invitation
  const inviter = await findUser(tx, invitation.invitedBy)
  const organisation = await findOrganisation(tx, invitation.organisationId)
  const parts = {
    inviter: inviter ? fullNameOf(inviter) : '',
    organisation: organisation?.name ?? '',
    message,
    url: links.invitation(config, id, token),
  }
  // Both branches do the same work. The link of an address with account cannot be used, because its secret is not mailed.
  const hasAccount = (await findUserByEmail(tx, email)) !== null
  await enqueueEmail(
    context,
    tx,
    email,
    hasAccount ? emailTemplates.invitedWithAccount(parts) : emailTemplates.invitation(parts),
  )
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
    const token = await renewInvitation(tx, id, hoursAfter(now, linkHours.invitation))
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
