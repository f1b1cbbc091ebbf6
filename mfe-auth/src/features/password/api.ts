import { call } from '@lamella/shared/api'
import { passwordConfirm, passwordReset } from '@lamella/shared/contract'

export const requestReset = (email: string): Promise<undefined> =>
  call(passwordReset, { body: { data: { email } } }, { action: 'auth.password-reset' })

export const setNewPassword = (email: string, token: string, password: string): Promise<undefined> =>
  call(passwordConfirm, { params: { email }, body: { data: { token, password } } }, { action: 'auth.password-confirm' })
