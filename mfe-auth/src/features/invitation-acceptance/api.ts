import { call } from '@lamella/shared/api'
import { acceptInvitation, type EndpointInput } from '@lamella/shared/contract'

type Acceptance = EndpointInput<typeof acceptInvitation>['body']['data']

/**
 * Creates the invited person's account (D1-7-17).
 * @throws ApiFailure when the invitation is invalid, expired or used
 */
export const accept = (invitationId: string, details: Acceptance): Promise<undefined> =>
  call(acceptInvitation, { params: { invitationId }, body: { data: details } }, { action: 'auth.invitation-accept' })
