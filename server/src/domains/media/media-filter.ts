import { type ImageScope, type MediaSort, statusesOfScope } from '@lamella/shared/contract'
import { and, eq, ilike, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Executor } from '../../platform/db/database.ts'
import { likePattern } from '../../platform/db/like-pattern.ts'
import { images, media, projects, users } from '../../platform/db/schema/index.ts'
import type { Principal } from '../../platform/http/identity.ts'
import { isVisibleTo } from '../projects/index.ts'

/** Conditions and order of a list of media. */
export interface MediaQuestion {
  scope?: ImageScope | undefined
  /** Words that all occur in the names of the image or its project, in any case and order. */
  name?: string | undefined
  sort?: MediaSort | undefined
}

const wordsOf = (text: string | undefined): string[] => (text ?? '').split(/\s+/).filter(Boolean)

/** Projects that are named one by one. A word that more have is in so many names that a list soon finds its page of them. */
const mostProjects = 1000

/**
 * Conditions: each word is in the name of the image or its project. The projects are looked up first: PostgreSQL then knows how many images they
 * have, and finds the names in an index of their letters, where there is one (ADR 96).
 */
export const hasWords = async (
  db: Executor,
  { organisationId }: Principal,
  text: string | undefined,
): Promise<(SQL | undefined)[]> => {
  const patterns = wordsOf(text).map(likePattern)
  if (patterns.length === 0) return []
  const isIn = patterns.map((pattern) => ilike(projects.name, pattern))
  const found = await db
    .select({ id: projects.id, has: sql<boolean[]>`array[${sql.join(isIn, sql`, `)}]` })
    .from(projects)
    .where(and(eq(projects.organisationId, organisationId), or(...isIn)))
  return patterns.map((pattern, word) => {
    const ids = found.flatMap(({ id, has }) => (has[word] ? [id] : []))
    const isInProject =
      ids.length > mostProjects
        ? ilike(projects.name, pattern)
        : sql`${images.projectId} = any(${sql.param(ids)}::uuid[])`
    return or(ilike(images.name, pattern), isInProject)
  })
}

/** Condition on images and projects: an image that the caller can see, not in the trash. */
export const isSeen = (db: Executor, principal: Principal): SQL | undefined =>
  and(isNull(images.trashed), isVisibleTo(db, principal))

/** Condition: the same with media, that also meets the filter. */
export const isListed = (db: Executor, principal: Principal, { scope, sort }: MediaQuestion): SQL | undefined =>
  and(
    eq(media.organisationId, principal.organisationId),
    isSeen(db, principal),
    // The owner is of the same organisation: said for the index by which their names are ordered.
    sort === 'owner' || sort === '-owner' ? eq(users.organisationId, principal.organisationId) : undefined,
    scope && inArray(media.status, [...statusesOfScope[scope]]),
  )
