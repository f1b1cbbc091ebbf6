import type { AuditEntry } from '@lamella/shared/contract'
import { and, desc, eq, lt, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Executor } from '../../db/database.ts'
import { auditLog, projects, users } from '../../db/schema/index.ts'
import { fullNameOf } from '../users/repository.ts'

const objectUsers = alias(users, 'object_users')
const objectName = sql<string | null>`coalesce(
  ${auditLog.detail}->>'name', ${projects.name}, ${objectUsers.firstName} || ' ' || ${objectUsers.lastName})`

const searched = sql`concat_ws(' ', ${auditLog.action}, ${auditLog.objectType}, ${auditLog.objectId}, ${auditLog.detail}::text,
  ${users.firstName}, ${users.lastName}, ${users.email}, ${objectName})`

const literally = (word: string): string => `%${word.replace(/[\\%_]/g, '\\$&')}%`

/** Every word must occur somewhere in the entry. */
const matches = (text: string): SQL | undefined =>
  and(
    ...text
      .split(/\s+/)
      .filter(Boolean)
      .map((word) => sql`${searched} ilike ${literally(word)}`),
  )

export interface AuditQuery {
  organisationId: string
  text: string
  /** Only entries older than this one. */
  after?: string | undefined
  limit: number
}

/** Newest first. */
export const listAuditEntries = async (
  db: Executor,
  { organisationId, text, after, limit }: AuditQuery,
): Promise<AuditEntry[]> => {
  const rows = await db
    .select({ entry: auditLog, user: users, objectName })
    .from(auditLog)
    .leftJoin(users, eq(users.id, auditLog.userId))
    .leftJoin(objectUsers, and(eq(auditLog.objectType, 'user'), eq(sql`${objectUsers.id}::text`, auditLog.objectId)))
    .leftJoin(projects, and(eq(auditLog.objectType, 'project'), eq(sql`${projects.id}::text`, auditLog.objectId)))
    .where(and(eq(auditLog.organisationId, organisationId), after ? lt(auditLog.id, after) : undefined, matches(text)))
    .orderBy(desc(auditLog.id))
    .limit(limit)
  return rows.map(({ entry, user, objectName: name }) => ({
    id: entry.id,
    at: entry.at.toISOString(),
    user: user && { id: user.id, fullName: fullNameOf(user), email: user.email },
    action: entry.action,
    objectType: entry.objectType,
    objectId: entry.objectId,
    objectName: name,
    detail: entry.detail,
  }))
}
