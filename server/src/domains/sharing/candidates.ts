import type { findCandidates as FindCandidates, HandlerInput, User } from '@lamella/shared/contract'
import { and, eq, ilike, notExists, or, sql } from 'drizzle-orm'
import type { Executor } from '../../platform/db/database.ts'
import { likePattern } from '../../platform/db/like-pattern.ts'
import { contributors, projects, users } from '../../platform/db/schema/index.ts'
import { firstListedUsers, toUser } from '../users/index.ts'

/** All words are in the name or the address. */
const hasWords = (name: string) =>
  name
    .split(/\s+/)
    .filter(Boolean)
    .map(likePattern)
    .map((pattern) =>
      or(sql`${users.firstName} || ' ' || ${users.lastName} ilike ${pattern}`, ilike(users.email, pattern)),
    )

/**
 * Active users who could contribute to a project and do not yet, or who could own it (`transferProject`), the first by name.
 * @returns `more`: others meet the filter too
 */
export const findCandidates = async (
  db: Executor,
  organisationId: string,
  projectId: string,
  query: HandlerInput<typeof FindCandidates>['query'],
): Promise<{ users: User[]; more: boolean }> => {
  const size = query['page[size]']
  const owns = db
    .select({ one: sql`1` })
    .from(projects)
    .where(and(eq(projects.id, projectId), eq(projects.ownerId, users.id)))
  const contributes = db
    .select({ one: sql`1` })
    .from(contributors)
    .where(and(eq(contributors.projectId, projectId), eq(contributors.userId, users.id)))
  const fits = query['filter[for]'] === 'owner' ? eq(users.isGuest, false) : notExists(contributes)
  const condition = and(eq(users.active, true), notExists(owns), fits, ...hasWords(query['filter[name]'] ?? ''))
  const found = await firstListedUsers(db, organisationId, condition, size + 1)
  return { users: found.slice(0, size).map(toUser), more: found.length > size }
}
