import type { MediaSort } from '@lamella/shared/contract'
import { eq, type SQL, sql } from 'drizzle-orm'
import type { Executor } from '../../platform/db/database.ts'
import { images, media, projects, users } from '../../platform/db/schema/index.ts'
import { cursorColumn, isIdAlone } from './image-order.ts'

/** Column of all ids of a list in its order, as one array: numbering each row takes PostgreSQL several times as long. */
export const idsInOrder = (order: SQL[]) => ({
  ids: sql<string[]>`array_agg(${images.id} order by ${sql.join(order, sql`, `)})`.as('ids'),
})

/** Query of the cursors of the places after each page but the last, in the order of `listed`. */
const placesAfterPages = (db: Executor, sort: MediaSort, size: number) => {
  const places = sql`generate_series(${size}::int, cardinality(listed.ids) - 1, ${size}::int) place`
  if (isIdAlone(sort)) return db.select({ start: sql`listed.ids[place]::text` }).from(places).orderBy(sql`place`)
  return db
    .select({ start: cursorColumn(sort) })
    .from(places)
    .innerJoin(images, sql`${images.id} = listed.ids[place]`)
    .innerJoin(media, eq(media.id, images.mediumId))
    .innerJoin(projects, eq(projects.id, images.projectId))
    .innerJoin(users, eq(users.id, media.ownerId))
    .orderBy(sql`place`)
}

/**
 * Number of the images of a list, and the cursor of each of its pages; null: the first.
 * @param listed - query with the column of `idsInOrder`
 * @param size - images per page
 */
export const extentOf = async (
  db: Executor,
  listed: { getSQL(): SQL },
  sort: MediaSort,
  size: number,
): Promise<{ total: number; starts: (string | null)[] }> => {
  const [row] = await db
    .select({
      total: sql`coalesce(cardinality(listed.ids), 0)`.mapWith(Number),
      starts: sql<string[]>`array${placesAfterPages(db, sort, size)}`,
    })
    .from(sql`(${listed.getSQL()}) listed`)
  return row && row.total > 0 ? { total: row.total, starts: [null, ...row.starts] } : { total: 0, starts: [] }
}
