import { and, eq } from 'drizzle-orm'
import type { Executor } from '../../platform/db/database.ts'
import { avatars, users } from '../../platform/db/schema/index.ts'

/** A stored picture of a user. */
export interface Avatar {
  /** Changes with the picture. */
  version: string
  /** WebP, 256 × 256 pixels. */
  picture: Buffer
}

/** Inserts or replaces the picture of a user. */
export const saveAvatar = async (tx: Executor, userId: string, avatar: Avatar): Promise<void> => {
  await tx
    .insert(avatars)
    .values({ userId, ...avatar })
    .onConflictDoUpdate({ target: avatars.userId, set: avatar })
}

/** @returns false: there was none */
export const removeAvatar = async (tx: Executor, userId: string): Promise<boolean> =>
  (await tx.delete(avatars).where(eq(avatars.userId, userId)).returning({ userId: avatars.userId })).length > 0

/** The picture of a user of this organisation; null: none, or a user of another organisation. */
export const findAvatar = async (db: Executor, organisationId: string, userId: string): Promise<Avatar | null> => {
  const [row] = await db
    .select({ version: avatars.version, picture: avatars.picture })
    .from(avatars)
    .innerJoin(users, eq(users.id, avatars.userId))
    .where(and(eq(avatars.userId, userId), eq(users.organisationId, organisationId)))
  return row ?? null
}
