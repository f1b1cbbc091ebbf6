import type { Session } from '@lamella/shared/contract'
import type { AppContext } from '../../platform/context.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import type { Principal } from '../../platform/http/identity.ts'
import { type Actor, byActor, recordAudit } from '../audit/index.ts'
import { isLiveSessionOf, listSessionsOf, revokeSession, revokeSessionsOfUser } from '../sessions/index.ts'

/** The valid sessions of the caller, last used first; the current one is marked. */
export const listOwnSessions = async (
  { db, now }: AppContext,
  { userId, sessionId }: Principal,
): Promise<Session[]> => {
  const rows = await listSessionsOf(db, userId, now())
  return rows.map(({ id, created, lastUsed, device }) => ({
    id,
    created: created.toISOString(),
    lastUsed: lastUsed.toISOString(),
    device,
    isCurrent: id === sessionId,
  }))
}

/** @throws ApiError ERR_0404 for a session that has ended or belongs to another user */
export const endOwnSession = async (context: AppContext, actor: Actor, sessionId: string): Promise<void> => {
  const { userId } = actor.principal
  const now = context.now()
  await context.db.transaction(async (tx) => {
    if (!(await isLiveSessionOf(tx, { userId, sessionId }, now))) throw new ApiError('ERR_0404')
    const device = await revokeSession(tx, sessionId, now)
    const object = { objectType: 'session', objectId: sessionId, detail: { device } }
    await recordAudit(tx, { ...byActor(actor, now), action: 'session.ended', ...object })
  })
  await context.access.invalidateUser(userId)
}

/** Ends all sessions of the caller, the current one included. */
export const endOwnSessions = async (context: AppContext, actor: Actor): Promise<void> => {
  const { userId } = actor.principal
  const now = context.now()
  await context.db.transaction(async (tx) => {
    await revokeSessionsOfUser(tx, userId, now)
    const object = { objectType: 'user', objectId: userId }
    await recordAudit(tx, { ...byActor(actor, now), action: 'sessions.ended', ...object })
  })
  await context.access.invalidateUser(userId)
}
