import type { FastifyRequest } from 'fastify'

/** Whether the client has the content with this ETag already (RFC 9110 §13.1.2). Proxies that compress make a tag weak, `W/"…"`. */
export const isKnownTo = (request: FastifyRequest, etag: string): boolean =>
  (request.headers['if-none-match'] ?? '').split(/\s*,\s*/).some((known) => known.replace(/^W\//, '') === etag)
