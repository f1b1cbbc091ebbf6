import type { ImageScope, MediaSort } from '@lamella/shared/contract'
import { and, asc, desc, eq, gt, isNull, lt, notExists, or, type SQL, sql } from 'drizzle-orm'
import type { Executor } from '../../platform/db/database.ts'
import { images, media, projects, users } from '../../platform/db/schema/index.ts'
import type { Principal } from '../../platform/http/identity.ts'
import { isVisibleTo } from '../projects/index.ts'
import { scopesOfProjects } from '../totals/index.ts'
import { extentOf, idsInOrder } from './image-extent.ts'
import { orderOf } from './image-order.ts'
import { hasWords, isListed, isSeen, type MediaQuestion } from './media-filter.ts'

/** Query with the column of `idsInOrder`. */
type OrderedIds = { getSQL(): SQL }

/** A question to which every available image that the caller can see belongs, and perhaps all others. */
interface WholeList {
  sort: MediaSort
  isAvailable: boolean
}

/** Query of the media of the organisation that are not available. These are few, and read from an index instead of all the others. */
const unavailable = (db: Executor, { organisationId }: Principal, isMeant?: SQL) =>
  db
    .select({ id: media.id })
    .from(media)
    // Two ranges of the index: it is not asked for what differs.
    .where(
      and(
        eq(media.organisationId, organisationId),
        isMeant,
        or(lt(media.status, 'available'), gt(media.status, 'available')),
      ),
    )

const isOfAvailable = (db: Executor, principal: Principal): SQL =>
  notExists(unavailable(db, principal, eq(media.id, images.mediumId)))

/**
 * Query of the images by their groups in the order of names. Each group is read from an index of images as it stands, so that nothing large is sorted.
 * OFFSET 0: as a part of the query around it, it would be run again wherever that names its ids.
 */
const inGroups = (
  db: Executor,
  groups: typeof projects | typeof users,
  isMeant: SQL | undefined,
  direction: typeof asc,
  imagesOfEach: OrderedIds,
): OrderedIds =>
  sql`select array${db
    .select({ id: sql`unnest(array${imagesOfEach})` })
    .from(groups)
    .where(isMeant)
    .orderBy(direction(groups.nameKey), direction(groups.id))} as ids offset 0`

const isListedAs = (db: Executor, principal: Principal, isAvailable: boolean): SQL | undefined =>
  and(
    isNull(images.trashed),
    isAvailable ? sql`(${images.mediumId} not in ${unavailable(db, principal)}) is true` : undefined,
  )

const orderedByProject = (db: Executor, principal: Principal, { sort, isAvailable }: WholeList): OrderedIds => {
  const direction = sort === 'project' ? asc : desc
  const ofEach = db
    .select({ id: images.id })
    .from(images)
    .where(and(eq(images.projectId, projects.id), isListedAs(db, principal, isAvailable)))
    .orderBy(direction(images.id))
  return inGroups(db, projects, isVisibleTo(db, principal), direction, ofEach)
}

/**
 * Condition: an image of a project that the caller can see. A filter: as a join, which it would be without IS TRUE, the order of an index would be
 * lost, and 100,000 images joined where 5,000 projects are looked up.
 */
const isInSeenProject = (db: Executor, principal: Principal): SQL =>
  sql`(${images.projectId} in ${db.select({ id: projects.id }).from(projects).where(isVisibleTo(db, principal))}) is true`

const orderedByOwner = (db: Executor, principal: Principal, { sort, isAvailable }: WholeList): OrderedIds => {
  const direction = sort === 'owner' ? asc : desc
  const ofEach = db
    .select({ id: images.id })
    .from(images)
    .where(and(eq(images.ownerId, users.id), isInSeenProject(db, principal), isListedAs(db, principal, isAvailable)))
    .orderBy(direction(images.mediumId), direction(images.id))
  return inGroups(db, users, eq(users.organisationId, principal.organisationId), direction, ofEach)
}

