import { call } from '@lamella/shared/api'
import { type EndpointInput, signup, signupConfirm } from '@lamella/shared/contract'

/** Starts a sign-up (D1-7-12); the link to finish it is sent by email. */
export const startTrial = (email: string): Promise<undefined> =>
  call(signup, { body: { data: { email, agreementTerms: true, agreementPrivacy: true } } }, { action: 'auth.signup' })

/** Data of a finished sign-up (D1-3-06). */
export type SignUpDetails = EndpointInput<typeof signupConfirm>['body']['data']

/**
 * Creates organisation and account (D1-7-14).
 * @throws ApiFailure when the link's token is invalid or expired
 */
export const finishSignUp = (details: SignUpDetails): Promise<undefined> =>
  call(signupConfirm, { body: { data: details } }, { action: 'auth.signup-confirm' })
