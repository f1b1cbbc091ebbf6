import type { CurrentUser, User } from '@lamella/shared/contract'
import { and, asc, count, eq, gt } from 'drizzle-orm'
import type { Executor } from '../../db/database.ts'
import { users } from '../../db/schema/index.ts'
import type { PageQuery } from '../../paging.ts'

type UserRow = typeof users.$inferSelect
/** `email` as `normaliseEmail` writes it. */
export type NewUser = Omit<typeof users.$inferInsert, 'id' | 'created' | 'lastActive'>

const toUser = (row: UserRow): User => ({
  id: row.id,
  firstName: row.firstName,
  lastName: row.lastName,
  fullName: `${row.firstName} ${row.lastName}`.trim(),
  email: row.email,
  isAdmin: row.isAdmin,
  isGuest: row.isGuest,
})

/** An admin is always USER too (contradictions.md 33). */
const rolesOf = ({ isAdmin, isGuest }: UserRow): CurrentUser['roles'] => {
  if (isGuest) return ['GUEST']
  return isAdmin ? ['USER', 'ORG_ADMIN'] : ['USER']
}

export const findUserByEmail = async (db: Executor, email: string): Promise<UserRow | null> =>
  (await db.select().from(users).where(eq(users.email, email)))[0] ?? null

export const findCurrentUser = async (db: Executor, userId: string): Promise<CurrentUser | null> => {
  const [row] = await db.select().from(users).where(eq(users.id, userId))
  if (!row) return null
  const { organisationId, agreementPrivacy, agreementTerms } = row
  return { ...toUser(row), organisationId, agreementPrivacy, agreementTerms, roles: rolesOf(row) }
}

/** By id, with one row more than the page. */
export const listUsersOf = async (db: Executor, organisationId: string, query: PageQuery): Promise<User[]> => {
  const after = query['page[after]']
  const rows = await db
    .select()
    .from(users)
    .where(and(eq(users.organisationId, organisationId), after ? gt(users.id, after) : undefined))
    .orderBy(asc(users.id))
    .limit(query['page[size]'] + 1)
  return rows.map(toUser)
}

export const countUsers = async (db: Executor, organisationId: string): Promise<number> => {
  const [row] = await db.select({ number: count() }).from(users).where(eq(users.organisationId, organisationId))
  return row?.number ?? 0
}

/** Null: the address has an account already. */
export const insertUser = async (tx: Executor, user: NewUser): Promise<string | null> => {
  const [row] = await tx
    .insert(users)
    .values(user)
    .onConflictDoNothing({ target: users.email })
    .returning({ id: users.id })
  return row?.id ?? null
}

export const setPassword = async (tx: Executor, userId: string, passwordHash: string): Promise<void> => {
  await tx.update(users).set({ passwordHash }).where(eq(users.id, userId))
}

export const acceptAgreement = async (
  tx: Executor,
  userId: string,
  agreement: 'agreementTerms' | 'agreementPrivacy',
): Promise<void> => {
  await tx
    .update(users)
    .set({ [agreement]: true })
    .where(eq(users.id, userId))
}
