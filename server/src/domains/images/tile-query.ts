import { ApiError } from '../../errors.ts'
import type { PictureOwner } from './repository.ts'

export interface TileQuery extends PictureOwner {
  z: number
  y: number
  x: number
  /** Channel. */
  c: number
  /** Time point. */
  t: number
}

type RawQuery = Record<string, unknown>

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const indexPattern = /^\d{1,9}$/

const index = (query: RawQuery, name: string, absent?: number): number => {
  const value = query[name]
  if (typeof value === 'string' && indexPattern.test(value)) return Number(value)
  if (value === undefined && absent !== undefined) return absent
  throw new ApiError('ERR_0400', `${name} must be a whole number from 0 on.`)
}

/** @throws ApiError ERR_0400 */
export const parseOwner = (raw: unknown): PictureOwner => {
  const { type, id } = raw as RawQuery
  if (type !== 'Image' && type !== 'ImageMedium') {
    throw new ApiError('ERR_0400', 'type must be Image or ImageMedium.')
  }
  if (typeof id !== 'string' || !uuidPattern.test(id)) throw new ApiError('ERR_0400', 'id must be a UUID.')
  return { type, id }
}

/**
 * The address of a tile. `tilegroup` is part of Zoomify's addresses and means nothing here.
 * @param raw - as Fastify parsed it: text by name, lists where a name is repeated
 * @throws ApiError ERR_0400
 */
export const parseTileQuery = (raw: unknown): TileQuery => {
  const query = raw as RawQuery
  const { type, id } = parseOwner(query)
  return {
    type,
    id,
    z: index(query, 'z'),
    y: index(query, 'y'),
    x: index(query, 'x'),
    c: index(query, 'c', 0),
    t: index(query, 'dim[t]', 0),
  }
}
