import type { CurrentUser, User } from '@lamella/shared/contract'
import { and, asc, eq, getTableColumns, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { Executor } from '../../platform/db/database.ts'
import { avatars, organisations, secondFactors, users } from '../../platform/db/schema/index.ts'
import { fullNameOf } from '../../platform/full-name.ts'
import type { Principal } from '../../platform/http/identity.ts'

type UserRow = typeof users.$inferSelect
/** Columns of a new user; `email` as `normaliseEmail` returns it. */
export type NewUser = Omit<typeof users.$inferInsert, 'id' | 'created' | 'lastActive'>

/** A user with the version of their picture, and whether their second factor is on. */
export type ListedRow = UserRow & { avatar: string | null; secondFactor: boolean }

/** A user as the API shows them (D2-3-08). */
export const toUser = (row: ListedRow): User => ({
  id: row.id,
  firstName: row.firstName,
  lastName: row.lastName,
  fullName: fullNameOf(row),
  email: row.email,
  isAdmin: row.isAdmin,
  isGuest: row.isGuest,
  ...(row.avatar && { avatar: row.avatar }),
})

/**
 * A user as the caller may see them. Guests are external people: of others they see the name, but not the email address. That of the
 * organisation's admin, whom they are asked to contact (D1-6-22, D1-6-25), has a call of its own (D1-7-19).
 */
export const toUserSeenBy = ({ userId, isGuest }: Pick<Principal, 'userId' | 'isGuest'>, row: ListedRow): User =>
  isGuest && row.id !== userId ? { ...toUser(row), email: '' } : toUser(row)

/** Roles of the API (D1-3-12). An admin is also a USER (contradiction 33). */
export const rolesOf = ({ isAdmin, isGuest }: Pick<UserRow, 'isAdmin' | 'isGuest'>): CurrentUser['roles'] => {
  if (isGuest) return ['GUEST']
  return isAdmin ? ['USER', 'ORG_ADMIN'] : ['USER']
}

/** Null: there is no account. @param email - as `normaliseEmail` returns it */
export const findUserByEmail = async (db: Executor, email: string): Promise<UserRow | null> =>
  (await db.select().from(users).where(eq(users.email, email)))[0] ?? null

/** Null: there is no such user. */
export const findUser = async (db: Executor, userId: string): Promise<UserRow | null> =>
  (await db.select().from(users).where(eq(users.id, userId)))[0] ?? null

/** As `findUser`; the row stays as it is until the end of the transaction. */
export const lockUser = async (tx: Executor, userId: string): Promise<UserRow | null> =>
  (await tx.select().from(users).where(eq(users.id, userId)).for('no key update'))[0] ?? null

/** First and last name of a user; their address without a name. */
export const findFullName = async (db: Executor, userId: string): Promise<string> => {
  const name = sql<string>`coalesce(nullif(trim(concat_ws(' ', ${users.firstName}, ${users.lastName})), ''), ${users.email})`
  const [row] = await db.select({ name }).from(users).where(eq(users.id, userId))
  return row?.name ?? ''
}

/** Columns of a user as lists show them, with their picture and second factor joined. */
export const listed = {
  ...getTableColumns(users),
  avatar: avatars.version,
  secondFactor: sql<boolean>`${secondFactors.confirmed} is not null`,
}

/** The user with everything that the client reads about itself (D1-3-11). Null: there is no such user. */
export const findCurrentUser = async (db: Executor, userId: string): Promise<CurrentUser | null> => {
  const [row] = await db
    .select({ ...listed, secondFactorRequired: organisations.secondFactorRequired })
    .from(users)
    .innerJoin(organisations, eq(organisations.id, users.organisationId))
    .leftJoin(avatars, eq(avatars.userId, users.id))
    .leftJoin(secondFactors, eq(secondFactors.userId, users.id))
    .where(eq(users.id, userId))
  if (!row) return null
  const { organisationId, agreementPrivacy, agreementTerms } = row
  const secondFactorMissing = row.secondFactorRequired && !row.secondFactor
  return {
    ...toUser(row),
    organisationId,
    agreementPrivacy,
    agreementTerms,
    roles: rolesOf(row),
    secondFactorMissing,
    ...(row.operator && !row.isGuest && { operator: true }),
  }
}

const selectListed = (db: Executor) =>
  db
    .select(listed)
    .from(users)
    .leftJoin(avatars, eq(avatars.userId, users.id))
    .leftJoin(secondFactors, eq(secondFactors.userId, users.id))

/** Null: there is no such user in the organisation. */
export const findListedUser = async (db: Executor, organisationId: string, userId: string): Promise<ListedRow | null> =>
  (await selectListed(db).where(and(eq(users.organisationId, organisationId), eq(users.id, userId))))[0] ?? null

/** Those of the ids who are in the organisation, in any order. */
export const findListedUsers = (db: Executor, organisationId: string, ids: readonly string[]): Promise<ListedRow[]> =>
  selectListed(db).where(and(eq(users.organisationId, organisationId), inArray(users.id, [...ids])))

/** The first users of the organisation by name who meet the condition. */
export const firstListedUsers = (
  db: Executor,
  organisationId: string,
  condition: SQL | undefined,
  limit: number,
): Promise<ListedRow[]> =>
  selectListed(db)
    .where(and(eq(users.organisationId, organisationId), condition))
    .orderBy(asc(users.nameKey), asc(users.id))
    .limit(limit)

const fullName = sql`trim(${users.firstName} || ' ' || ${users.lastName})`

/** Users of the organisation with one of these names or addresses. @param texts - in lower case */
export const findUsersByText = (db: Executor, organisationId: string, texts: readonly string[]): Promise<ListedRow[]> =>
  selectListed(db).where(
    and(
      eq(users.organisationId, organisationId),
      or(inArray(sql`lower(${users.email})`, [...texts]), inArray(sql`lower(${fullName})`, [...texts])),
    ),
  )

/** @returns the id; null: the address has an account already */
export const insertUser = async (tx: Executor, user: NewUser): Promise<string | null> => {
  const [row] = await tx
    .insert(users)
    .values(user)
    .onConflictDoNothing({ target: users.email })
    .returning({ id: users.id })
  return row?.id ?? null
}

/** Changes name, role or access. */
export const changeUser = async (
  tx: Executor,
  userId: string,
  change: Partial<Pick<UserRow, 'firstName' | 'lastName' | 'isAdmin' | 'isGuest' | 'active'>>,
): Promise<void> => {
  await tx.update(users).set(change).where(eq(users.id, userId))
}

/** Sets the hash of a new password; ending the sessions is the task of the caller. */
export const setPassword = async (tx: Executor, userId: string, passwordHash: string): Promise<void> => {
  await tx.update(users).set({ passwordHash }).where(eq(users.id, userId))
}

/** Records one agreement of the user. */
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

/** Withdraws agreements of all users, who have to agree again. @returns the number of users whose agreement ended */
export const withdrawAgreements = async (
  tx: Executor,
  agreements: readonly ('agreementTerms' | 'agreementPrivacy')[],
): Promise<number> => {
  const withdrawn = await tx
    .update(users)
    .set(Object.fromEntries(agreements.map((agreement) => [agreement, false])))
    .where(or(...agreements.map((agreement) => eq(users[agreement], true))))
    .returning({ id: users.id })
  return withdrawn.length
}

/** The admin and owner of the organisation (D1-1-07). Null: there is no such organisation, or it has none. */
export const findAdmin = async (db: Executor, organisationId: string) => {
  const [row] = await db
    .select({ id: users.id, email: users.email, firstName: users.firstName, lastName: users.lastName })
    .from(organisations)
    .innerJoin(users, eq(users.id, organisations.adminId))
    .where(eq(organisations.id, organisationId))
  return row ?? null
}
