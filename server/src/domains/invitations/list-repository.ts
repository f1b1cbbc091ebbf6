import type { InvitationSort } from '@lamella/shared/contract'
import { count, eq, type SQL, sql } from 'drizzle-orm'
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
  textKey,
} from '../../platform/db/keyset.ts'
import { invitations, users } from '../../platform/db/schema/index.ts'

/** Invitations of an organisation in an order; whether one has expired is asked for a moment. */
export interface InvitationQuestion {
  organisationId: string
  sort: InvitationSort
  now: Date
}

const orderOf = ({ sort, now }: InvitationQuestion): ListOrder => {
  const { column, descending } = sortOf(sort)
  // Who has left has no name: the last in both directions.
  const nobody = descending ? '' : '\uffff'
  const keys: Record<typeof column, { key: SQL; isNumber?: true }> = {
    email: { key: textKey(invitations.email) },
    role: { key: sql`(${invitations.role} collate "C")` },
    // "Expired" before "Invited".
    status: { key: sql`(${invitations.expires} > ${now})::int::bigint`, isNumber: true },
    'invited-by': { key: sql`coalesce(${users.nameKey}, ${nobody})` },
    created: { key: momentKey(invitations.created), isNumber: true },
    expires: { key: momentKey(invitations.expires), isNumber: true },
  }
  return { ...keys[column], descending }
}

const keyedBy = (db: Executor, { organisationId }: InvitationQuestion, order: ListOrder): Keyed =>
  db
    .select(keyColumns(invitations.id, order))
    .from(invitations)
    .leftJoin(users, eq(users.id, invitations.invitedBy))
    .where(eq(invitations.organisationId, organisationId))
    .as('keyed')

/** Invitations with the cursors of the places after them, expired ones included: they can be sent again. @throws ApiError ERR_0400 for a wrong cursor */
export const listInvitationsBy = (
  db: Executor,
  question: InvitationQuestion,
  { after, limit }: { after: string | undefined; limit: number },
) => {
  const order = orderOf(question)
  const keyed = keyedBy(db, question, order)
  return db
    .select({
      invitation: invitations,
      inviter: { id: users.id, firstName: users.firstName, lastName: users.lastName },
      cursor: cursorAfter(keyed, order),
    })
    .from(keyed)
    .innerJoin(invitations, eq(invitations.id, keyed.id))
    .leftJoin(users, eq(users.id, invitations.invitedBy))
    .where(comesAfter(keyed, after, order))
    .orderBy(...inOrder(keyed, order))
    .limit(limit)
}

/** Extent of the list of invitations. @param size - invitations per page */
export const outlineOfInvitations = async (db: Executor, question: InvitationQuestion, size: number) => {
  const order = orderOf(question)
  const [all] = await db
    .select({ number: count() })
    .from(invitations)
    .where(eq(invitations.organisationId, question.organisationId))
  return { ...(await extentOfList(db, keyedBy(db, question, order), order, size)), all: all?.number ?? 0 }
}
