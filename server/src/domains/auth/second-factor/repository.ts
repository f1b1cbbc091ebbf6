import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import type { Executor } from '../../../platform/db/database.ts'
import { organisations, secondFactors, users } from '../../../platform/db/schema/index.ts'
import { deleteRecoveryCodes } from './recovery-codes.ts'

/** Where the authenticator app of a user counts. */
const isConfirmed = (userId: string) => and(eq(secondFactors.userId, userId), isNotNull(secondFactors.confirmed))

/** Holds the row until the end of a transaction: of two codes at once the second sees that the first is used. */
export const lockSecondFactor = async (tx: Executor, userId: string) =>
  (await tx.select().from(secondFactors).where(eq(secondFactors.userId, userId)).for('update'))[0] ?? null

export const hasSecondFactor = async (db: Executor, userId: string): Promise<boolean> =>
  (await db.select({ userId: secondFactors.userId }).from(secondFactors).where(isConfirmed(userId))).length > 0

/** Since when it is on, and whether the organisation asks for it. */
export const readSecondFactorState = async (db: Executor, userId: string) => {
  const [row] = await db
    .select({ since: secondFactors.confirmed, required: organisations.secondFactorRequired })
    .from(users)
    .innerJoin(organisations, eq(organisations.id, users.organisationId))
    .leftJoin(secondFactors, eq(secondFactors.userId, users.id))
    .where(eq(users.id, userId))
  return row ?? null
}

/** A secret that nobody has confirmed yet, in place of an earlier one. @returns false where one is confirmed */
export const storePendingSecret = async (tx: Executor, userId: string, secret: Buffer): Promise<boolean> => {
  const stored = await tx
    .insert(secondFactors)
    .values({ userId, secret })
    .onConflictDoUpdate({
      target: secondFactors.userId,
      set: { secret, lastStep: null },
      setWhere: isNull(secondFactors.confirmed),
    })
    .returning({ userId: secondFactors.userId })
  return stored.length > 0
}

export const changeSecondFactor = async (
  tx: Executor,
  userId: string,
  change: { confirmed?: Date; lastStep: number },
): Promise<void> => {
  await tx.update(secondFactors).set(change).where(eq(secondFactors.userId, userId))
}

/** @returns whether one was on */
export const deleteSecondFactor = async (tx: Executor, userId: string): Promise<boolean> => {
  await deleteRecoveryCodes(tx, userId)
  const [row] = await tx.delete(secondFactors).where(eq(secondFactors.userId, userId)).returning()
  return Boolean(row?.confirmed)
}

export const setSecondFactorRequired = async (tx: Executor, organisationId: string, required: boolean) => {
  await tx.update(organisations).set({ secondFactorRequired: required }).where(eq(organisations.id, organisationId))
}
