import type { FastifyRequest } from 'fastify'
import type { AccessRule } from '../../platform/http/access.ts'
import { access, idParam, principalOf, requireProjectRole } from '../../platform/http/access-rules.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { findUploadInProject } from './repository.ts'
import type { AnnouncedUpload } from './upload-store.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The upload that the rule `uploader` has found; null or undefined on other routes. */
    upload?: AnnouncedUpload | null
  }
}

/** Passes for the user who announced the upload, while they are an editor of its project. @throws ApiError ERR_0404 for others */
export const uploader: AccessRule = {
  name: 'who announced the upload, while editor of its project',
  check: async (request, context) => {
    await access.nonGuest.check(request, context)
    const { writeRights } = context.state.uploads
    const principal = principalOf(request)
    const uploadId = idParam(request, 'uploadId')
    const key = `${principal.userId} ${uploadId}`
    const remembered = writeRights.get(key, context.now())
    if (remembered?.isUnchanged()) {
      request.upload = remembered.upload
      return
    }
    const isUnchanged = context.access.watch()
    const found = uploadId === null ? null : await findUploadInProject(context.db, uploadId)
    if (found?.upload.userId !== principal.userId) throw new ApiError('ERR_0404')
    await requireProjectRole(principal, found.projectId, 'editor', context)
    request.upload = found.upload
    writeRights.set(key, { upload: found.upload, isUnchanged }, context.now())
  },
}

/** The upload of a route with the rule `uploader`. @throws ApiError ERR_0404 on other routes */
export const uploadOf = ({ upload }: FastifyRequest): AnnouncedUpload => {
  if (!upload) throw new ApiError('ERR_0404')
  return upload
}
