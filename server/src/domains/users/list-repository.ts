import type { MemberSort } from '@lamella/shared/contract'
import { and, count, eq, ilike, or, type SQL, sql } from 'drizzle-orm'
import type { Executor } from '../../platform/db/database.ts'
import {
  comesAfter,
  cursorAfter,
  extentOfList,
  inOrder,
  type Keyed,
  keyColumns,
  type ListOrder,
  momentKey,
  sortOf,
} from '../../platform/db/keyset.ts'
import { likePattern } from '../../platform/db/like-pattern.ts'
import { avatars, organisations, projects, secondFactors, users } from '../../platform/db/schema/index.ts'
import type { Principal } from '../../platform/http/identity.ts'
import { type PageQuery, pageOf } from '../../platform/http/paging.ts'
import { type ListedRow, listed } from './repository.ts'

/** Order and condition of a list of users. */
export interface UserQuestion {
  caller: Principal
  /** Undefined: in the order in which they joined. */
  sort?: MemberSort | undefined
  /** Occurs in a field as the list shows it, in any case. */
  text?: string | undefined
  /** The list shows how many projects they own. */
  withProjects?: boolean
  /** Bytes by user, for their order. */
  storage?: ReadonlyMap<string, number>
}

/** The question of a call. */
export const questionOfUsers = (
  caller: Principal,
  query: { sort?: MemberSort | undefined; 'filter[text]'?: string | undefined },
): UserQuestion => ({ caller, sort: query.sort, text: query['filter[text]'] })

const projectCount = sql<number>`(select count(*) from ${projects} where ${projects.ownerId} = ${users.id})`

/** As the page names the role. */
const roleText = sql`(case when ${users.isGuest} then 'Guest' when ${users.isAdmin} then 'Admin' else 'User' end
  || case when ${users.id} = ${organisations.adminId} then ', owner' else '' end)`

/** Later than any visit, and earlier. */
const never = { ascending: sql`${Number.MAX_SAFE_INTEGER}::bigint`, descending: sql`-1::bigint` }

const orderOf = ({ sort, storage }: UserQuestion): ListOrder => {
  if (!sort) return { key: null, descending: false }
  const { column, descending } = sortOf(sort)
  const visit = sql`coalesce(${momentKey(users.lastActive)}, ${descending ? never.descending : never.ascending})`
  const sizes = JSON.stringify(Object.fromEntries(storage ?? []))
  const keys: Record<typeof column, SQL> = {
    name: sql`${users.nameKey}`,
    role: sql`(${roleText} collate "C")`,
    projects: projectCount,
    storage: sql`coalesce((${sizes}::jsonb ->> ${users.id}::text)::bigint, 0)`,
    'last-active': visit,
    'two-step': sql`(${secondFactors.confirmed} is not null)::int::bigint`,
  }
  return { key: keys[column], isNumber: column !== 'name' && column !== 'role', descending }
}

/** Condition: a field of the row has the text. Guests do not find others by addresses, which they cannot see. */
const hasText = ({ caller, text = '', withProjects }: UserQuestion): SQL | undefined => {
  const wanted = text.trim()
  if (wanted === '') return undefined
  const pattern = likePattern(wanted)
  return or(
    sql`${users.firstName} || ' ' || ${users.lastName} ilike ${pattern}`,
    and(ilike(users.email, pattern), caller.isGuest ? eq(users.id, caller.userId) : undefined),
    sql`${roleText} ilike ${pattern}`,
    withProjects && /^\d+$/.test(wanted) ? sql`${projectCount}::text like ${pattern}` : undefined,
  )
}

const keyedBy = (db: Executor, question: UserQuestion, order: ListOrder): Keyed =>
  db
    .select(keyColumns(users.id, order))
    .from(users)
    .innerJoin(organisations, eq(organisations.id, users.organisationId))
    .leftJoin(secondFactors, eq(secondFactors.userId, users.id))
    .where(and(eq(users.organisationId, question.caller.organisationId), hasText(question)))
    .as('keyed')

/** One page of the users of the organisation. @throws ApiError ERR_0400 for a cursor that is not one of this order */
export const listUsersBy = async (
  db: Executor,
  question: UserQuestion,
  query: PageQuery,
  path: string,
): Promise<{ data: ListedRow[]; links: { next: string | null } }> => {
  const order = orderOf(question)
  const keyed = keyedBy(db, question, order)
  const rows = await db
    .select({ ...listed, cursor: cursorAfter(keyed, order) })
    .from(keyed)
    .innerJoin(users, eq(users.id, keyed.id))
    .leftJoin(avatars, eq(avatars.userId, users.id))
    .leftJoin(secondFactors, eq(secondFactors.userId, users.id))
    .where(comesAfter(keyed, query['page[after]'], order))
    .orderBy(...inOrder(keyed, order))
    .limit(query['page[size]'] + 1)
  const filter = { sort: question.sort, 'filter[text]': question.text }
  return pageOf(rows, query, path, filter, ({ cursor }) => cursor)
}

const countUsers = async (db: Executor, condition: SQL | undefined): Promise<number> =>
  (await db.select({ number: count() }).from(users).where(condition))[0]?.number ?? 0

/** Extent of a list of users. @param size - users per page */
export const outlineOfUsers = async (db: Executor, question: UserQuestion, size: number) => {
  const order = orderOf(question)
  return {
    ...(await extentOfList(db, keyedBy(db, question, order), order, size)),
    all: await countUsers(db, eq(users.organisationId, question.caller.organisationId)),
  }
}

/** Users of the organisation who can log in. */
export const countActiveUsers = (db: Executor, organisationId: string): Promise<number> =>
  countUsers(db, and(eq(users.organisationId, organisationId), eq(users.active, true)))
