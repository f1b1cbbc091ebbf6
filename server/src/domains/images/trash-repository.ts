import type { TrashSort } from '@lamella/shared/contract'
import { and, count, eq, isNotNull, type SQL, sql } from 'drizzle-orm'
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
} from '../../platform/db/keyset.ts'
import { images, media } from '../../platform/db/schema/index.ts'
import { type ListedImage, listedColumns } from './repository.ts'

const orderOf = (sort: TrashSort | undefined): ListOrder => {
  if (!sort) return { key: null, descending: true }
  const { column, descending } = sortOf(sort)
  const keys: Record<typeof column, { key: SQL; isNumber?: true }> = {
    // Of that length it fits into a cursor.
    name: { key: sql`(left(${images.nameKey}, 400) collate "C")` },
    size: { key: sql`${media.size}`, isNumber: true },
    trashed: { key: momentKey(images.trashed), isNumber: true },
  }
  return { ...keys[column], descending }
}

const inTrashOf = (projectId: string): SQL | undefined =>
  and(eq(images.projectId, projectId), isNotNull(images.trashed))

const keyedBy = (db: Executor, projectId: string, order: ListOrder): Keyed =>
  db
    .select(keyColumns(images.id, order))
    .from(images)
    .innerJoin(media, eq(media.id, images.mediumId))
    .where(inTrashOf(projectId))
    .as('keyed')

/** Images in the trash of a project with the cursors of the places after them. @param sort - undefined: those added last come first @throws ApiError ERR_0400 for a wrong cursor */
export const listTrashed = (
  db: Executor,
  projectId: string,
  sort: TrashSort | undefined,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<(ListedImage & { cursor: string })[]> => {
  const order = orderOf(sort)
  const keyed = keyedBy(db, projectId, order)
  return db
    .select({ image: images, medium: listedColumns, cursor: cursorAfter(keyed, order) })
    .from(keyed)
    .innerJoin(images, eq(images.id, keyed.id))
    .innerJoin(media, eq(media.id, images.mediumId))
    .where(comesAfter(keyed, after, order))
    .orderBy(...inOrder(keyed, order))
    .limit(limit)
}

/** Extent of the trash of a project. @param size - images per page */
export const outlineOfTrash = async (db: Executor, projectId: string, sort: TrashSort | undefined, size: number) => {
  const order = orderOf(sort)
  const [all] = await db.select({ number: count() }).from(images).where(inTrashOf(projectId))
  return { ...(await extentOfList(db, keyedBy(db, projectId, order), order, size)), all: all?.number ?? 0 }
}
