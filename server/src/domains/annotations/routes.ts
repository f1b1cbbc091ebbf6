import { Readable } from 'node:stream'
import * as contract from '@lamella/shared/contract'
import { create as contentDisposition } from 'content-disposition'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../platform/context.ts'
import { access, idParam, type LocateProject, principalOf, projectParam } from '../../platform/http/access-rules.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { defineRoute } from '../../platform/http/define-route.ts'
import { findProjectOfImage } from '../images/index.ts'
import { changeAnnotations } from './change-service.ts'
import { countAnnotations } from './counts.ts'
import { labelsOfProject } from './export-repository.ts'
import { objectsOf } from './files/exported.ts'
import { geoJsonOf } from './files/write-geojson.ts'
import { historyOf, listDeleted, timelineOf } from './history-service.ts'
import { bodyOf, layerOf } from './layer-service.ts'
import { listAnnotations, listRegions } from './list-service.ts'
import { nameOfImage, scenesOf } from './repository.ts'

/** The project of a route with the path parameter `imageId`. */
export const ofImage: LocateProject = async (request, { db }) => {
  const imageId = idParam(request, 'imageId')
  return imageId && findProjectOfImage(db, imageId)
}

/** Outlines with many corners make a call large. */
const bodyLimit = 16 * 1024 ** 2

/** Routes of annotations: who may annotate changes them, who sees the project sees them. */
export const annotationRoutes = (app: FastifyInstance, context: AppContext): void => {
  defineRoute(
    app,
    contract.changeAnnotations,
    access.project(contract.projectRights.annotate, ofImage),
    async ({ params, body, request }) => ({
      data: await changeAnnotations(context, principalOf(request), params.imageId, body.data),
    }),
    { bodyLimit },
  )

  defineRoute(
    app,
    contract.announcePresence,
    access.project('viewer', ofImage),
    async ({ params: { imageId }, body, request }) => {
      const project = await findProjectOfImage(context.db, imageId)
      if (!project) throw new ApiError('ERR_0404')
      const { userId: user } = principalOf(request)
      await context.events.publish({ type: 'presence', project, image: imageId, user, ...body.data })
    },
  )

  defineRoute(app, contract.listAnnotations, access.project('viewer', projectParam), ({ params, query }) =>
    listAnnotations(context, params.projectId, query),
  )

  defineRoute(app, contract.countAnnotations, access.project('viewer', projectParam), async ({ params }) => ({
    // All of one moment.
    data: await context.db.transaction((tx) => countAnnotations(tx, params.projectId), {
      isolationLevel: 'repeatable read',
      accessMode: 'read only',
    }),
  }))

  defineRoute(app, contract.listRegions, access.project('viewer', projectParam), ({ params, query }) =>
    listRegions(context, params.projectId, query),
  )

  defineRoute(app, contract.listDeletedAnnotations, access.project('viewer', projectParam), ({ params, query }) =>
    listDeleted(context, params.projectId, query),
  )

  defineRoute(app, contract.getAnnotationHistory, access.project('viewer', ofImage), ({ params, query }) =>
    historyOf(context, params.imageId, query),
  )

  defineRoute(app, contract.getAnnotationTimeline, access.project('viewer', ofImage), async ({ params }) => ({
    data: await timelineOf(context, params.imageId),
  }))

  defineRoute(
    app,
    contract.getAnnotationLayer,
    access.project('viewer', ofImage),
    async ({ params, query, request, reply }) => {
      const layer = await layerOf(context, params.imageId, query)
      const { body, headers } = bodyOf(layer, request.headers['accept-encoding'])
      reply.headers(headers)
      return body
    },
    { exposeHeadRoute: false },
  )

  defineRoute(
    app,
    contract.exportAnnotations,
    access.byTicket(access.project('viewer', ofImage)),
    async ({ params: { imageId }, query: { scene }, reply }) => {
      const { db } = context
      const image = await nameOfImage(db, imageId)
      if (!image) throw new ApiError('ERR_0404')
      const { name, projectId } = image
      const scenes = (await scenesOf(db, imageId)) ?? []
      const labels = await labelsOfProject(db, projectId)
      const stem = name.replace(/\.[^.]*$/, '') || name
      reply.headers({
        'content-type': 'application/geo+json',
        'content-disposition': contentDisposition(`${stem} annotations.geojson`),
      })
      return Readable.from(geoJsonOf(objectsOf(db, { imageId, scene }), scenes, labels, scene !== undefined))
    },
    { exposeHeadRoute: false },
  )
}
