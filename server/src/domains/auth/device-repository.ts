import { and, desc, eq, gt, lt, notInArray } from 'drizzle-orm'
import { hashSecret, newSecret } from '../../platform/crypto/secrets.ts'
import type { Executor } from '../../platform/db/database.ts'
import { knownDevices, users } from '../../platform/db/schema/index.ts'
import { deviceDays } from './known-devices.ts'

/** Known devices of one user; with another one the oldest is forgotten. */
const mostDevices = 30

const oldest = (now: Date): Date => new Date(now.getTime() - deviceDays * 86_400_000)

export const isKnownDevice = async (db: Executor, secret: string, email: string, now: Date): Promise<boolean> => {
  const [row] = await db
    .select({ userId: knownDevices.userId })
    .from(knownDevices)
    .innerJoin(users, eq(users.id, knownDevices.userId))
    .where(
      and(eq(knownDevices.hash, hashSecret(secret)), eq(users.email, email), gt(knownDevices.lastUsed, oldest(now))),
    )
  return row !== undefined
}

const keepNewest = async (tx: Executor, userId: string): Promise<void> => {
  const newest = tx
    .select({ hash: knownDevices.hash })
    .from(knownDevices)
    .where(eq(knownDevices.userId, userId))
    .orderBy(desc(knownDevices.lastUsed))
    .limit(mostDevices)
  await tx.delete(knownDevices).where(and(eq(knownDevices.userId, userId), notInArray(knownDevices.hash, newest)))
}

/**
 * Remembers that the user has been in their account with this browser.
 * @param shown - the secret that the browser has; a user who is new to it gets another one, so that whoever planted the
 * first in a browser of others has nothing of it. People who share the browser go on with the new one.
 * @returns the secret for its cookie
 */
export const rememberDevice = async (
  tx: Executor,
  shown: string | null,
  userId: string,
  now: Date,
): Promise<string> => {
  if (shown) {
    const ofUser = and(eq(knownDevices.hash, hashSecret(shown)), eq(knownDevices.userId, userId))
    const known = await tx.update(knownDevices).set({ lastUsed: now }).where(ofUser).returning()
    if (known.length > 0) return shown
  }
  const secret = newSecret()
  if (shown) {
    await tx
      .update(knownDevices)
      .set({ hash: hashSecret(secret) })
      .where(eq(knownDevices.hash, hashSecret(shown)))
  }
  await tx.insert(knownDevices).values({ hash: hashSecret(secret), userId, lastUsed: now })
  await keepNewest(tx, userId)
  return secret
}

export const forgetDevices = async (tx: Executor, userId: string): Promise<void> => {
  await tx.delete(knownDevices).where(eq(knownDevices.userId, userId))
}

export const deleteUnusedDevices = async (db: Executor, now: Date): Promise<void> => {
  await db.delete(knownDevices).where(lt(knownDevices.lastUsed, oldest(now)))
}
