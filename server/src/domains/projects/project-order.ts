import type { ProjectSort } from '@lamella/shared/contract'
import { asc, desc, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { auditLog, images, projects, users } from '../../platform/db/schema/index.ts'
import { ApiError } from '../../platform/http/api-error.ts'

/** A column by which projects are ordered. The cursor of a place is the id of the project before it and the text of its key, where there is one, joined by `~`. */
interface Order {
  key: SQL
  /** Text of the cursor: the name that the key is made of, the key itself, or none. */
  text: SQL | 'key' | 'none'
  isText: (text: string) => boolean
  /** The key that a text of a cursor stands for. */
  keyOf: (text: string) => SQL
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const isNumber = (text: string) => /^\d{1,16}$/.test(text)
const nameKeyOf = (text: string) => sql`left(image_name_key(${text}::text), 400)`
const milliseconds = (moment: SQL) => sql`(extract(epoch from ${moment}) * 1000)::bigint`

/** Images outside the trash: of the kept totals of the project, where they are joined as `kept` and hold; otherwise they are counted. */
export const imageCount = sql<number>`coalesce(kept.images, (select count(*) from ${images} where ${images.projectId} = ${projects.id} and ${images.trashed} is null))`

/** When the project or something of its history changed last, as `lastActsOf` tells it. */
export const lastModified = sql`greatest(${projects.modified}, (select ${auditLog.at} from ${auditLog}
  where ${auditLog.projectId} = ${projects.id} order by ${auditLog.id} desc limit 1))`

const byNumber = (key: SQL): Order => ({
  key,
  text: 'key',
  isText: isNumber,
  keyOf: (text) => sql`${text}::bigint`,
})
const byText = (key: SQL, text: SQL): Order => ({ key, text, isText: () => true, keyOf: nameKeyOf })

type Column = Exclude<ProjectSort, `-${string}`>
const orders: Record<Column, Order> = {
  name: byText(sql`${projects.nameKey}`, sql`${projects.name}`),
  owner: byText(sql`${users.nameKey}`, sql`${users.firstName} || ' ' || ${users.lastName}`),
  images: byNumber(imageCount),
  modified: byNumber(milliseconds(lastModified)),
  // Ids sort by time: the cursor is the id alone, as older clients have it.
  created: { key: sql`${projects.id}`, text: 'none', isText: () => false, keyOf: nameKeyOf },
}

const isDescending = (sort: ProjectSort): boolean => sort.startsWith('-')
const columnOf = (sort: ProjectSort): Order => orders[sort.replace(/^-/, '') as Column]

/** Key and name of each project, for a subquery over projects and their owners. */
export const keyColumns = (sort: ProjectSort) => {
  const { key, text } = columnOf(sort)
  return { id: projects.id, key: key.as('key'), text: (typeof text === 'string' ? sql`null::text` : text).as('text') }
}

/** Columns of that subquery. */
interface Keyed {
  id: SQLWrapper
  key: SQL.Aliased
}

/** Terms of ORDER BY, of which the last is the id: no two projects have the same place. */
export const orderOf = ({ key, id }: Keyed, sort: ProjectSort): SQL[] => {
  const direction = isDescending(sort) ? desc : asc
  return [direction(key), direction(id)]
}

/** Condition: the project comes after the cursor. @throws ApiError ERR_0400 for a cursor that is not one of this order */
export const isAfter = ({ key, id }: Keyed, cursor: string, sort: ProjectSort): SQL => {
  const is = sql.raw(isDescending(sort) ? '<' : '>')
  const isAge = columnOf(sort) === orders.created
  if (isAge && uuid.test(cursor)) return sql`${id} ${is} ${cursor}::uuid`
  const at = cursor.indexOf('~')
  const [before, text] = [cursor.slice(0, at), cursor.slice(at + 1)]
  const { isText, keyOf } = columnOf(sort)
  if (at < 0 || !uuid.test(before) || !isText(text)) {
    throw new ApiError('ERR_0400', 'page[after]: it is not a place in this order.')
  }
  return sql`(${key}, ${id}) ${is} (${keyOf(text)}, ${before}::uuid)`
}

/** Cursor of the place after a project of the subquery. */
export const cursorColumn = ({ id, key, text }: Keyed & { text: SQL.Aliased }, sort: ProjectSort): SQL<string> =>
  sql`concat_ws('~', ${id}, ${columnOf(sort).text === 'key' ? key : text})`
