import type { AuditAction } from '@lamella/shared/contract'
import { asc, eq } from 'drizzle-orm'
import { normaliseEmail } from '../../platform/crypto/passwords.ts'
import type { Database, Executor } from '../../platform/db/database.ts'
import { organisations, users } from '../../platform/db/schema/index.ts'
import { announceAccessChange } from '../../platform/events/access-changes.ts'
import { fullNameOf } from '../../platform/full-name.ts'
import { recordAudit } from '../audit/index.ts'
import { findUserByEmail } from '../users/index.ts'

/** @returns whether it was otherwise before */
const change = async (
  tx: Executor,
  user: NonNullable<Awaited<ReturnType<typeof findUserByEmail>>>,
  { operator, action, now }: { operator: boolean; action: AuditAction; now: Date },
): Promise<boolean> => {
  if (user.operator === operator) return false
  await tx.update(users).set({ operator }).where(eq(users.id, user.id))
  await recordAudit(tx, {
    at: now,
    organisationId: user.organisationId,
    userId: null,
    action,
    objectType: 'user',
    objectId: user.id,
    detail: { name: fullNameOf(user), by: 'operator' },
  })
  await announceAccessChange(tx, { kind: 'user', id: user.id })
  return true
}

/**
 * Lets a user see and change releases.
 * @returns whether they could not before @throws Error in words without such an account, and for a guest
 */
export const addOperator = async (db: Database, address: string, now: Date): Promise<boolean> =>
  db.transaction(async (tx) => {
    const user = await findUserByEmail(tx, normaliseEmail(address))
    if (!user) throw new Error(`There is no account ${address}.`)
    if (user.isGuest) throw new Error(`${address} is a guest: guests never operate the portal.`)
    return change(tx, user, { operator: true, action: 'operator.added', now })
  })

/** @returns whether they were one @throws Error in words without such an account */
export const removeOperator = async (db: Database, address: string, now: Date): Promise<boolean> =>
  db.transaction(async (tx) => {
    const user = await findUserByEmail(tx, normaliseEmail(address))
    if (!user) throw new Error(`There is no account ${address}.`)
    return change(tx, user, { operator: false, action: 'operator.removed', now })
  })

/** All operators who are users, by address. */
export const listOperators = (db: Executor) =>
  db
    .select({
      email: users.email,
      firstName: users.firstName,
      lastName: users.lastName,
      organisation: organisations.name,
      isGuest: users.isGuest,
      active: users.active,
    })
    .from(users)
    .innerJoin(organisations, eq(organisations.id, users.organisationId))
    .where(eq(users.operator, true))
    .orderBy(asc(users.email))
