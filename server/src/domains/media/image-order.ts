import type { MediaSort } from '@lamella/shared/contract'
import { asc, desc, type SQL, sql } from 'drizzle-orm'
import { images, media, projects, users } from '../../platform/db/schema/index.ts'
import { ApiError } from '../../platform/http/api-error.ts'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * An order of images. A cursor is the place after an image: the id of the image, further ids, and a text by which the order goes, joined
 * by `~`. It holds the values themselves, so that it stays valid when that image is renamed, moved or deleted. By age it is the id
 * alone, as older clients have it.
 */
interface Order {
  /** Terms of ORDER BY, of which the last is the id: no two images have the same place. */
  by: SQL[]
  /** Parts of the cursor after the id of the image; the last is the text, the others are ids. */
  parts: SQL[]
  isText: (text: string) => boolean
  after: (place: { id: string; ids: string[]; text: string }) => SQL
}

const anyText = () => true
const projectKey = (name: string) => sql`left(image_name_key(${name}::text), 400)`

const byName = (direction: typeof asc, is: '<' | '>'): Order => ({
  by: [direction(images.nameKey), direction(images.id)],
  parts: [sql`${images.name}`],
  isText: anyText,
  after: ({ id, text }) =>
    sql`(${images.nameKey}, ${images.id}) ${sql.raw(is)} (image_name_key(${text}::text), ${id}::uuid)`,
})

const bySize = (direction: typeof asc, is: '<' | '>'): Order => ({
  by: [direction(media.size), direction(images.id)],
  parts: [sql`${media.size}::text`],
  isText: (text) => /^\d{1,16}$/.test(text),
  // The first condition is the one for the index.
  after: ({ id, text }) =>
    sql`${media.size} ${sql.raw(is)}= ${text}::bigint and (${media.size}, ${images.id}) ${sql.raw(is)} (${text}::bigint, ${id}::uuid)`,
})

const byAge = (direction: typeof asc, is: '<' | '>'): Order => ({
  by: [direction(images.id)],
  parts: [],
  isText: anyText,
  after: ({ id }) => sql`${images.id} ${sql.raw(is)} ${id}`,
})

const byProject = (direction: typeof asc, is: '<' | '>'): Order => ({
  by: [direction(projects.nameKey), direction(projects.id), direction(images.id)],
  parts: [sql`${projects.id}::text`, sql`${projects.name}`],
  isText: anyText,
  after: ({ id, ids: [project = ''], text }) =>
    sql`(${projects.nameKey}, ${projects.id}) ${sql.raw(is)}= (${projectKey(text)}, ${project}::uuid)
      and (${projects.nameKey}, ${projects.id}, ${images.id}) ${sql.raw(is)} (${projectKey(text)}, ${project}::uuid, ${id}::uuid)`,
})

const byOwner = (direction: typeof asc, is: '<' | '>'): Order => ({
  by: [direction(users.nameKey), direction(media.ownerId), direction(media.id), direction(images.id)],
  parts: [sql`${media.ownerId}::text`, sql`${media.id}::text`, sql`${users.firstName} || ' ' || ${users.lastName}`],
  isText: anyText,
  after: ({ id, ids: [owner = '', medium = ''], text }) =>
    sql`(${users.nameKey}, ${users.id}) ${sql.raw(is)}= (${projectKey(text)}, ${owner}::uuid)
      and (${users.nameKey}, ${media.ownerId}, ${media.id}, ${images.id}) ${sql.raw(is)} (${projectKey(text)}, ${owner}::uuid, ${medium}::uuid, ${id}::uuid)`,
})

const orders: Record<MediaSort, Order> = {
  newest: byAge(desc, '<'),
  oldest: byAge(asc, '>'),
  name: byName(asc, '>'),
  '-name': byName(desc, '<'),
  largest: bySize(desc, '<'),
  smallest: bySize(asc, '>'),
  project: byProject(asc, '>'),
  '-project': byProject(desc, '<'),
  owner: byOwner(asc, '>'),
  '-owner': byOwner(desc, '<'),
}

/** Terms of ORDER BY, of which the last is the id: no two images have the same place. */
export const orderOf = (sort: MediaSort): SQL[] => orders[sort].by

/** Cursor of the place after an image. */
export const cursorColumn = (sort: MediaSort): SQL<string> =>
  sql`concat_ws('~', ${sql.join([sql`${images.id}`, ...orders[sort].parts], sql`, `)})`

/** Condition: the image comes after the cursor. @throws ApiError ERR_0400 for a cursor that is not one of this order */
export const isAfter = (cursor: string, sort: MediaSort): SQL => {
  const { parts, isText, after } = orders[sort]
  const given = cursor.split('~')
  // A name may have the separator itself.
  const ids = given.splice(0, Math.max(parts.length, 1))
  const text = given.join('~')
  const isComplete = ids.length === Math.max(parts.length, 1) && given.length > 0 === parts.length > 0
  if (!isComplete || !ids.every((id) => uuid.test(id)) || !isText(text)) {
    throw new ApiError('ERR_0400', 'page[after]: it is not a place in this order.')
  }
  const [id = '', ...others] = ids
  return after({ id, ids: others, text })
}

/** Whether the id of an image is its cursor: of the others a cursor also has what they are ordered by. */
export const isIdAlone = (sort: MediaSort): boolean => orders[sort].parts.length === 0
