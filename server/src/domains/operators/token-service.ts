import type { AppId, OperatorToken, TokenAction } from '@lamella/shared/contract'
import { hashSecret, newSecret } from '../../platform/crypto/secrets.ts'
import type { Database } from '../../platform/db/database.ts'
import { namedTokenPrefix } from '../../platform/http/access-rules.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import type { Operator } from '../../platform/http/identity.ts'
import { recordOperation } from './operation-audit.ts'
import { deleteToken, insertToken, listTokens, type TokenRow } from './token-repository.ts'

const toToken = ({ name, apps, may, created, createdBy, expires, lastUsed }: TokenRow): OperatorToken => ({
  name,
  apps,
  may,
  created: created.toISOString(),
  createdBy,
  expires: expires?.toISOString() ?? null,
  lastUsed: lastUsed?.toISOString() ?? null,
})

/** All named tokens, by name. */
export const describeTokens = async (db: Database): Promise<OperatorToken[]> => (await listTokens(db)).map(toToken)

/** What a token may do, where, and until when. */
export interface NewToken {
  name: string
  apps: AppId[]
  may: TokenAction[]
  expires?: string | undefined
}

/** Names by which the history tells what the server and the holder of the operator token have done. */
const reservedNames = ['automatic', 'operator', 'operator, offline', 'npm start', 'serve']

/**
 * Makes a named token.
 * @returns the token with its secret, of which only a hash is stored @throws ApiError ERR_0409 for a name in use, or one that the server has in the
 *   history
 */
export const createToken = async (
  db: Database,
  operator: Operator,
  { name, apps, may, expires }: NewToken,
  now: Date,
): Promise<OperatorToken & { secret: string }> => {
  if (reservedNames.includes(name.toLowerCase()))
    throw new ApiError('ERR_0409', `In the history "${name}" is the server or the operator token: choose another name.`)
  const secret = `${namedTokenPrefix}${newSecret()}`
  const row = await db.transaction(async (tx) => {
    const end = expires === undefined ? null : new Date(expires)
    if (end && end <= now) throw new ApiError('ERR_0400', 'The token would have expired already.')
    const values = { apps: [...new Set(apps)], may: [...new Set(may)], created: now, createdBy: operator.name }
    const inserted = await insertToken(tx, { ...values, name, hash: hashSecret(secret), expires: end })
    if (!inserted) throw new ApiError('ERR_0409', `There is a token "${name}" already.`)
    await recordOperation(tx, operator, now, { action: 'operator-token.created', objectType: 'operator-token', name })
    return inserted
  })
  return { ...toToken(row), secret }
}

/** Removes a named token. @throws ApiError ERR_0404 without such a token */
export const removeToken = async (db: Database, operator: Operator, name: string, now: Date): Promise<void> =>
  db.transaction(async (tx) => {
    if (!(await deleteToken(tx, name))) throw new ApiError('ERR_0404', `There is no token "${name}".`)
    await recordOperation(tx, operator, now, { action: 'operator-token.removed', objectType: 'operator-token', name })
  })
