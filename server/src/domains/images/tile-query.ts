import { getThumbnail, type getTile, type ZChoice } from '@lamella/shared/contract'
import * as z from 'zod/mini'
import { ApiError } from '../../platform/http/api-error.ts'
import type { PictureOwner } from './repository.ts'

/** Address of a tile: level, row, column, channel and time point. `tilegroup` of Zoomify addresses (D3-7-43) is ignored. */
export interface TileQuery extends PictureOwner {
  z: number
  y: number
  x: number
  /** Channel. */
  c: number
  /** Time point. */
  t: number
  /** Z plane; undefined: the middle one. */
  plane: ZChoice | undefined
  scene: number
}

const ownerQuery = z.pick(getThumbnail.query, { type: true, id: true })

/**
 * The image or medium of a thumbnail or tile request.
 * @param raw - the unvalidated query: access is checked before validation
 * @throws ApiError ERR_0400
 */
export const parseOwner = (raw: unknown): PictureOwner => {
  const { success, data } = ownerQuery.safeParse(raw)
  if (!success) throw new ApiError('ERR_0400', 'type must be Image or ImageMedium, id must be a UUID.')
  return data
}

/** The validated query; channel and time point are 0 where they are missing (D3-7-44). */
export const toTileQuery = (query: z.infer<typeof getTile.query>): TileQuery => {
  const { type, id, z, y, x, c = 0, 'dim[t]': t = 0, 'dim[z]': plane, scene = 0 } = query
  return { type, id, z, y, x, c, t, plane, scene }
}
