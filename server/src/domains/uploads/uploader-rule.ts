import type { FastifyRequest } from 'fastify'
import type { AppContext } from '../../platform/context.ts'
import type { AccessRule } from '../../platform/http/access.ts'
import { access, idParam, principalOf, requireProjectRole } from '../../platform/http/access-rules.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { TtlCache } from '../../platform/ttl-cache.ts'
import { findUploadInProject, type UploadRow } from './repository.ts'

/** What of an upload never changes. */
export type KnownUpload = Pick<UploadRow, 'id' | 'sessionId' | 'size'>

/** How long a lost role may stay unnoticed: parts of one upload come many times a second. */
const staleness = 5_000
const memories = new WeakMap<AppContext, TtlCache<KnownUpload>>()
const ofRequest = new WeakMap<FastifyRequest, KnownUpload>()

const memoryOf = (context: AppContext): TtlCache<KnownUpload> => {
  const memory = memories.get(context) ?? new TtlCache<KnownUpload>(staleness, 1_000)
  memories.set(context, memory)
  return memory
}

/** Passes who announced the upload and may still edit its project; to others it does not exist. */
export const uploader: AccessRule = {
  name: 'who announced the upload, while editor of its project',
  check: async (request, context) => {
    await access.nonGuest.check(request, context)
    const principal = principalOf(request)
    const uploadId = idParam(request, 'uploadId')
    const key = `${principal.userId} ${uploadId}`
    const known = memoryOf(context).get(key, context.now())
    if (known) return void ofRequest.set(request, known)
    const found = uploadId === null ? null : await findUploadInProject(context.db, uploadId)
    if (found?.upload.userId !== principal.userId) throw new ApiError('ERR_0404')
    await requireProjectRole(principal, found.projectId, 'editor', context)
    ofRequest.set(request, found.upload)
    memoryOf(context).set(key, found.upload, context.now())
  },
}

/** The upload of a route with that rule. */
export const uploadOf = (request: FastifyRequest): KnownUpload => {
  const known = ofRequest.get(request)
  if (!known) throw new ApiError('ERR_0404')
  return known
}
