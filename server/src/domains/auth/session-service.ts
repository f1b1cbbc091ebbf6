import type { TokenAnswer } from '@lamella/shared/contract'
import * as z from 'zod/mini'
import type { AppContext } from '../../platform/context.ts'
import { newSecret } from '../../platform/crypto/secrets.ts'
import type { Executor } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import type { ClientInfo } from '../../platform/http/client-info.ts'
import type { Principal } from '../../platform/http/identity.ts'
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
import { seal, unseal } from './seal.ts'

/** Lifetime of an access token, seconds (ADR 20). The client refreshes 600 s before the end (D1-4.2-01). */
const accessLifetime = 3600
/** Days without a refresh after which a session ends (ADR 20). */
const sessionDays = 30
/** Days from the log-in after which a session ends in any case (ADR 20). */
const longestSessionDays = 90
/** Seconds in which a used refresh token gives the same answer again: for lost answers and reloads (ADR 20). */
const refreshGrace = 60

const secondsAfter = (moment: Date, seconds: number) => new Date(moment.getTime() + seconds * 1000)
const sessionEnd = (created: Date, now: Date) => {
  const day = 86_400_000
  return new Date(Math.min(now.getTime() + sessionDays * day, created.getTime() + longestSessionDays * day))
}
const purpose = 'refresh successor'

const answerOf = ({ access, refresh }: TokenPair, expiresIn: number): TokenAnswer => ({
  access_token: access,
  expires_in: expiresIn,
  refresh_token: refresh,
  token_type: 'Bearer',
})

const issueTokens = async (tx: Executor, sessionId: string, now: Date, lifetime: number): Promise<TokenPair> => {
  const pair = { access: newSecret(), refresh: newSecret() }
  await storeTokens(tx, sessionId, pair, secondsAfter(now, lifetime))
  return pair
}

/** Creates a session with its first tokens, for a user whose log-in is complete. */
export const startSession = async (
  tx: Executor,
  { id: userId, organisationId }: { id: string; organisationId: string },
  { device, requestId }: ClientInfo,
  now: Date,
): Promise<TokenAnswer> => {
  const sessionId = await createSession(tx, { userId, device, expires: sessionEnd(now, now) }, now)
  const object = { objectType: 'session', objectId: sessionId, detail: { device } }
  await recordAudit(tx, { at: now, organisationId, userId, action: 'session.started', ...object, requestId })
  return answerOf(await issueTokens(tx, sessionId, now, accessLifetime), accessLifetime)
}

const sealedPair = z.object({
  access: z.string(),
  refresh: z.string(),
  /** Seconds; missing in answers of servers before `longestSessionDays`. */
  lifetime: z._default(z.number(), accessLifetime),
})

/** No access token outlives its session. */
const lifetimeUntil = (end: Date, now: Date): number =>
  Math.min(accessLifetime, Math.floor((end.getTime() - now.getTime()) / 1000))

/**
 * Exchanges a refresh token, which works once. Within the grace period a used token gives the same successor again; later the
 * session is revoked, because owner and thief of a token cannot be distinguished (ADR 20).
 * @throws ApiError ERR_1002
 */
export const refreshSession = async (
  context: AppContext,
  refresh: string,
  client: ClientInfo,
): Promise<TokenAnswer> => {
  const now = context.now()
  const outcome = await context.db.transaction(async (tx): Promise<{ answer?: TokenAnswer; revokedOf?: string }> => {
    const token = await lockRefreshToken(tx, refresh)
    if (!token || token.revoked || token.sessionExpires <= now || !token.active) return {}
    const { sessionId, used, successor, userId, organisationId } = token
    const end = sessionEnd(token.created, now)
    if (end <= now) return {}

    if (!used) {
      const lifetime = lifetimeUntil(end, now)
      const pair = await issueTokens(tx, sessionId, now, lifetime)
      const sealed = seal(refresh, JSON.stringify({ ...pair, lifetime }), purpose)
      await markRefreshUsed(tx, refresh, sealed, now)
      await forgetSuccessors(tx, secondsAfter(now, -refreshGrace), sessionId)
      await prolongSession(tx, { sessionId, userId, expires: end }, now)
      return { answer: answerOf(pair, lifetime) }
    }
    const age = Math.floor((now.getTime() - used.getTime()) / 1000)
    if (successor && age < refreshGrace) {
      const { lifetime, ...pair } = sealedPair.parse(JSON.parse(unseal(refresh, successor, purpose)))
      return { answer: answerOf(pair, lifetime - age) }
    }
    const device = await revokeSession(tx, sessionId, now)
    await recordAudit(tx, {
      at: now,
      organisationId,
      userId,
      action: 'session.revoked',
      objectType: 'session',
      objectId: sessionId,
      detail: { reason: 'refresh token used twice', network: client.network, device },
      requestId: client.requestId,
    })
    return { revokedOf: userId }
  })
  if (outcome.revokedOf) await context.access.invalidateUser(outcome.revokedOf)
  // Thrown outside of the transaction, which would otherwise roll the revocation back.
  if (!outcome.answer) throw new ApiError('ERR_1002')
  return outcome.answer
}

/** Ends the session of the caller. */
export const logOut = async (context: AppContext, principal: Principal, requestId: string): Promise<void> => {
  const { userId, organisationId, sessionId } = principal
  const now = context.now()
  await context.db.transaction(async (tx) => {
    const device = await revokeSession(tx, sessionId, now)
    const object = { objectType: 'session', objectId: sessionId, detail: { device } }
    await recordAudit(tx, { at: now, organisationId, userId, action: 'session.ended', ...object, requestId })
  })
  await context.access.invalidateUser(userId)
}

/** Part of the hourly clean-up. */
export const cleanUpSessions = async ({ db, now: clock }: AppContext): Promise<void> => {
  const now = clock()
  await forgetSuccessors(db, secondsAfter(now, -refreshGrace))
  await deleteExpiredSessions(db, now, secondsAfter(now, -sessionDays * 86_400))
}
