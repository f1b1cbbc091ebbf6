import { and, asc, eq, isNull, lt, or } from 'drizzle-orm'
import type { Executor } from '../../platform/db/database.ts'
import { operatorTokens } from '../../platform/db/schema/index.ts'
import type { NamedToken } from '../../platform/http/identity.ts'

export type TokenRow = typeof operatorTokens.$inferSelect

const minute = 60_000

/** Null: there is no such token. Notes the use, at most once per minute. */
export const findNamedToken = async (db: Executor, hash: Buffer, now: Date): Promise<NamedToken | null> => {
  const [row] = await db.select().from(operatorTokens).where(eq(operatorTokens.hash, hash))
  if (!row) return null
  const before = new Date(now.getTime() - minute)
  if (!row.lastUsed || row.lastUsed < before) {
    const isOld = or(isNull(operatorTokens.lastUsed), lt(operatorTokens.lastUsed, before))
    await db
      .update(operatorTokens)
      .set({ lastUsed: now })
      .where(and(eq(operatorTokens.id, row.id), isOld))
  }
  const { name, apps, may, expires } = row
  return { name, apps, may, expires }
}

/** By name. */
export const listTokens = (db: Executor): Promise<TokenRow[]> =>
  db.select().from(operatorTokens).orderBy(asc(operatorTokens.name))

/** Null: the name is taken. */
export const insertToken = async (
  tx: Executor,
  token: Pick<TokenRow, 'name' | 'hash' | 'apps' | 'may' | 'created' | 'createdBy' | 'expires'>,
): Promise<TokenRow | null> =>
  (await tx.insert(operatorTokens).values(token).onConflictDoNothing({ target: operatorTokens.name }).returning())[0] ??
  null

/** @returns whether there was one */
export const deleteToken = async (tx: Executor, name: string): Promise<boolean> =>
  (await tx.delete(operatorTokens).where(eq(operatorTokens.name, name)).returning({ id: operatorTokens.id })).length > 0
