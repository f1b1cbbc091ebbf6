import { call } from '@lamella/shared/api'
import {
  type EndpointInput,
  type InvitationResult,
  invite,
  resendInvitation,
  revokeInvitation,
} from '@lamella/shared/contract'

type InvitationDetails = EndpointInput<typeof invite>['body']['data']

/** @returns one outcome an address, in the order given */
export const sendInvitations = async (details: InvitationDetails): Promise<InvitationResult[]> =>
  (await call(invite, { body: { data: details } }, { action: 'invitations.send' })).data

export const sendAgain = (invitationId: string): Promise<undefined> =>
  call(resendInvitation, { params: { invitationId } }, { action: 'invitations.resend' })

export const withdraw = (invitationId: string): Promise<undefined> =>
  call(revokeInvitation, { params: { invitationId } }, { action: 'invitations.revoke' })
