import { call } from '@lamella/shared/api'
import { passwordConfirm, passwordReset } from '@lamella/shared/contract'

export const requestReset = (email: string): Promise<undefined> =>
  call(passwordReset, { body: { data: { email } } }, { local: true, action: 'auth.password-reset' })

export const setNewPassword = (email: string, token: string, password: string): Promise<undefined> =>
  call(
    passwordConfirm,
    { params: { email }, body: { data: { token, password } } },
    { local: true, action: 'auth.password-confirm' },
  )
