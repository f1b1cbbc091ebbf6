import {
  createMedium,
  deleteMedium,
  downloadMedium,
  type FileType,
  getMediaOutline,
  listMedia,
  listWaitingMedia,
  uploadReferenceHeader,
} from '@lamella/shared/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../platform/context.ts'
import {
  access,
  idParam,
  type LocateProject,
  principalOf,
  requireProjectRole,
} from '../../platform/http/access-rules.ts'
import { defineRoute } from '../../platform/http/define-route.ts'
import { findProjectsOfMedium } from './repository.ts'
import { sendOriginal } from './send-original.ts'
import * as service from './service.ts'
import * as waiting from './waiting-media.ts'

const kindOfDimension: Record<'c' | 't', FileType> = { c: 'MultiChannel', t: 'TimeSeries' }

const locateProject: LocateProject = async (request, { db }) => {
  const mediumId = idParam(request, 'mediumId')
  const [projectId] = mediumId ? await findProjectsOfMedium(db, mediumId) : []
  return projectId ?? null
}

/** Routes of media. */
export const mediaRoutes = (app: FastifyInstance, context: AppContext): void => {
  defineRoute(app, createMedium, access.nonGuest, async ({ body, request, reply }) => {
    const { name, originalFilename, project, size, dimensions, zShown, uploadId: wanted = null } = body.data
    const principal = principalOf(request)
    await requireProjectRole(principal, project, 'editor', context)
    const [dimension] = dimensions
    const fileType = dimension ? kindOfDimension[dimension.id] : 'TwoDimensions'
    const shown = zShown === 'max' ? zShown : null
    const announcement = { name, originalFilename, project, fileType, size, zShown: shown, uploadId: wanted }
    const { mediumId, imageId, uploadId } = await service.createMedium(context, principal, announcement)
    reply.header(uploadReferenceHeader, uploadId)
    return { data: { id: mediumId, imageId } }
  })

  defineRoute(app, listMedia, access.member, ({ query, request }) =>
    service.listMedia(
      context,
      principalOf(request),
      { scope: query['filter[scope]'], name: query['filter[name]'], sort: query.sort },
      query,
      listMedia.path,
    ),
  )

  defineRoute(app, getMediaOutline, access.member, async ({ query, request }) => {
    const question = { scope: query['filter[scope]'], name: query['filter[name]'], sort: query.sort }
    return { data: await service.getMediaOutline(context, principalOf(request), question, query['page[size]']) }
  })

  defineRoute(app, listWaitingMedia, access.member, async ({ request }) => ({
    data: await waiting.listWaitingMedia(context, principalOf(request)),
  }))

  defineRoute(app, deleteMedium, access.nonGuest, async ({ params, request }) => {
    await service.deleteMedium(context, principalOf(request), params.mediumId)
    return undefined
  })

  defineRoute(
    app,
    downloadMedium,
    access.byTicket(access.project('viewer', locateProject)),
    async ({ params, request, reply }) => sendOriginal(context, params.mediumId, request, reply),
    { exposeHeadRoute: false },
  )
}
