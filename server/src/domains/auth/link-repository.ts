import { and, eq, gt, isNull, lt } from 'drizzle-orm'
import { hashSecret, newSecret } from '../../platform/crypto/secrets.ts'
import type { Executor } from '../../platform/db/database.ts'
import { linkTokens } from '../../platform/db/schema/index.ts'

type Purpose = (typeof linkTokens.$inferSelect)['purpose']

/** Stores a new link. @returns its secret, of which only the hash is stored */
export const createLinkToken = async (
  tx: Executor,
  { purpose, email, expires }: { purpose: Purpose; email: string; expires: Date },
): Promise<string> => {
  const token = newSecret()
  await tx.insert(linkTokens).values({ hash: hashSecret(token), purpose, email, expires })
  return token
}

const usable = (token: string, purpose: Purpose, now: Date) =>
  and(
    eq(linkTokens.hash, hashSecret(token)),
    eq(linkTokens.purpose, purpose),
    isNull(linkTokens.used),
    gt(linkTokens.expires, now),
  )

/** The address that a valid link was mailed to; null: unknown, used or expired. The link stays usable. */
export const peekLinkToken = async (db: Executor, token: string, purpose: Purpose, now: Date): Promise<string | null> =>
  (
    await db
      .select({ email: linkTokens.email })
      .from(linkTokens)
      .where(usable(token, purpose, now))
  )[0]?.email ?? null

/** As `peekLinkToken`, and marks the link as used. Of two concurrent calls only one gets the address. */
export const consumeLinkToken = async (
  tx: Executor,
  token: string,
  purpose: Purpose,
  now: Date,
): Promise<string | null> => {
  const rows = await tx
    .update(linkTokens)
    .set({ used: now })
    .where(usable(token, purpose, now))
    .returning({ email: linkTokens.email })
  return rows[0]?.email ?? null
}

/** Marks all links with this purpose and address as used. */
export const consumeLinksOf = async (tx: Executor, email: string, purpose: Purpose, now: Date): Promise<void> => {
  await tx
    .update(linkTokens)
    .set({ used: now })
    .where(and(eq(linkTokens.email, email), eq(linkTokens.purpose, purpose), isNull(linkTokens.used)))
}

/** Part of the hourly clean-up. */
export const deleteExpiredLinks = async (db: Executor, now: Date): Promise<void> => {
  await db.delete(linkTokens).where(lt(linkTokens.expires, now))
}
