import { and, desc, eq, gt, lt, notInArray } from 'drizzle-orm'
import { hashSecret, newSecret } from '../../platform/crypto/secrets.ts'
import type { Executor } from '../../platform/db/database.ts'
import { knownDevices, users } from '../../platform/db/schema/index.ts'
import { deviceDays } from './known-devices.ts'

/** Known devices per user; the oldest is forgotten beyond it. */
const mostDevices = 30

const oldest = (now: Date): Date => new Date(now.getTime() - deviceDays * 86_400_000)

/** Whether the user with this address has logged in with the browser that has this secret, within `deviceDays`. */
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
 * Remembers that the user has logged in with this browser.
 * @param shown - the secret in the cookie of the browser. A user who is new to this browser gets a new secret, so that an attacker
 * who planted a known one gains nothing. Other users of the browser continue with the new secret.
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

/** For a new password by mail: no browser is known afterwards. */
export const forgetDevices = async (tx: Executor, userId: string): Promise<void> => {
  await tx.delete(knownDevices).where(eq(knownDevices.userId, userId))
}

/** Part of the hourly clean-up: devices that were not used for `deviceDays`. */
export const deleteUnusedDevices = async (db: Executor, now: Date): Promise<void> => {
  await db.delete(knownDevices).where(lt(knownDevices.lastUsed, oldest(now)))
}
