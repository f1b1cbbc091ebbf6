import { getThumbnail, type getTile } from '@lamella/shared/contract'
import type * as z from 'zod/mini'
import { ApiError } from '../../platform/http/api-error.ts'
import type { PictureOwner } from './repository.ts'

/** The address of a tile. `tilegroup` is part of Zoomify's addresses and means nothing here. */
export interface TileQuery extends PictureOwner {
  z: number
  y: number
  x: number
  /** Channel. */
  c: number
  /** Time point. */
  t: number
}

/**
 * Whose picture is asked for, by thumbnails and tiles alike.
 * @param raw - the query before its schema has seen it: access is decided first
 * @throws ApiError ERR_0400
 */
export const parseOwner = (raw: unknown): PictureOwner => {
  const { success, data } = getThumbnail.query.safeParse(raw)
  if (!success) throw new ApiError('ERR_0400', 'type must be Image or ImageMedium, id must be a UUID.')
  return data
}

/** The first channel and time point where the address names none. */
export const toTileQuery = (query: z.infer<typeof getTile.query>): TileQuery => {
  const { type, id, z, y, x, c = 0, 'dim[t]': t = 0 } = query
  return { type, id, z, y, x, c, t }
}