/** An index of all images is walked as a whole. */
const walked = (db: Executor, principal: Principal, { sort, isAvailable }: WholeList): OrderedIds =>
  db
    .select(idsInOrder(walkedOrders[sort] ?? orderOf(sort)))
    .from(images)
    .where(and(isInSeenProject(db, principal), isListedAs(db, principal, isAvailable)))

/** Where the order of the list is by the medium: the same order by what of it stands with the image. */
const walkedOrders: Partial<Record<MediaSort, SQL[]>> = {
  largest: [desc(images.size), desc(images.id)],
  smallest: [asc(images.size), asc(images.id)],
}

/** Whether so many images are a third of all of the portal, as far as PostgreSQL knows: then a walk costs less than to sort these. */
const areMany = async (db: Executor, number: number): Promise<boolean> => {
  const { rows } = await db.execute<{ all: number }>(
    sql`select reltuples::float8 as "all" from pg_class where oid = 'images'::regclass`,
  )
  return number * 3 > Number(rows[0]?.all ?? Number.POSITIVE_INFINITY)
}

type WayToOrder = (db: Executor, principal: Principal, list: WholeList) => OrderedIds

/** Faster ways than to join and sort what the list shows; a walk only where the list has many of all images. */
const waysToOrder: Partial<Record<MediaSort, WayToOrder>> = {
  project: orderedByProject,
  '-project': orderedByProject,
  owner: orderedByOwner,
  '-owner': orderedByOwner,
}
const waysOfMany: Partial<Record<MediaSort, WayToOrder>> = {
  ...waysToOrder,
  name: walked,
  '-name': walked,
  largest: walked,
  smallest: walked,
}

const ofMedia: ReadonlySet<MediaSort> = new Set(['largest', 'smallest', 'owner', '-owner'])

/** Not asynchronous: a query that is returned to `await` would be run. @param isMany - see `areMany` */
const orderedIds = (
  db: Executor,
  principal: Principal,
  { sort, scope }: MediaQuestion & { sort: MediaSort },
  words: readonly (SQL | undefined)[],
  isMany: boolean,
): OrderedIds => {
  const isWhole = scope === undefined || scope === 'available'
  const inOrder = isWhole && words.length === 0 && (isMany ? waysOfMany : waysToOrder)[sort]
  if (inOrder) return inOrder(db, principal, { sort, isAvailable: scope === 'available' })
  const found = db
    .select(idsInOrder(orderOf(sort)))
    .from(images)
    .innerJoin(projects, eq(projects.id, images.projectId))
    .$dynamic()
  if (isWhole && !ofMedia.has(sort)) {
    return found.where(and(isSeen(db, principal), ...words, scope && isOfAvailable(db, principal)))
  }
  return found
    .innerJoin(media, eq(media.id, images.mediumId))
    .innerJoin(users, eq(users.id, media.ownerId))
    .where(and(isListed(db, principal, { scope, sort }), ...words))
}

/**
 * Number of the media of a list, and the cursor of each of its pages; null: the first; and the images that the caller can see, by scope.
 * @param size - media per page
 */
export const outlineOfMedia = async (
  db: Executor,
  principal: Principal,
  { sort = 'newest', ...question }: MediaQuestion,
  size: number,
): Promise<{ total: number; starts: (string | null)[]; counts: Record<ImageScope, number> }> => {
  const counting = scopesOfProjects(db, isVisibleTo(db, principal))
  const measure = async () => {
    const words = await hasWords(db, principal, question.name)
    const isMany = waysOfMany[sort] !== waysToOrder[sort] && (await areMany(db, sumOf(await counting)))
    return extentOf(db, orderedIds(db, principal, { sort, ...question }, words, isMany), sort, size)
  }
  const [counts, extent] = await Promise.all([counting, measure()])
  return { ...extent, counts }
}

const sumOf = (counts: Record<ImageScope, number>): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0)
