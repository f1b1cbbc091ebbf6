import { call } from '@lamella/shared/api'
import { type EndpointInput, signup, signupConfirm } from '@lamella/shared/contract'

export const startTrial = (email: string): Promise<undefined> =>
  call(signup, { body: { data: { email, agreementTerms: true, agreementPrivacy: true } } }, { action: 'auth.signup' })

export type SignUpDetails = EndpointInput<typeof signupConfirm>['body']['data']

export const finishSignUp = (details: SignUpDetails): Promise<undefined> =>
  call(signupConfirm, { body: { data: details } }, { action: 'auth.signup-confirm' })
