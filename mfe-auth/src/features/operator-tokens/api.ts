import { call } from '@lamella/shared/api'
import { createOperatorToken, type EndpointInput, removeOperatorToken } from '@lamella/shared/contract'

/** Name, apps, actions and end of a new token. */
export type NewToken = EndpointInput<typeof createOperatorToken>['body']['data']

/** @returns the secret, which is stored nowhere @throws ApiFailure, ERR_0409 when the name is taken */
export const createToken = async (token: NewToken): Promise<string> =>
  (await call(createOperatorToken, { body: { data: token } }, { action: 'operator-tokens.create' })).data.secret

/** @throws ApiFailure */
export const removeToken = (name: string): Promise<undefined> =>
  call(removeOperatorToken, { params: { name } }, { action: 'operator-tokens.remove' })
