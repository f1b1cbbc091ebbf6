import type { AppId } from '@lamella/shared/contract'
import { and, count, eq, gte, inArray, lt, or, sql } from 'drizzle-orm'
import { normaliseEmail } from '../../platform/crypto/passwords.ts'
import type { Executor } from '../../platform/db/database.ts'
import { organisations, users, versionReports } from '../../platform/db/schema/index.ts'
import { fullNameOf } from '../../platform/full-name.ts'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Users with these addresses; addresses without a user are absent. */
export const findUsersByEmail = async (db: Executor, emails: readonly string[]) =>
  emails.length === 0
    ? []
    : db
        .select({ id: users.id, email: users.email })
        .from(users)
        .where(inArray(users.email, emails.map(normaliseEmail)))

/** Organisations by exact name, or by id. */
export const findOrganisations = async (db: Executor, names: readonly string[]) => {
  if (names.length === 0) return []
  const ids = names.filter((name) => uuid.test(name))
  return db
    .select({ id: organisations.id, name: organisations.name })
    .from(organisations)
    .where(or(inArray(organisations.name, [...names]), ids.length > 0 ? inArray(organisations.id, ids) : undefined))
}

/** Users by id, without those who are gone. */
export const namesOfUsers = async (db: Executor, ids: readonly string[]) => {
  if (ids.length === 0) return []
  const rows = await db
    .select()
    .from(users)
    .where(inArray(users.id, [...ids]))
    .orderBy(users.email)
  return rows.map((user) => ({ id: user.id, email: user.email, fullName: fullNameOf(user) }))
}

/** Organisations by id, without those that are gone. */
export const namesOfOrganisations = async (db: Executor, ids: readonly string[]) =>
  ids.length === 0
    ? []
    : db
        .select({ id: organisations.id, name: organisations.name })
        .from(organisations)
        .where(inArray(organisations.id, [...ids]))
        .orderBy(organisations.name)

/** Number of active users: of all, and of those who are named by themselves or by their organisation. */
export const countAudience = async (
  db: Executor,
  { users: ids, organisations: of }: { users: readonly string[]; organisations: readonly string[] },
): Promise<{ all: number; named: number }> => {
  const isNamed = or(
    ids.length > 0 ? inArray(users.id, [...ids]) : sql`false`,
    of.length > 0 ? inArray(users.organisationId, [...of]) : sql`false`,
  )
  const [row] = await db
    .select({ all: count(), named: sql<number>`count(*) filter (where ${isNamed})::int` })
    .from(users)
    .where(eq(users.active, true))
  return row ?? { all: 0, named: 0 }
}

/** How a version worked for a user. */
export interface VersionReport {
  app: AppId
  version: string
  outcome: 'load' | 'failure'
}

/** Notes reports of a user: of each version the last load and the last failure. */
export const noteReports = async (
  db: Executor,
  userId: string,
  reports: readonly VersionReport[],
  now: Date,
): Promise<void> => {
  for (const { app, version, outcome } of reports) {
    const moment = outcome === 'load' ? { loaded: now } : { failed: now }
    await db
      .insert(versionReports)
      .values({ app, version, userId, ...moment })
      .onConflictDoUpdate({
        target: [versionReports.app, versionReports.version, versionReports.userId],
        set: moment,
      })
  }
}

/** When the account of a user was made. */
export const findCreated = async (db: Executor, userId: string): Promise<Date | null> =>
  (await db.select({ created: users.created }).from(users).where(eq(users.id, userId)))[0]?.created ?? null

/** Whether a user may see and change releases; guests never do. */
export const hasOperatorRight = async (db: Executor, userId: string): Promise<boolean> => {
  const [user] = await db
    .select({ operator: users.operator, isGuest: users.isGuest })
    .from(users)
    .where(eq(users.id, userId))
  return user?.operator === true && !user.isGuest
}

/** Users of a version since a moment, and for how many of them it failed since then. */
export const countReports = async (
  db: Executor,
  app: AppId,
  version: string,
  since: Date,
): Promise<{ users: number; failed: number }> => {
  const { loaded, failed } = versionReports
  const [row] = await db
    .select({ users: count(), failed: sql<number>`count(*) filter (where ${gte(failed, since)})::int` })
    .from(versionReports)
    .where(
      and(eq(versionReports.app, app), eq(versionReports.version, version), or(gte(loaded, since), gte(failed, since))),
    )
  return row ?? { users: 0, failed: 0 }
}

/** Forgets reports that no trial can ask for any more. */
export const forgetReports = async (db: Executor, before: Date): Promise<void> => {
  const last = sql`greatest(${versionReports.loaded}, ${versionReports.failed})`
  await db.delete(versionReports).where(lt(last, before.toISOString()))
}
