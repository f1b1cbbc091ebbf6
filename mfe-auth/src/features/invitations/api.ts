import { call, callAllPages } from '@lamella/shared/api'
import {
  type EndpointInput,
  type InvitationResult,
  invite,
  listInvitations,
  resendInvitation,
  revokeInvitation,
} from '@lamella/shared/contract'
import { queryOptions } from '@tanstack/react-query'

export const invitationsQuery = queryOptions({
  queryKey: ['invitations'],
  queryFn: ({ signal }) => callAllPages(listInvitations, {}, { signal, local: true, action: 'invitations.list' }),
})

type InvitationDetails = EndpointInput<typeof invite>['body']['data']

/** @returns one outcome an address, in the order given */
export const sendInvitations = async (details: InvitationDetails): Promise<InvitationResult[]> =>
  (await call(invite, { body: { data: details } }, { local: true, action: 'invitations.send' })).data

export const sendAgain = (invitationId: string): Promise<undefined> =>
  call(resendInvitation, { params: { invitationId } }, { local: true, action: 'invitations.resend' })

export const withdraw = (invitationId: string): Promise<undefined> =>
  call(revokeInvitation, { params: { invitationId } }, { local: true, action: 'invitations.revoke' })
