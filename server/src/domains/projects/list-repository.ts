import type { ContributorRole, ProjectSort } from '@lamella/shared/contract'
import { and, count, eq, exists, ilike, or, type SQL, sql } from 'drizzle-orm'
import type { Executor } from '../../platform/db/database.ts'
import { extentBy } from '../../platform/db/keyset.ts'
import { likePattern } from '../../platform/db/like-pattern.ts'
import { contributors, projects, users } from '../../platform/db/schema/index.ts'
import type { Principal } from '../../platform/http/identity.ts'
import { keptProjects, sumOfProjects } from '../totals/index.ts'
import { cursorColumn, imageCount, isAfter, keyColumns, lastModified, orderOf } from './project-order.ts'
import type { ProjectRow } from './repository.ts'

/** Order and conditions of a list of projects; those that are given all hold. */
export interface ProjectQuestion {
  sort: ProjectSort
  /** Occurs in a field as the list shows it, in any case. */
  text?: string | undefined
  /** Words that are all in the name, in any case and order. */
  name?: string | undefined
  /** Time zone in which times are shown, of the IANA. */
  timeZone?: string | undefined
  /** Only projects in which the caller is owner, or contributor of this role. */
  role?: ContributorRole | undefined
}

/** Condition: the caller is owner or contributor (D2-7-01). @param role - of a contributor; undefined: any */
const belongsTo = (db: Executor, { userId, organisationId }: Principal, role?: ContributorRole): SQL | undefined =>
  and(
    eq(projects.organisationId, organisationId),
    or(
      eq(projects.ownerId, userId),
      exists(
        db
          .select({ projectId: contributors.projectId })
          .from(contributors)
          .where(
            and(
              eq(contributors.projectId, projects.id),
              eq(contributors.userId, userId),
              role && eq(contributors.role, role),
            ),
          ),
      ),
    ),
  )

const shown = (moment: SQL, zone: string) => sql`to_char(${moment} at time zone ${zone}, 'YYYY-MM-DD HH24:MI:SS')`

const isNumber = (text: string) => /^\d+$/.test(text)

/** Condition: a field of the row has the text (D2-2-20), also when it was created (D2-2-29). */
const hasText = (text: string, zone: string): SQL | undefined => {
  const pattern = likePattern(text)
  return or(
    ilike(projects.name, pattern),
    ilike(projects.description, pattern),
    sql`${users.firstName} || ' ' || ${users.lastName} ilike ${pattern}`,
    // Numbers and times are read of each project: only for a text that can be one.
    ...(isNumber(text) ? [sql`${imageCount}::text like ${pattern}`] : []),
    ...(/^[-\d: ]+$/.test(text)
      ? [
          sql`${shown(lastModified, zone)} like ${pattern}`,
          sql`${shown(sql`${projects.created}`, zone)} like ${pattern}`,
        ]
      : []),
  )
}

/** More than there are: with a limit, PostgreSQL computes each key once, not again for each place in which it is used. */
const everything = 1_000_000_000

const keyed = (
  db: Executor,
  principal: Principal,
  { sort, text = '', name = '', timeZone = 'UTC', role }: ProjectQuestion,
) => {
  const wanted = text.trim()
  const words = name.split(/\s+/).filter(Boolean)
  const readsImages = sort === 'images' || sort === '-images' || isNumber(wanted)
  return db
    .select(keyColumns(sort))
    .from(projects)
    .innerJoin(users, eq(users.id, projects.ownerId))
    .leftJoin(sql`${keptProjects(db)} kept`, readsImages ? sql`kept.project_id = ${projects.id}` : sql`false`)
    .where(
      and(
        belongsTo(db, principal, role),
        wanted === '' ? undefined : hasText(wanted, timeZone),
        ...words.map((word) => ilike(projects.name, likePattern(word))),
      ),
    )
    .limit(everything)
    .as('keyed')
}

/** A project with the cursor of the place after it. */
export interface PlacedProject {
  project: ProjectRow
  cursor: string
}

/** One page of a list of projects. @throws ApiError ERR_0400 for a cursor that is not one of this order */
export const listProjectsBy = (
  db: Executor,
  principal: Principal,
  question: ProjectQuestion,
  { after, limit }: { after?: string | undefined; limit: number },
): Promise<PlacedProject[]> => {
  const listed = keyed(db, principal, question)
  return db
    .select({ project: projects, cursor: cursorColumn(listed, question.sort) })
    .from(listed)
    .innerJoin(projects, eq(projects.id, listed.id))
    .where(after === undefined ? undefined : isAfter(listed, after, question.sort))
    .orderBy(...orderOf(listed, question.sort))
    .limit(limit)
}

/** Number of the projects of a list, and the cursor of each of its pages; null: the first. @param size - projects per page */
export const outlineOfProjects = async (
  db: Executor,
  principal: Principal,
  question: ProjectQuestion,
  size: number,
): Promise<{ total: number; starts: (string | null)[] }> => {
  const listed = keyed(db, principal, question)
  return extentBy(db, listed, cursorColumn(listed, question.sort), orderOf(listed, question.sort), size)
}

/** Projects in which the caller is owner or contributor, and images outside the trash of those that they own. */
export const countProjectsOf = async (
  db: Executor,
  principal: Principal,
): Promise<{ all: number; ownImages: number }> => {
  const [listed] = await db.select({ number: count() }).from(projects).where(belongsTo(db, principal))
  const isOwn = and(eq(projects.organisationId, principal.organisationId), eq(projects.ownerId, principal.userId))
  const own = await sumOfProjects(db, isOwn)
  return { all: listed?.number ?? 0, ownImages: own.images }
}
