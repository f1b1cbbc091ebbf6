import type { TokenAnswer } from '@lamella/shared/contract'
import * as z from 'zod/mini'
import type { AppContext } from '../../platform/context.ts'
import { normaliseEmail, verifyPassword } from '../../platform/crypto/passwords.ts'
import { newSecret } from '../../platform/crypto/secrets.ts'
import type { Executor } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import type { Principal } from '../../platform/http/identity.ts'
import type { Origin } from '../../platform/http/origin.ts'
import { forgetAttempts, limits, refundAttempt, takeAttempt } from '../../platform/http/rate-limits.ts'
import { recordAudit } from '../audit/index.ts'
import {
  createSession,
  deleteExpiredSessions,
  forgetSuccessors,
  lockRefreshToken,
  markRefreshUsed,
  prolongSession,
  revokeSession,
  storeTokens,
  type TokenPair,
} from '../sessions/index.ts'
import { findUserByEmail } from '../users/index.ts'
import { seal, unseal } from './seal.ts'

/** Seconds. The client refreshes 600 s before the end (document 1 §4.2). */
const accessLifetime = 3600
/** A session ends when it was not refreshed for this long. */
const sessionDays = 30
/** A lost answer or a reload may ask again with the same token. */
const refreshGrace = 60

const secondsAfter = (moment: Date, seconds: number) => new Date(moment.getTime() + seconds * 1000)
const sessionEnd = (now: Date) => secondsAfter(now, sessionDays * 86_400)

const answerOf = ({ access, refresh }: TokenPair, expiresIn: number): TokenAnswer => ({
  access_token: access,
  expires_in: expiresIn,
  refresh_token: refresh,
  token_type: 'Bearer',
})

const issueTokens = async (tx: Executor, sessionId: string, now: Date): Promise<TokenPair> => {
  const pair = { access: newSecret(), refresh: newSecret() }
  await storeTokens(tx, sessionId, pair, secondsAfter(now, accessLifetime))
  return pair
}

/** @throws ApiError ERR_1001 for a wrong password and an unknown account alike, ERR_0429 */
export const logIn = async (
  { db, now: clock }: AppContext,
  credentials: { username: string; password: string },
  { network, device, requestId }: Origin,
): Promise<TokenAnswer> => {
  const now = clock()
  const email = normaliseEmail(credentials.username)
  await takeAttempt(db, limits.loginByAddress, network, now)
  await takeAttempt(db, limits.loginByAccount, email, now)

  const user = await findUserByEmail(db, email)
  const matches = await verifyPassword(user?.passwordHash ?? null, credentials.password)
  const audit = { at: now, organisationId: user?.organisationId ?? null, userId: user?.id ?? null, requestId }
  if (!user || !matches) {
    // Also for unknown accounts: what is written must not show in the time of the answer.
    await recordAudit(db, { ...audit, action: 'login.failed', detail: { network } })
    throw new ApiError('ERR_1001')
  }
  const pair = await db.transaction(async (tx) => {
    const sessionId = await createSession(tx, { userId: user.id, device, expires: sessionEnd(now) }, now)
    const object = { objectType: 'session', objectId: sessionId, detail: { device } }
    await recordAudit(tx, { ...audit, action: 'session.started', ...object })
    return issueTokens(tx, sessionId, now)
  })
  await forgetAttempts(db, limits.loginByAccount, email)
  await refundAttempt(db, limits.loginByAddress, network)
  return answerOf(pair, accessLifetime)
}

const sealedPair = z.object({ access: z.string(), refresh: z.string() })

/**
 * Exchanges a refresh token, which works once. Within the grace the same successor is given again; later the whole
 * family is revoked, because either the thief or the owner comes second.
 * @throws ApiError ERR_1002
 */
export const refreshSession = async (context: AppContext, refresh: string, origin: Origin): Promise<TokenAnswer> => {
  const now = context.now()
  const outcome = await context.db.transaction(async (tx): Promise<{ answer?: TokenAnswer; revokedOf?: string }> => {
    const token = await lockRefreshToken(tx, refresh)
    if (!token || token.revoked || token.sessionExpires <= now || !token.active) return {}
    const { sessionId, used, successor, userId, organisationId } = token

    if (!used) {
      const pair = await issueTokens(tx, sessionId, now)
      await markRefreshUsed(tx, refresh, seal(refresh, JSON.stringify(pair)), now)
      await forgetSuccessors(tx, secondsAfter(now, -refreshGrace), sessionId)
      await prolongSession(tx, { sessionId, userId, expires: sessionEnd(now) }, now)
      return { answer: answerOf(pair, accessLifetime) }
    }
    const age = Math.floor((now.getTime() - used.getTime()) / 1000)
    if (successor && age < refreshGrace) {
      return { answer: answerOf(sealedPair.parse(JSON.parse(unseal(refresh, successor))), accessLifetime - age) }
    }
    const device = await revokeSession(tx, sessionId, now)
    await recordAudit(tx, {
      at: now,
      organisationId,
      userId,
      action: 'session.revoked',
      objectType: 'session',
      objectId: sessionId,
      detail: { reason: 'refresh token used twice', network: origin.network, device },
      requestId: origin.requestId,
    })
    return { revokedOf: userId }
  })
  if (outcome.revokedOf) context.access.invalidateUser(outcome.revokedOf)
  // Thrown only here: inside, it would undo the revocation.
  if (!outcome.answer) throw new ApiError('ERR_1002')
  return outcome.answer
}

export const logOut = async (context: AppContext, principal: Principal, requestId: string): Promise<void> => {
  const { userId, organisationId, sessionId } = principal
  const now = context.now()
  await context.db.transaction(async (tx) => {
    const device = await revokeSession(tx, sessionId, now)
    const object = { objectType: 'session', objectId: sessionId, detail: { device } }
    await recordAudit(tx, { at: now, organisationId, userId, action: 'session.ended', ...object, requestId })
  })
  context.access.invalidateUser(userId)
}

/** Part of the hourly clean-up. */
export const cleanUpSessions = async ({ db, now: clock }: AppContext): Promise<void> => {
  const now = clock()
  await forgetSuccessors(db, secondsAfter(now, -refreshGrace))
  await deleteExpiredSessions(db, now, secondsAfter(now, -sessionDays * 86_400))
}
