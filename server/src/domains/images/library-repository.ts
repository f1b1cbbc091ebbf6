import {
  type HandlerInput,
  type ImageScope,
  type ImageSort,
  type listImages as ListImages,
  statusesOfScope,
} from '@lamella/shared/contract'
import { and, asc, count, desc, eq, exists, gte, ilike, inArray, isNull, lt, lte, type SQL, sql } from 'drizzle-orm'
import type { Executor } from '../../platform/db/database.ts'
import { likePattern } from '../../platform/db/like-pattern.ts'
import { images, imageTags, media, projects } from '../../platform/db/schema/index.ts'
import { cursorColumn, extentOf, idsInOrder, isAfter, orderOf } from '../media/index.ts'
import { type ListedImage, listedColumns } from './repository.ts'

/** Filter and order of a list of images, as the contract has them. */
export type ImageQuestion = Partial<Omit<HandlerInput<typeof ListImages>['query'], 'page[after]' | 'page[size]'>>

const wordsOf = (text: string | undefined): string[] => (text ?? '').split(/\s+/).filter(Boolean)

const given = <T>(value: T | undefined, condition: (value: T) => SQL | undefined): SQL | undefined =>
  value === undefined ? undefined : condition(value)

/** Condition: an image of the project, not in the trash, that meets the filter. */
const meets = (db: Executor, projectId: string, question: ImageQuestion): SQL | undefined =>
  and(
    eq(images.projectId, projectId),
    isNull(images.trashed),
    given(question['filter[scope]'], (scope) => inArray(media.status, [...statusesOfScope[scope]])),
    ...wordsOf(question['filter[name]']).map((word) => ilike(images.name, likePattern(word))),
    given(question['filter[prefix]'], (prefix) => ilike(images.name, likePattern(prefix).slice(1))),
    given(question['filter[type]'], (type) => eq(media.fileType, type)),
    given(question['filter[minSize]'], (bytes) => gte(media.size, bytes)),
    given(question['filter[maxSize]'], (bytes) => lte(media.size, bytes)),
    given(question['filter[minChannels]'], (channels) => gte(media.channelCount, channels)),
    given(question['filter[maxChannels]'], (channels) => lte(media.channelCount, channels)),
    given(question['filter[from]'], (from) => gte(images.created, new Date(from))),
    given(question['filter[until]'], (until) => lt(images.created, new Date(until))),
    given(question['filter[owner]'], (owner) => eq(media.ownerId, owner)),
    given(question['filter[tag]'], (tag) =>
      exists(
        db
          .select({ tag: imageTags.tag })
          .from(imageTags)
          .where(and(eq(imageTags.imageId, images.id), eq(imageTags.tag, tag))),
      ),
    ),
  )

/**
 * Condition that holds for all images of a project: their media belong to its organisation. With it, the index of sizes can be walked in
 * order from any place; without it, all media of the project would be sorted for each page. Of no use by other orders.
 */
const isInSizes = (db: Executor, projectId: string, sort: ImageSort): SQL | undefined =>
  sort === 'largest' || sort === 'smallest'
    ? eq(
        media.organisationId,
        db.select({ id: projects.organisationId }).from(projects).where(eq(projects.id, projectId)),
      )
    : undefined

/** One page of the images of a project. @param page.after - cursor of the place before the first @throws ApiError ERR_0400 for a wrong one */
export const listImages = (
  db: Executor,
  projectId: string,
  { sort = 'newest', ...question }: ImageQuestion,
  { after, limit }: { after?: string | undefined; limit: number },
): Promise<(ListedImage & { cursor: string })[]> =>
  db
    .select({ image: images, medium: listedColumns, cursor: cursorColumn(sort) })
    .from(images)
    .innerJoin(media, eq(media.id, images.mediumId))
    .where(
      and(
        meets(db, projectId, question),
        isInSizes(db, projectId, sort),
        after === undefined ? undefined : isAfter(after, sort),
      ),
    )
    .orderBy(...orderOf(sort))
    .limit(limit)

/** Number of images of a list, and the cursor of each of its pages; null: the first. @param size - images per page */
export const outlineOf = (
  db: Executor,
  projectId: string,
  { sort = 'newest', ...question }: ImageQuestion,
  size: number,
): Promise<{ total: number; starts: (string | null)[] }> => {
  const listed = db
    .select(idsInOrder(orderOf(sort)))
    .from(images)
    .innerJoin(media, eq(media.id, images.mediumId))
    .where(meets(db, projectId, question))
  return extentOf(db, listed, sort, size)
}

const scopeOf = Object.fromEntries(
  Object.entries(statusesOfScope).flatMap(([scope, statuses]) => statuses.map((status) => [status, scope])),
) as Record<string, ImageScope>

/** Images of a project by scope, and those in its trash. */
export const countImages = async (
  db: Executor,
  projectId: string,
): Promise<{ counts: Record<ImageScope, number>; trashed: number }> => {
  const rows = await db
    .select({ status: media.status, isTrashed: sql<boolean>`${images.trashed} is not null`, number: count() })
    .from(images)
    .innerJoin(media, eq(media.id, images.mediumId))
    .where(eq(images.projectId, projectId))
    .groupBy(media.status, sql`2`)
  const counts: Record<ImageScope, number> = { available: 0, processing: 0, failed: 0 }
  let trashed = 0
  for (const { status, isTrashed, number } of rows) {
    if (isTrashed) trashed += number
    else counts[scopeOf[status] ?? 'processing'] += number
  }
  return { counts, trashed }
}

/** Image id → its tags in the order of the alphabet; an image without tags has no entry. */
export const tagsOf = async (db: Executor, imageIds: readonly string[]): Promise<Map<string, string[]>> => {
  if (imageIds.length === 0) return new Map()
  const rows = await db
    .select()
    .from(imageTags)
    .where(inArray(imageTags.imageId, [...imageIds]))
    .orderBy(asc(imageTags.tag))
  return new Map([...Map.groupBy(rows, ({ imageId }) => imageId)].map(([id, tags]) => [id, tags.map(({ tag }) => tag)]))
}

/** Most folders of an answer. */
const mostFolders = 200

/** Tags, types, folders and owners of the images of a project, each with its number of images. */
export const groupsOf = async (db: Executor, projectId: string) => {
  const isListed = and(eq(images.projectId, projectId), isNull(images.trashed))
  const tags = await db
    .select({ name: imageTags.tag, count: count() })
    .from(imageTags)
    .innerJoin(images, eq(images.id, imageTags.imageId))
    .where(isListed)
    .groupBy(imageTags.tag)
    .orderBy(asc(imageTags.tag))
  const owners = await db
    .select({ name: media.ownerId, count: count() })
    .from(images)
    .innerJoin(media, eq(media.id, images.mediumId))
    .where(isListed)
    .groupBy(media.ownerId)
  const types = await db
    .select({ name: media.fileType, count: count() })
    .from(images)
    .innerJoin(media, eq(media.id, images.mediumId))
    .where(isListed)
    .groupBy(media.fileType)
    .orderBy(desc(count()), asc(media.fileType))
  // Up to the first separator; a name without one is in no folder.
  const folder = sql<string>`substring(${images.name} from '^[^-_/ ]+[-_/ ]')`
  const folders = await db
    .select({ name: folder.as('folder'), count: count() })
    .from(images)
    .where(and(isListed, sql`${folder} is not null`))
    .groupBy(sql`1`)
    .having(sql`count(*) > 1`)
    .orderBy(desc(count()), sql`1`)
    .limit(mostFolders)
  return { tags, types, owners, folders }
}
