import { call } from '@lamella/shared/api'
import { passwordConfirm, passwordReset } from '@lamella/shared/contract'

/** Requests a reset link by email (D1-7-10); the answer does not reveal whether the account exists. */
export const requestReset = (email: string): Promise<undefined> =>
  call(passwordReset, { body: { data: { email } } }, { action: 'auth.password-reset' })

/**
 * Sets a new password with the token of the reset link (D1-7-11).
 * @throws ApiFailure when the token is invalid or expired
 */
export const setNewPassword = (email: string, token: string, password: string): Promise<undefined> =>
  call(passwordConfirm, { params: { email }, body: { data: { token, password } } }, { action: 'auth.password-confirm' })
