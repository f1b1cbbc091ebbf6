import { type AuditAction, type AuditEntry, auditActions, auditSearchText } from '@lamella/shared/contract'
import { and, desc, eq, inArray, lt, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { applications } from '../../analysis/applications/registry.ts'
import type { Executor } from '../../platform/db/database.ts'
import { likePattern } from '../../platform/db/like-pattern.ts'
import {
  analysisJobs,
  auditLog,
  images,
  organisations,
  projects,
  sessions,
  users,
} from '../../platform/db/schema/index.ts'
import { fullNameOf } from '../../platform/full-name.ts'
import { sentenceOf } from './sentence.ts'

const { objectType, detail } = auditLog
const objectUsers = alias(users, 'object_users')

/** The name stored with the entry comes first: the object may have been deleted or renamed since. */
const objectName = sql<string | null>`coalesce(${detail}->>'name', ${detail}->>'device', case ${objectType}
  when 'user' then trim(${objectUsers.firstName} || ' ' || ${objectUsers.lastName})
  when 'project' then ${projects.name}
  when 'image' then ${images.name}
  when 'session' then ${sessions.device}
  when 'organisation' then ${organisations.name}
end)`
const projectName = sql<string | null>`coalesce(${detail}->>'projectName', ${projects.name})`
const imageName = sql<string | null>`coalesce(${detail}->>'imageName', ${images.name})`

/** Id of the object as UUID; null where the object is of another type. */
const objectIdIf = (type: string) =>
  sql`case when ${objectType} = ${sql.raw(`'${type}'`)} then ${auditLog.objectId}::uuid end`

const searched = sql`concat_ws(' ', ${auditLog.action}, ${objectType}, ${auditLog.objectId}, ${detail}::text,
  ${users.firstName}, ${users.lastName}, ${users.email}, ${objectName}, ${objectUsers.email}, ${projectName}, ${imageName})`

const actionsWith = (word: string): AuditAction[] =>
  auditActions
    .map(({ action }) => action)
    .filter((action) => auditSearchText(action).toLowerCase().includes(word.toLowerCase()))

/** Condition: every word of the text occurs in the entry, its names, or the sentence for its action. */
const matches = (text: string): SQL | undefined =>
  and(
    ...text
      .split(/\s+/)
      .filter(Boolean)
      .map((word) => or(inArray(auditLog.action, actionsWith(word)), sql`${searched} ilike ${likePattern(word)}`)),
  )

/** Selects entries of one organisation. */
export interface AuditQuery {
  organisationId: string
  /** Words that must all occur, in any case and order; '' matches all. */
  text: string
  action?: AuditAction | undefined
  /** Only entries older than this one. */
  after?: string | undefined
  limit: number
}

/** Entries with the names of their objects, as far as these exist. */
export const selectNamed = (db: Executor) =>
  db
    .select({
      entry: auditLog,
      user: users,
      objectName,
      projectName,
      imageName,
      appName: analysisJobs.appName,
      image: images,
    })
    .from(auditLog)
    .leftJoin(users, eq(users.id, auditLog.userId))
    .leftJoin(organisations, eq(organisations.id, auditLog.organisationId))
    .leftJoin(objectUsers, eq(objectUsers.id, objectIdIf('user')))
    .leftJoin(sessions, eq(sessions.id, objectIdIf('session')))
    .leftJoin(analysisJobs, eq(analysisJobs.id, objectIdIf('job')))
    .leftJoin(images, eq(images.id, sql`coalesce(${objectIdIf('image')}, ${analysisJobs.imageId})`))
    .leftJoin(projects, eq(projects.id, sql`coalesce(${objectIdIf('project')}, ${images.projectId})`))

export type NamedRow = Awaited<ReturnType<typeof selectNamed>>[number]

/** An entry with the names for its sentence. */
export const namedEntry = ({ entry, objectName, projectName, imageName, appName }: NamedRow) => {
  const application = applications.find(({ name }) => name === appName)?.displayName
  return { ...entry, projectName, imageName, objectName: objectName ?? application ?? null }
}

const present = (row: NamedRow): AuditEntry => {
  const { entry, user } = row
  const named = namedEntry(row)
  return {
    id: entry.id,
    at: entry.at.toISOString(),
    user: user && { id: user.id, fullName: fullNameOf(user), email: user.email },
    action: entry.action,
    sentence: sentenceOf(named),
    objectType: entry.objectType,
    objectId: entry.objectId,
    objectName: named.objectName,
    detail: entry.detail,
  }
}

/** Matching entries, newest first. */
export const listAuditEntries = async (
  db: Executor,
  { organisationId, text, action, after, limit }: AuditQuery,
): Promise<AuditEntry[]> => {
  const rows = await selectNamed(db)
    .where(
      and(
        eq(auditLog.organisationId, organisationId),
        action && eq(auditLog.action, action),
        after ? lt(auditLog.id, after) : undefined,
        matches(text),
      ),
    )
    .orderBy(desc(auditLog.id))
    .limit(limit)
  return rows.map(present)
}
