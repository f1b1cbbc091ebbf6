import { call } from '@lamella/shared/api'
import {
  createInvitations,
  type InvitationResult,
  type NewInvitation,
  resendInvitation,
  revokeInvitation,
} from '@lamella/shared/contract'

/** @returns who was invited, and who was not with the reason (D2-7-29) */
export const sendInvitations = async (
  people: NewInvitation[],
): Promise<{ success: InvitationResult[]; fail: InvitationResult[] }> =>
  (await call(createInvitations, { body: { data: people } }, { action: 'invitations.send' })).data

/** Sends an invitation again with a new link; the old link stops working. */
export const resend = (invitationId: string): Promise<undefined> =>
  call(resendInvitation, { params: { invitationId } }, { action: 'invitations.resend' })

/** Revokes an invitation; its link stops working. */
export const revoke = (invitationId: string): Promise<undefined> =>
  call(revokeInvitation, { params: { invitationId } }, { action: 'invitations.revoke' })
