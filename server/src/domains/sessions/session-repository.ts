import { and, desc, eq, gt, isNotNull, isNull, lt, ne, or, sql } from 'drizzle-orm'
import { hashSecret } from '../../platform/crypto/secrets.ts'
import type { Executor } from '../../platform/db/database.ts'
import { accessTokens, refreshTokens, sessions, users } from '../../platform/db/schema/index.ts'

export interface TokenPair {
  access: string
  refresh: string
}

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

export const storeTokens = async (
  tx: Executor,
  sessionId: string,
  { access, refresh }: TokenPair,
  accessExpires: Date,
): Promise<void> => {
  await tx.insert(accessTokens).values({ hash: hashSecret(access), sessionId, expires: accessExpires })
  await tx.insert(refreshTokens).values({ hash: hashSecret(refresh), sessionId })
}

/** Holds the token's row until the end of the transaction: of two refreshes at once the second sees the first. */
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

export const markRefreshUsed = async (tx: Executor, refresh: string, successor: Buffer, now: Date): Promise<void> => {
  await tx
    .update(refreshTokens)
    .set({ used: now, successor })
    .where(eq(refreshTokens.hash, hashSecret(refresh)))
}

/** Takes the answers of exchanges before `moment` out of the database; of one session, or of all. */
export const forgetSuccessors = async (tx: Executor, moment: Date, sessionId?: string): Promise<void> => {
  const ofSession = sessionId ? eq(refreshTokens.sessionId, sessionId) : undefined
  const stale = and(isNotNull(refreshTokens.successor), lt(refreshTokens.used, moment), ofSession)
  await tx.update(refreshTokens).set({ successor: null }).where(stale)
}

/**
 * A session that is used lives on, and its user counts as active. The user first, as everywhere: whoever deactivates him
 * at the same moment must not wait for a session that waits for him.
 */
export const prolongSession = async (
  tx: Executor,
  { sessionId, userId, expires }: { sessionId: string; userId: string; expires: Date },
  now: Date,
): Promise<void> => {
  await tx.update(users).set({ lastActive: now }).where(eq(users.id, userId))
  await tx.update(sessions).set({ expires, lastUsed: now }).where(eq(sessions.id, sessionId))
}

/** @returns the device, where it is known */
export const revokeSession = async (tx: Executor, sessionId: string, now: Date): Promise<string | null> => {
  const [session] = await tx
    .update(sessions)
    .set({ revoked: now })
    .where(and(eq(sessions.id, sessionId), isNull(sessions.revoked)))
    .returning({ device: sessions.device })
  await tx.delete(accessTokens).where(eq(accessTokens.sessionId, sessionId))
  return session?.device ?? null
}

/** @param kept - the one session that lives on */
export const revokeSessionsOfUser = async (tx: Executor, userId: string, now: Date, kept?: string): Promise<void> => {
  await tx
    .update(sessions)
    .set({ revoked: now })
    .where(and(eq(sessions.userId, userId), isNull(sessions.revoked), kept ? ne(sessions.id, kept) : undefined))
}

/** Live ones of a user, last used first. */
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

export const isLiveSessionOf = async (
  db: Executor,
  { userId, sessionId }: { userId: string; sessionId: string },
  now: Date,
): Promise<boolean> => (await listSessionsOf(db, userId, now)).some(({ id }) => id === sessionId)

/** What no request can use any more. A used refresh token is kept as long as its reuse could tell of a theft. */
export const deleteExpiredSessions = async (db: Executor, now: Date, usedBefore: Date): Promise<void> => {
  await db.delete(sessions).where(or(lt(sessions.expires, now), lt(sessions.revoked, usedBefore)))
  await db.delete(accessTokens).where(lt(accessTokens.expires, now))
  await db.delete(refreshTokens).where(lt(refreshTokens.used, usedBefore))
}
