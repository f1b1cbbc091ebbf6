import { call } from '@lamella/shared/api'
import { acceptInvitation, type EndpointInput } from '@lamella/shared/contract'

type Acceptance = EndpointInput<typeof acceptInvitation>['body']['data']

export const accept = (invitationId: string, details: Acceptance): Promise<undefined> =>
  call(acceptInvitation, { params: { invitationId }, body: { data: details } }, { action: 'auth.invitation-accept' })
