import { call } from '@lamella/shared/api'
import {
  type EndpointInput,
  type InvitationResult,
  invite,
  resendInvitation,
  revokeInvitation,
} from '@lamella/shared/contract'

type InvitationDetails = EndpointInput<typeof invite>['body']['data']

/** @returns one result per address, in the given order */
export const sendInvitations = async (details: InvitationDetails): Promise<InvitationResult[]> =>
  (await call(invite, { body: { data: details } }, { action: 'invitations.send' })).data

/** Sends an invitation again with a new link; the old link stops working. */
export const resend = (invitationId: string): Promise<undefined> =>
  call(resendInvitation, { params: { invitationId } }, { action: 'invitations.resend' })

/** Revokes an invitation; its link stops working. */
export const revoke = (invitationId: string): Promise<undefined> =>
  call(revokeInvitation, { params: { invitationId } }, { action: 'invitations.revoke' })
