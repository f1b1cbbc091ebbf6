import { sameSecret } from '../../platform/crypto/secrets.ts'
import type { AccessRule } from '../../platform/http/access.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { findClientApp } from './client-app-repository.ts'

/** Requires the app id and secret as Basic authorisation (D1-7-05). @throws ApiError ERR_1006 */
export const clientApp: AccessRule = {
  name: 'application id and secret (Basic)',
  check: async ({ headers }, { db }) => {
    const encoded = /^Basic ([A-Za-z0-9+/]+=*)$/i.exec(headers.authorization ?? '')?.[1] ?? ''
    const { appId, appSecret } = await findClientApp(db)
    if (!sameSecret(Buffer.from(encoded, 'base64').toString('utf8'), `${appId}:${appSecret}`)) {
      throw new ApiError('ERR_1006', undefined, { 'www-authenticate': 'Basic realm="lamella"' })
    }
  },
}
