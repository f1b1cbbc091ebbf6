import * as contract from '@lamella/shared/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../platform/context.ts'
import { access, idParam, type LocateProject, principalOf, projectParam } from '../../platform/http/access-rules.ts'
import { defineRoute } from '../../platform/http/define-route.ts'
import { sendOriginal } from '../media/index.ts'
import { libraryRoutes } from './library-routes.ts'
import { pictureRoutes } from './picture-routes.ts'
import { findProjectOfAnyImage, findProjectOfImage } from './repository.ts'
import * as service from './service.ts'

const locateProject: LocateProject = async (request, { db }) => {
  const imageId = idParam(request, 'imageId')
  return imageId && findProjectOfImage(db, imageId)
}

const locateAnyProject: LocateProject = async (request, { db }) => {
  const imageId = idParam(request, 'imageId')
  return imageId && findProjectOfAnyImage(db, imageId)
}

/** Routes of images. */
export const imageRoutes = (app: FastifyInstance, context: AppContext): void => {
  const viewer = access.project('viewer', locateProject)
  const editor = access.project('editor', locateProject)

  defineRoute(app, contract.getImage, viewer, async ({ params }) => ({
    data: await service.getImage(context, params.imageId),
  }))

  defineRoute(app, contract.updateImage, editor, async ({ params, body, request }) => {
    await service.renameImage(context, principalOf(request), params.imageId, body.data.name)
    return undefined
  })

  defineRoute(app, contract.setPixelSize, editor, async ({ params, body, request }) => {
    await service.setPixelSize(context, principalOf(request), params.imageId, body.data.um)
    return undefined
  })

  defineRoute(
    app,
    contract.setPixelSizes,
    access.project('editor', projectParam),
    async ({ params, body, request }) => {
      await service.setPixelSizes(context, principalOf(request), params.projectId, body.data)
      return undefined
    },
  )

  defineRoute(app, contract.setZPlane, editor, async ({ params, body, request }) => {
    await service.setZPlane(context, principalOf(request), params.imageId, body.data.z)
    return undefined
  })

  defineRoute(app, contract.deleteImage, access.project('editor', locateAnyProject), async ({ params, request }) => {
    await service.deleteImage(context, principalOf(request), params.imageId)
    return undefined
  })

  defineRoute(app, contract.retryImage, editor, async ({ params, request }) => {
    await service.retryImage(context, principalOf(request), params.imageId)
    return undefined
  })

  defineRoute(app, contract.getImageView, viewer, async ({ params, query }) => ({
    data: await service.getView(context, params.imageId, query.scene ?? 0),
  }))

  defineRoute(
    app,
    contract.downloadImage,
    access.byTicket(viewer),
    async ({ params, request, reply }) => {
      const { imageMedium } = await service.getImage(context, params.imageId)
      return sendOriginal(context, imageMedium, request, reply)
    },
    { exposeHeadRoute: false },
  )

  libraryRoutes(app, context)
  pictureRoutes(app, context)
}
