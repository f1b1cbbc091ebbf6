import { call } from '@lamella/shared/api'
import { acceptInvitation, type EndpointInput, type EndpointOutput, openInvitation } from '@lamella/shared/contract'

/** Who is invited, and into which organisation. */
export type OpenedInvitation = EndpointOutput<typeof openInvitation>['data']

export const readInvitation = async (invitationId: string, token: string): Promise<OpenedInvitation> => {
  const options = { local: true, action: 'auth.invitation' }
  return (await call(openInvitation, { params: { invitationId }, query: { token } }, options)).data
}

type Acceptance = EndpointInput<typeof acceptInvitation>['body']['data']

export const accept = (invitationId: string, details: Acceptance): Promise<undefined> =>
  call(
    acceptInvitation,
    { params: { invitationId }, body: { data: details } },
    { local: true, action: 'auth.invitation-accept' },
  )
