import { Readable } from 'node:stream'
import * as contract from '@lamella/shared/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AppContext } from '../../platform/context.ts'
import { access, principalOf } from '../../platform/http/access-rules.ts'
import { defineRoute } from '../../platform/http/define-route.ts'
import { actorOf } from '../audit/index.ts'
import { putPart } from './put-part.ts'
import * as service from './service.ts'
import { parseContentRange, parseReprDigest, storedRange } from './upload-headers.ts'
import { uploader, uploadOf } from './uploader-rule.ts'

const header = (request: FastifyRequest, name: string): string | undefined => {
  const value = request.headers[name]
  return Array.isArray(value) ? value[0] : value
}

/** Routes of uploads. */
export const uploadRoutes = (app: FastifyInstance, context: AppContext): void => {
  app.register(async (scope) => {
    scope.decorateRequest('upload', null)
    // The handler receives the body of a part as a stream. Fastify's bodyLimit does not hold for a stream: `checkPart` limits the part.
    scope.addContentTypeParser('application/octet-stream', (_request, body, done) => done(null, body))
    addRoutes(scope, context)
  })
}

const addRoutes = (app: FastifyInstance, context: AppContext): void => {
  // Upload and session exist since the image was announced (`insertUpload` in media/repository.ts). This call only hands them out, so
  // asking again gives the same.
  defineRoute(app, contract.openUploadSession, access.nonGuest, async ({ headers, request, reply }) => {
    const { userId } = principalOf(request)
    const upload = await service.findOwnUpload(context, userId, headers[contract.uploadReferenceHeader])
    reply
      .header('location', `${contract.openUploadSession.path}/${upload.id}`)
      .header(contract.uploadSessionHeader, upload.sessionId)
    return undefined
  })

  defineRoute(
    app,
    contract.putPart,
    uploader,
    async ({ query, request, reply }) => {
      const length = header(request, 'content-length')
      const { complete, stored } = await putPart(context, uploadOf(request), {
        sessionId: query.uploadSessionId ?? null,
        range: parseContentRange(header(request, 'content-range')),
        contentLength: length === undefined ? null : Number(length),
        sha256: parseReprDigest(header(request, 'repr-digest')),
        // A question for progress has no body.
        body: request.body instanceof Readable ? request.body : Readable.from([]),
      })
      reply.headers(storedRange(stored))
      if (!complete) reply.status(308)
      return undefined
    },
    { config: { bodyTime: 'streamed' } },
  )

  defineRoute(app, contract.cancelUpload, access.nonGuest, async ({ params, request }) => {
    await service.cancelUpload(context, actorOf(request), params.uploadId)
    return undefined
  })

  defineRoute(app, contract.listUploads, access.nonGuest, async ({ request }) => ({
    data: await service.listUploads(context, principalOf(request).userId),
    links: { next: null },
  }))

  defineRoute(app, contract.uploadConfig, access.member, async () => {
    const { maxUploadSize, maxChunkSize } = context.config
    return { data: { maxUploadSize, maxChunkSize } }
  })
}
