import { Readable } from 'node:stream'
import {
  cancelUpload,
  listUploads,
  putPart,
  startUpload,
  uploadConfig,
  uploadReferenceHeader,
  uploadSessionHeader,
} from '@lamella/shared/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AppContext } from '../../context.ts'
import { ApiError } from '../../errors.ts'
import { access, idParam, type LocateProject, principalOf } from '../../plugins/access-rules.ts'
import { defineRoute } from '../../plugins/define-route.ts'
import { parseContentRange, storedRange } from './content-range.ts'
import { putPart as appendOrTell } from './put-part.ts'
import { findUploadInProject, type UploadRow } from './repository.ts'
import { parseReprDigest } from './repr-digest.ts'
import * as service from './service.ts'

/** Read for the access rule; the handler needs the same row. */
const found = new WeakMap<FastifyRequest, UploadRow>()

const locateProject: LocateProject = async (request, { db }) => {
  const uploadId = idParam(request, 'uploadId')
  const row = uploadId === null ? null : await findUploadInProject(db, uploadId)
  if (row) found.set(request, row.upload)
  return row?.projectId ?? null
}
/** Somebody who lost the right to upload in the middle of it cannot go on. */
const uploader = access.project('editor', locateProject)

const header = (request: FastifyRequest, name: string): string | undefined => {
  const value = request.headers[name]
  return Array.isArray(value) ? value[0] : value
}

export const uploadRoutes = (app: FastifyInstance, context: AppContext): void => {
  app.register(async (scope) => {
    // The body of a part is never in memory: the handler gets the stream.
    scope.addContentTypeParser('application/octet-stream', (_request, body, done) => done(null, body))
    addRoutes(scope, context)
  })
}

const addRoutes = (app: FastifyInstance, context: AppContext): void => {
  defineRoute(app, startUpload, access.nonGuest, async ({ headers, request, reply }) => {
    const { userId } = principalOf(request)
    const upload = await service.startSession(context, userId, headers[uploadReferenceHeader])
    reply.header('location', `${startUpload.path}/${upload.id}`).header(uploadSessionHeader, upload.sessionId)
    return undefined
  })

  defineRoute(app, putPart, uploader, async ({ query, request, reply }) => {
    const upload = found.get(request)
    if (!upload) throw new ApiError('ERR_0404')
    const length = header(request, 'content-length')
    const { complete, stored } = await appendOrTell(context, upload, {
      userId: principalOf(request).userId,
      sessionId: query.uploadSessionId,
      range: parseContentRange(header(request, 'content-range')),
      contentLength: length === undefined ? null : Number(length),
      sha256: parseReprDigest(header(request, 'repr-digest')),
      body: request.body instanceof Readable ? request.body : Readable.from([]),
    })
    reply.headers(storedRange(stored))
    if (!complete) reply.status(308)
    return undefined
  })

  defineRoute(app, cancelUpload, access.nonGuest, async ({ params, request }) => {
    await service.cancelUpload(context, principalOf(request).userId, params.uploadId)
    return undefined
  })

  defineRoute(app, listUploads, access.nonGuest, async ({ request }) => ({
    data: await service.listUploads(context, principalOf(request).userId),
    links: { next: null },
  }))

  defineRoute(app, uploadConfig, access.member, async () => {
    const { maxUploadSize, maxChunkSize } = context.config
    return { data: { maxUploadSize, maxChunkSize } }
  })
}
