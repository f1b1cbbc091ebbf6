import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { ErrorBody, ErrorCode } from '@lamella/shared/contract'
import type { ConnectionError, FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { isUnreachable } from '../db/database.ts'
import { BlobMissing } from '../storage/blobs.ts'
import { ApiError } from './api-error.ts'

/** Codes for errors of Fastify and its parsers, by status: their own messages are written for developers. */
const codeByStatus: Record<number, ErrorCode> = {
  400: 'ERR_0400',
  404: 'ERR_0404',
  405: 'ERR_0405',
  413: 'ERR_0413',
  // A path parameter is longer than any valid value.
  414: 'ERR_0404',
  415: 'ERR_0415',
  429: 'ERR_0429',
  503: 'ERR_0503',
}

/** "data.name: Too small": the field and what is wrong with it, never the value. */
const describeValidation = (error: FastifyError): string => {
  const [first] = error.validation ?? []
  const field = (first?.instancePath ?? '').split('/').filter(Boolean).join('.')
  const where = field || error.validationContext || 'request'
  return `${where}: ${first?.message ?? 'not valid'}`
}

/** For users, who tell it to whoever runs the server. */
const fileMissing =
  'The stored file is missing on this server. Its data folder is not complete, or is another one than before.'

const toApiError = (error: FastifyError): ApiError => {
  if (error instanceof ApiError) return error
  if (hasZodFastifySchemaValidationErrors(error)) return new ApiError('ERR_0400', describeValidation(error))
  if (error instanceof BlobMissing) return new ApiError('ERR_0404', fileMissing)
  if (isUnreachable(error)) return new ApiError('ERR_0503')
  const code = error.statusCode ? codeByStatus[error.statusCode] : undefined
  if (!code) return new ApiError(error.statusCode && error.statusCode < 500 ? 'ERR_0400' : 'ERR_0500')
  return new ApiError(code)
}

const bodyOf = ({ code, message, extra }: ApiError): ErrorBody => ({ errors: [{ code, detail: message }], ...extra })

/** Headers that a route has set for its successful answer. */
const headersOfContent = ['etag', 'vary', 'accept-ranges', 'content-disposition', 'content-encoding', 'content-range']

/** Answers with the error of the catalogue for what was thrown: the error handler of Fastify. Status 5xx, and a stored file that is missing, are logged with their cause. */
export const sendError = (error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  const refusal = toApiError(error)
  if (refusal.status >= 500 || error instanceof BlobMissing) request.log.error({ err: error }, 'request failed')
  else request.log.debug({ err: error }, 'request refused')
  for (const name of headersOfContent) reply.removeHeader(name)
  reply.header('cache-control', 'no-store')
  return reply.status(refusal.status).headers(refusal.headers).type('application/json').send(bodyOf(refusal))
}

const codeOfConnectionError: Record<string, ErrorCode> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'ERR_0408',
  HPE_HEADER_OVERFLOW: 'ERR_0431',
}

/** Answers invalid requests on a connection and closes it: bytes that are not HTTP, oversized headers, requests that time out. */
export const sendConnectionError = (error: Pick<ConnectionError, 'code'>, socket: Socket): void => {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const refusal = new ApiError(codeOfConnectionError[error.code] ?? 'ERR_0400')
  const body = JSON.stringify(bodyOf(refusal))
  const head = [
    `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'Connection: close',
  ]
  // Destroyed after the answer: the client may keep its half open.
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy())
}

/** Every error is answered in the form of the catalogue; details of unexpected errors are logged only. */
export const errorsPlugin = fp(async (app: FastifyInstance) => {
  app.setErrorHandler<FastifyError>(sendError)
  app.setNotFoundHandler((_request, reply) => reply.status(404).send(bodyOf(new ApiError('ERR_0404'))))
})
