import type { ImageSort } from '@lamella/shared/contract'
import { asc, desc, type SQL, sql } from 'drizzle-orm'
import { images, media } from '../../platform/db/schema/index.ts'
import { ApiError } from '../../platform/http/api-error.ts'

/** What a place in an order consists of. */
export interface Placed {
  id: string
  name: string
  /** Bytes. */
  size: number
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * Cursor of the place after an image. It holds the values by which the order goes, so that it stays valid when that image is
 * renamed, moved or deleted. By age it is the id alone, as older clients have it.
 */
export const cursorAfter = ({ id, name, size }: Placed, sort: ImageSort): string => {
  if (sort === 'name') return `${id}~${name}`
  return sort === 'newest' || sort === 'oldest' ? id : `${id}~${size}`
}

/** @throws ApiError ERR_0400 for a cursor that is not one of this order */
const parseCursor = (cursor: string, sort: ImageSort): { id: string; key: string } => {
  const at = cursor.indexOf('~')
  const [id, key] = at < 0 ? [cursor, ''] : [cursor.slice(0, at), cursor.slice(at + 1)]
  const isOfSize = sort === 'largest' || sort === 'smallest'
  const hasKey = at >= 0 && (!isOfSize || /^\d{1,16}$/.test(key))
  const fits = sort === 'newest' || sort === 'oldest' ? at < 0 : hasKey
  if (!uuid.test(id) || !fits) throw new ApiError('ERR_0400', 'page[after]: it is not a place in this order.')
  return { id, key }
}

interface Order {
  by: SQL[]
  after: (place: { id: string; key: string }) => SQL
}

const orders: Record<ImageSort, Order> = {
  newest: { by: [desc(images.id)], after: ({ id }) => sql`${images.id} < ${id}` },
  oldest: { by: [asc(images.id)], after: ({ id }) => sql`${images.id} > ${id}` },
  name: {
    by: [asc(images.nameKey), asc(images.id)],
    after: ({ id, key }) => sql`(${images.nameKey}, ${images.id}) > (image_name_key(${key}::text), ${id}::uuid)`,
  },
  largest: {
    by: [desc(media.size), desc(images.id)],
    after: ({ id, key }) => sql`(${media.size}, ${images.id}) < (${key}::bigint, ${id}::uuid)`,
  },
  smallest: {
    by: [asc(media.size), asc(images.id)],
    after: ({ id, key }) => sql`(${media.size}, ${images.id}) > (${key}::bigint, ${id}::uuid)`,
  },
}

/** Terms of ORDER BY, of which the last is the id: no two images have the same place. */
export const orderOf = (sort: ImageSort): SQL[] => orders[sort].by

/** Condition: the image comes after the cursor. @throws ApiError ERR_0400 for a cursor that is not one of this order */
export const isAfter = (cursor: string, sort: ImageSort): SQL => orders[sort].after(parseCursor(cursor, sort))
