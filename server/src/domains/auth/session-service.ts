import type { TokenAnswer } from '@lamella/shared/contract'
import * as z from 'zod/mini'
import type { AppContext } from '../../platform/context.ts'
import { newSecret } from '../../platform/crypto/secrets.ts'
import type { Executor } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import type { Principal } from '../../platform/http/identity.ts'
import type { Origin } from '../../platform/http/origin.ts'
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

/** Seconds. The client refreshes 600 s before the end (document 1 §4.2). */
const accessLifetime = 3600
/** A session ends when it was not refreshed for this long. */
const sessionDays = 30
/** A session ends this long after its log-in, however often it was refreshed. */
const longestSessionDays = 90
/** A lost answer or a reload may ask again with the same token. */
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

/** A session of a user who has proven who they are. */
export const startSession = async (
  tx: Executor,
  { id: userId, organisationId }: { id: string; organisationId: string },
  { device, requestId }: Origin,
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
  /** Seconds; not said by servers before sessions had a latest end. */
  lifetime: z._default(z.number(), accessLifetime),
})

/** No access token outlives its session. */
const lifetimeUntil = (end: Date, now: Date): number =>
  Math.min(accessLifetime, Math.floor((end.getTime() - now.getTime()) / 1000))

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
      detail: { reason: 'refresh token used twice', network: origin.network, device },
      requestId: origin.requestId,
    })
    return { revokedOf: userId }
  })
  if (outcome.revokedOf) await context.access.invalidateUser(outcome.revokedOf)
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
  await context.access.invalidateUser(userId)
}

/** Part of the hourly clean-up. */
export const cleanUpSessions = async ({ db, now: clock }: AppContext): Promise<void> => {
  const now = clock()
  await forgetSuccessors(db, secondsAfter(now, -refreshGrace))
  await deleteExpiredSessions(db, now, secondsAfter(now, -sessionDays * 86_400))
}
