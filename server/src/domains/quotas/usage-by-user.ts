import { and, count, eq, inArray } from 'drizzle-orm'
import type { Executor } from '../../platform/db/database.ts'
import { projects, users } from '../../platform/db/schema/index.ts'

/** Every user of the organisation, or those of `userIds`, with the number of projects that they own (D1-3-21). */
export const projectsByUser = async (
  db: Executor,
  organisationId: string,
  userIds?: readonly string[],
): Promise<{ userId: string; count: number }[]> =>
  db
    .select({ userId: users.id, count: count(projects.id) })
    .from(users)
    .leftJoin(projects, eq(projects.ownerId, users.id))
    .where(and(eq(users.organisationId, organisationId), userIds && inArray(users.id, [...userIds])))
    .groupBy(users.id)
    .orderBy(users.id)
