import { and, desc, eq, gt, isNotNull, isNull, lt, ne, or, sql } from 'drizzle-orm'
import { hashSecret } from '../../platform/crypto/secrets.ts'
import type { Executor } from '../../platform/db/database.ts'
import { accessTokens, refreshTokens, sessions, users } from '../../platform/db/schema/index.ts'

/** A new access token and refresh token, in clear. */
export interface TokenPair {
  access: string
  refresh: string
}

/** @returns the id of the new session; its user counts as active now */
export const createSession = async (
  tx: Executor,
  { userId, device, expires }: { userId: string; device: string | null; expires: Date },
  now: Date,
): Promise<string> => {
  const [session] = await tx
    .insert(sessions)
    .values({ userId, device, created: now, lastUsed: now, expires })
    .returning({ id: sessions.id })
  if (!session) throw new Error('The session could not be stored')
  await tx.update(users).set({ lastActive: now }).where(eq(users.id, userId))
  return session.id
}

/** Stores the hashes of both tokens. */
export const storeTokens = async (
  tx: Executor,
  sessionId: string,
  { access, refresh }: TokenPair,
  accessExpires: Date,
): Promise<void> => {
  await tx.insert(accessTokens).values({ hash: hashSecret(access), sessionId, expires: accessExpires })
  await tx.insert(refreshTokens).values({ hash: hashSecret(refresh), sessionId })
}

/**
 * Locks the row of a refresh token until the end of the transaction, so that the second of two concurrent refreshes sees the first.
 * Null: unknown token.
 */
export const lockRefreshToken = async (tx: Executor, refresh: string) => {
  const [row] = await tx
    .select({
      sessionId: sessions.id,
      created: sessions.created,
      sessionExpires: sessions.expires,
      revoked: sessions.revoked,
      used: refreshTokens.used,
      successor: refreshTokens.successor,
      userId: users.id,
      organisationId: users.organisationId,
      active: users.active,
    })
    .from(refreshTokens)
    .innerJoin(sessions, eq(sessions.id, refreshTokens.sessionId))
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(eq(refreshTokens.hash, hashSecret(refresh)))
    .for('update', { of: refreshTokens })
  return row ?? null
}

/** Marks a refresh token as used. @param successor - the sealed answer, for the grace period */
export const markRefreshUsed = async (tx: Executor, refresh: string, successor: Buffer, now: Date): Promise<void> => {
  await tx
    .update(refreshTokens)
    .set({ used: now, successor })
    .where(eq(refreshTokens.hash, hashSecret(refresh)))
}

/** Deletes the stored answers of exchanges before `moment`, of one session or of all. */
export const forgetSuccessors = async (tx: Executor, moment: Date, sessionId?: string): Promise<void> => {
  const ofSession = sessionId ? eq(refreshTokens.sessionId, sessionId) : undefined
  const stale = and(isNotNull(refreshTokens.successor), lt(refreshTokens.used, moment), ofSession)
  await tx.update(refreshTokens).set({ successor: null }).where(stale)
}

/**
 * Prolongs a used session and records the activity of its user. The row of the user is updated first, as everywhere: otherwise a
 * concurrent deactivation of the user could deadlock.
 */
export const prolongSession = async (
  tx: Executor,
  { sessionId, userId, expires }: { sessionId: string; userId: string; expires: Date },
  now: Date,
): Promise<void> => {
  await tx.update(users).set({ lastActive: now }).where(eq(users.id, userId))
  await tx.update(sessions).set({ expires, lastUsed: now }).where(eq(sessions.id, sessionId))
}

/** Ends a session and deletes its access tokens. @returns its device; null: unknown, or the session had ended already */
export const revokeSession = async (tx: Executor, sessionId: string, now: Date): Promise<string | null> => {
  const [session] = await tx
    .update(sessions)
    .set({ revoked: now })
    .where(and(eq(sessions.id, sessionId), isNull(sessions.revoked)))
    .returning({ device: sessions.device })
  await tx.delete(accessTokens).where(eq(accessTokens.sessionId, sessionId))
  return session?.device ?? null
}

/** Ends all sessions of a user. @param kept - id of a session that is not ended */
export const revokeSessionsOfUser = async (tx: Executor, userId: string, now: Date, kept?: string): Promise<void> => {
  await tx
    .update(sessions)
    .set({ revoked: now })
    .where(and(eq(sessions.userId, userId), isNull(sessions.revoked), kept ? ne(sessions.id, kept) : undefined))
}

/** Valid sessions of a user, last used first. */
export const listSessionsOf = async (db: Executor, userId: string, now: Date) =>
  db
    .select({
      id: sessions.id,
      created: sessions.created,
      lastUsed: sql`coalesce(${sessions.lastUsed}, ${sessions.created})`.mapWith(sessions.created),
      device: sessions.device,
    })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), isNull(sessions.revoked), gt(sessions.expires, now)))
    .orderBy(desc(sql`coalesce(${sessions.lastUsed}, ${sessions.created})`), desc(sessions.id))

/** Whether the session belongs to the user and is valid. */
export const isLiveSessionOf = async (
  db: Executor,
  { userId, sessionId }: { userId: string; sessionId: string },
  now: Date,
): Promise<boolean> => (await listSessionsOf(db, userId, now)).some(({ id }) => id === sessionId)

/** Deletes what no request can use any more. Used refresh tokens are kept until `usedBefore`, because their reuse shows a theft. */
export const deleteExpiredSessions = async (db: Executor, now: Date, usedBefore: Date): Promise<void> => {
  await db.delete(sessions).where(or(lt(sessions.expires, now), lt(sessions.revoked, usedBefore)))
  await db.delete(accessTokens).where(lt(accessTokens.expires, now))
  await db.delete(refreshTokens).where(lt(refreshTokens.used, usedBefore))
}
