import { and, eq, gt, isNull, lt } from 'drizzle-orm'
import { hashSecret, newSecret } from '../../platform/crypto/secrets.ts'
import type { Executor } from '../../platform/db/database.ts'
import { linkTokens } from '../../platform/db/schema/index.ts'

type Purpose = (typeof linkTokens.$inferSelect)['purpose']

/** @returns the secret for the link; only its hash is kept */
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

/** The address that a live link was mailed to; the link stays usable. */
export const peekLinkToken = async (db: Executor, token: string, purpose: Purpose, now: Date): Promise<string | null> =>
  (
    await db
      .select({ email: linkTokens.email })
      .from(linkTokens)
      .where(usable(token, purpose, now))
  )[0]?.email ?? null

/** Uses the link up. Of two at once only one gets the address. */
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

/** No other link of this kind, mailed to this address, works from now on. */
export const consumeLinksOf = async (tx: Executor, email: string, purpose: Purpose, now: Date): Promise<void> => {
  await tx
    .update(linkTokens)
    .set({ used: now })
    .where(and(eq(linkTokens.email, email), eq(linkTokens.purpose, purpose), isNull(linkTokens.used)))
}

export const deleteExpiredLinks = async (db: Executor, now: Date): Promise<void> => {
  await db.delete(linkTokens).where(lt(linkTokens.expires, now))
}
