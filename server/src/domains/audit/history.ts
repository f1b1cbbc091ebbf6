import { auditPartsOf, type HistoryEntry } from '@lamella/shared/contract'
import { and, desc, eq, inArray, lt, sql } from 'drizzle-orm'
import type { Executor } from '../../platform/db/database.ts'
import { auditLog, projects } from '../../platform/db/schema/index.ts'
import { fullNameOf } from '../../platform/full-name.ts'
import type { PageQuery } from '../../platform/http/paging.ts'
import { type Act, type ActGroup, groupActs } from './group-acts.ts'
import { historyTextOf, historyTexts } from './history-texts.ts'
import { type NamedRow, namedEntry, selectNamed } from './read-repository.ts'
import { namesOf } from './sentence.ts'

/** Entries per request of the database. */
const batch = 500
/** Entries read for one page: more of the same in a row are shown as several groups. */
const most = 4 * batch

const shown = Object.keys(historyTexts)

const readActs = (db: Executor, projectId: string, after: string | undefined): Promise<Act[]> =>
  db
    .select({
      id: auditLog.id,
      at: auditLog.at,
      userId: auditLog.userId,
      action: auditLog.action,
      analysis: sql<string | null>`case ${auditLog.objectType} when 'job' then ${auditLog.detail}->>'name' end`,
    })
    .from(auditLog)
    .where(
      and(
        eq(auditLog.projectId, projectId),
        inArray(auditLog.action, shown),
        after ? lt(auditLog.id, after) : undefined,
      ),
    )
    .orderBy(desc(auditLog.id))
    .limit(batch)

/** Where the object of a single act can be opened: an image of this project outside the trash, or a job of such an image. */
const openObject = ({ entry, image, appName }: NamedRow, projectId: string): string | null => {
  if (entry.objectType !== 'image' && entry.objectType !== 'job') return null
  const isThere = image?.projectId === projectId && image.trashed === null
  return isThere && (entry.objectType === 'image' || appName !== null) ? entry.objectId : null
}

const present = ({ newest, oldest, count }: ActGroup, row: NamedRow, projectId: string): HistoryEntry => {
  const texts = historyTextOf(newest.action)
  const names = { ...namesOf(namedEntry(row)), count: count.toLocaleString('en') }
  return {
    id: oldest.id,
    at: newest.at.toISOString(),
    user: row.user && { id: row.user.id, fullName: fullNameOf(row.user) },
    count,
    sentence: auditPartsOf((count > 1 ? texts?.many : texts?.one) ?? '', names),
    objectType: row.entry.objectType,
    objectId: count > 1 ? null : openObject(row, projectId),
  }
}

/** What happened in a project, newest first: one page and one more entry. */
export const listHistory = async (
  db: Executor,
  projectId: string,
  { 'page[after]': after, 'page[size]': size }: PageQuery,
): Promise<HistoryEntry[]> => {
  const acts: Act[] = []
  let groups: ActGroup[] = []
  for (let read = batch; read === batch && acts.length < most && groups.length <= size + 1; ) {
    const next = await readActs(db, projectId, acts.at(-1)?.id ?? after)
    read = next.length
    acts.push(...next)
    groups = groupActs(acts, (action) => historyTextOf(action)?.many !== undefined)
  }
  const page = groups.slice(0, size + 1)
  const rows = await selectNamed(db).where(
    inArray(
      auditLog.id,
      page.map(({ newest }) => newest.id),
    ),
  )
  const byId = new Map(rows.map((row) => [row.entry.id, row]))
  return page.flatMap((group) => {
    const row = byId.get(group.newest.id)
    return row ? [present(group, row, projectId)] : []
  })
}

/** Project id → when something of its history happened last; a project without history has no entry. */
export const lastActsOf = async (db: Executor, projectIds: readonly string[]): Promise<Map<string, Date>> => {
  if (projectIds.length === 0) return new Map()
  // Reads one entry of each project from the index.
  const last = db
    .select({ at: auditLog.at })
    .from(auditLog)
    .where(eq(auditLog.projectId, projects.id))
    .orderBy(desc(auditLog.id))
    .limit(1)
    .as('last')
  const rows = await db
    .select({ id: projects.id, at: last.at })
    .from(projects)
    .innerJoinLateral(last, sql`true`)
    .where(inArray(projects.id, [...projectIds]))
  return new Map(rows.map(({ id, at }) => [id, at]))
}
