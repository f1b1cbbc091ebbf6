import { randomInt } from 'node:crypto'
import { recoveryCodeCount } from '@lamella/shared/contract'
import { and, count, eq } from 'drizzle-orm'
import { hashSecret } from '../../../platform/crypto/secrets.ts'
import type { Executor } from '../../../platform/db/database.ts'
import { recoveryCodes } from '../../../platform/db/schema/index.ts'

/** Base32 of Crockford: without letters that look like digits. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const groups = 4
const groupLength = 4

/** 80 random bits, e.g. `4F7K-9MQ2-XB3D-0HTR`: enough for storage as a plain hash. */
const newCode = (): string =>
  Array.from({ length: groups }, () =>
    Array.from({ length: groupLength }, () => alphabet[randomInt(alphabet.length)]).join(''),
  ).join('-')

/** The canonical form of a typed code: upper case, without separators, look-alike letters as digits. */
const normalise = (code: string): string =>
  code.toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1')

const hashOf = (userId: string, code: string): Buffer => hashSecret(`${userId} ${normalise(code)}`)

/** Replaces all recovery codes of a user. @returns the new ones, of which only hashes are stored */
export const replaceRecoveryCodes = async (tx: Executor, userId: string): Promise<string[]> => {
  const codes = Array.from({ length: recoveryCodeCount }, newCode)
  await deleteRecoveryCodes(tx, userId)
  await tx.insert(recoveryCodes).values(codes.map((code) => ({ userId, hash: hashOf(userId, code) })))
  return codes
}

/** Deletes a code. @returns false: there is no such code. Of two concurrent calls only one gets true. */
export const consumeRecoveryCode = async (tx: Executor, userId: string, code: string): Promise<boolean> => {
  const used = await tx
    .delete(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.hash, hashOf(userId, code))))
    .returning()
  return used.length > 0
}

/** Number of unused codes. */
export const countRecoveryCodes = async (db: Executor, userId: string): Promise<number> => {
  const [row] = await db.select({ left: count() }).from(recoveryCodes).where(eq(recoveryCodes.userId, userId))
  return row?.left ?? 0
}

/** For turning the second factor off. */
export const deleteRecoveryCodes = async (tx: Executor, userId: string): Promise<void> => {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
}
