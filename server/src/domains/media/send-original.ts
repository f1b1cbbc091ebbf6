import type { Readable } from 'node:stream'
import { create as contentDisposition } from 'content-disposition'
import type { FastifyReply, FastifyRequest } from 'fastify'
import parseRange from 'range-parser'
import type { AppContext } from '../../platform/context.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { blobKeys } from '../../platform/storage/blobs.ts'
import { findMedium } from './repository.ts'

/** Headers that keep a browser from rendering an upload, whatever its content. */
const neverRendered = { 'x-content-type-options': 'nosniff', 'content-type': 'application/octet-stream' }

/**
 * Answers with the original bytes of a medium, or one range of them (206).
 * @returns undefined: answered with 304
 * @throws ApiError ERR_0404 for an unknown medium, ERR_3002 before its upload is complete, ERR_0416 for a range past the end
 */
export const sendOriginal = async (
  { db, blobs }: AppContext,
  mediumId: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Readable | undefined> => {
  const medium = await findMedium(db, mediumId)
  if (!medium) throw new ApiError('ERR_0404')
  if (!medium.sha256) throw new ApiError('ERR_3002')
  const key = blobKeys.original(mediumId)
  const etag = `"${medium.sha256}"`
  const range = wantedRange(request, medium.size, etag)
  const isKnown = request.headers['if-none-match'] === etag
  if (range === 'unsatisfiable' && !isKnown) {
    throw new ApiError('ERR_0416', undefined, { 'content-range': `bytes */${medium.size}` })
  }
  reply.headers({
    ...neverRendered,
    'content-disposition': contentDisposition(medium.originalFilename),
    'accept-ranges': 'bytes',
    'cache-control': 'private, no-cache',
    etag,
  })
  if (isKnown || range === 'unsatisfiable') {
    reply.status(304)
    return undefined
  }
  if (!range) {
    reply.header('content-length', medium.size)
    return blobs.read(key)
  }
  const { start, end } = range
  reply.status(206).headers({
    'content-range': `bytes ${start}-${end}/${medium.size}`,
    'content-length': end - start + 1,
  })
  return blobs.read(key, range)
}

/** The range to send; null: the whole file, also for several ranges and for a range of another version (RFC 9110 §14.2). */
const wantedRange = (request: FastifyRequest, size: number, etag: string) => {
  const { range, 'if-range': condition } = request.headers
  if (!range || (condition && condition !== etag)) return null
  const ranges = parseRange(size, range)
  if (ranges === -1) return 'unsatisfiable'
  if (ranges === -2 || ranges.type !== 'bytes' || ranges.length !== 1) return null
  return ranges[0] ?? null
}
