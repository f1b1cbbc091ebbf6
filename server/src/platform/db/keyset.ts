import { asc, desc, type SQL, type SQLWrapper, type Subquery, sql } from 'drizzle-orm'
import { ApiError } from '../http/api-error.ts'
import type { Executor } from './database.ts'

/**
 * An order of a list that is read in pages. A cursor is the place after a row: its id and, where the order has a key, the key, joined by
 * `~`. It holds the key itself, so that it stays valid when the row is changed or deleted.
 */
export interface ListOrder {
  /** By which rows are ordered, never null; texts in the collation "C". Null: by the id alone, which sorts by age. */
  key: SQL | null
  /** The key is a number, as `bigint`. */
  isNumber?: boolean
  descending: boolean
}

/** A subquery of which each row is one of the list. */
export type Keyed = Subquery & { id: SQLWrapper; key: SQL.Aliased }

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const isKey = ({ isNumber }: ListOrder, text: string): boolean => !isNumber || /^-?\d{1,18}$/.test(text)

/** Column and direction of an order such as `-name`. */
export const sortOf = <Column extends string>(
  sort: Column | `-${Column}`,
): { column: Column; descending: boolean } => ({
  column: sort.replace(/^-/, '') as Column,
  descending: sort.startsWith('-'),
})

/** By which a text is ordered as names are: without case and accents, its numbers by value. */
export const textKey = (text: SQLWrapper): SQL => sql`(left(image_name_key(${text}), 400) collate "C")`

/** Milliseconds since 1970 of a moment. */
export const momentKey = (moment: SQLWrapper): SQL => sql`(extract(epoch from ${moment}) * 1000)::bigint`

/** Columns of the subquery. @param id - of the row */
export const keyColumns = <Id>(id: Id, { key }: ListOrder) => ({ id, key: (key ?? sql`null::text`).as('key') })

/** Terms of ORDER BY, of which the last is the id: no two rows have the same place. */
export const inOrder = ({ id, key }: Keyed, order: ListOrder): SQL[] => {
  const direction = order.descending ? desc : asc
  return order.key ? [direction(key), direction(id)] : [direction(id)]
}

/** Cursor of the place after a row. */
export const cursorAfter = ({ id, key }: Keyed, order: ListOrder): SQL<string> =>
  order.key ? sql`${id}::text || '~' || ${key}` : sql`${id}::text`

/** Condition: the row comes after the cursor; undefined: all do. @throws ApiError ERR_0400 for a cursor that is not one of this order */
export const comesAfter = ({ id, key }: Keyed, cursor: string | undefined, order: ListOrder): SQL | undefined => {
  if (cursor === undefined) return undefined
  const is = sql.raw(order.descending ? '<' : '>')
  const [before = '', ...texts] = cursor.split('~')
  const text = texts.join('~')
  if (!uuid.test(before) || texts.length > 0 !== (order.key !== null) || (order.key && !isKey(order, text))) {
    throw new ApiError('ERR_0400', 'page[after]: it is not a place in this order.')
  }
  if (!order.key) return sql`${id} ${is} ${before}::uuid`
  return sql`(${key}, ${id}) ${is} (${text}::${sql.raw(order.isNumber ? 'bigint' : 'text')}, ${before}::uuid)`
}

/**
 * Number of the rows of a list, and the cursor of each of its pages; null: the first.
 * @param cursor - of the place after a row
 * @param order - terms of ORDER BY, without ties
 * @param size - rows per page
 */
export const extentBy = async (
  db: Executor,
  rowsOf: Subquery,
  cursor: SQL,
  order: SQL[],
  size: number,
): Promise<{ total: number; starts: (string | null)[] }> => {
  const numbered = db
    .select({
      cursor: sql<string>`${cursor}`.as('cursor'),
      place: sql<number>`row_number() over (order by ${sql.join(order, sql`, `)})`.mapWith(Number).as('place'),
      total: sql<number>`count(*) over ()`.mapWith(Number).as('total'),
    })
    .from(rowsOf)
    .as('numbered')
  const isAtEdge = sql`${numbered.place} = 1 or ${numbered.place} % ${size} = 0`
  const rows = await db.select().from(numbered).where(isAtEdge).orderBy(numbered.place)
  const total = rows[0]?.total ?? 0
  const ends = rows.filter(({ place }) => place % size === 0 && place < total)
  return { total, starts: total === 0 ? [] : [null, ...ends.map(({ cursor }) => cursor)] }
}

/** The extent of a list in an order. */
export const extentOfList = (db: Executor, keyed: Keyed, order: ListOrder, size: number) =>
  extentBy(db, keyed, cursorAfter(keyed, order), inOrder(keyed, order), size)
