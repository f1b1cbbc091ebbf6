import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import type { Executor } from '../../../platform/db/database.ts'
import { organisations, secondFactors, users } from '../../../platform/db/schema/index.ts'
import { deleteRecoveryCodes } from './recovery-codes.ts'

/** Condition: the authenticator app of the user is confirmed. */
const isConfirmed = (userId: string) => and(eq(secondFactors.userId, userId), isNotNull(secondFactors.confirmed))

/** Locks the row until the end of the transaction, so that the second of two concurrent codes sees the first as used. Null: no app. */
export const lockSecondFactor = async (tx: Executor, userId: string) =>
  (await tx.select().from(secondFactors).where(eq(secondFactors.userId, userId)).for('update'))[0] ?? null

/** Whether the second factor of the user is on. */
export const hasSecondFactor = async (db: Executor, userId: string): Promise<boolean> =>
  (await db.select({ userId: secondFactors.userId }).from(secondFactors).where(isConfirmed(userId))).length > 0

/** Since when the second factor is on (null: off), and whether the organisation requires it. Null: there is no such user. */
export const readSecondFactorState = async (db: Executor, userId: string) => {
  const [row] = await db
    .select({ since: secondFactors.confirmed, required: organisations.secondFactorRequired })
    .from(users)
    .innerJoin(organisations, eq(organisations.id, users.organisationId))
    .leftJoin(secondFactors, eq(secondFactors.userId, users.id))
    .where(eq(users.id, userId))
  return row ?? null
}

/** Stores an unconfirmed secret in place of an earlier one. @returns false where a secret is confirmed: nothing was changed */
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

/** Confirms the app, or records the time step of the last accepted code. */
export const changeSecondFactor = async (
  tx: Executor,
  userId: string,
  change: { confirmed?: Date; lastStep: number },
): Promise<void> => {
  await tx.update(secondFactors).set(change).where(eq(secondFactors.userId, userId))
}

/** Deletes app and recovery codes. @returns whether the second factor was on */
export const deleteSecondFactor = async (tx: Executor, userId: string): Promise<boolean> => {
  await deleteRecoveryCodes(tx, userId)
  const [row] = await tx.delete(secondFactors).where(eq(secondFactors.userId, userId)).returning()
  return Boolean(row?.confirmed)
}

/** Whether the organisation requires a second factor of its members. */
export const setSecondFactorRequired = async (tx: Executor, organisationId: string, required: boolean) => {
  await tx.update(organisations).set({ secondFactorRequired: required }).where(eq(organisations.id, organisationId))
}
