import * as contract from '@lamella/shared/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../platform/context.ts'
import {
  access,
  idParam,
  type LocateProject,
  principalOf,
  projectParam,
  requireProjectRole,
} from '../../platform/http/access-rules.ts'
import { defineRoute } from '../../platform/http/define-route.ts'
import { consumeRateLimit, limits } from '../../platform/http/rate-limits.ts'
import { createArchive, openArchive } from './archive.ts'
import * as bulk from './bulk-service.ts'
import * as library from './library-service.ts'
import { findProjectOfAnyImage } from './repository.ts'
import { findSameContent } from './same-content.ts'
import { outlineOfTrash } from './trash-repository.ts'
import * as trash from './trash-service.ts'

const ofAnyImage: LocateProject = async (request, { db }) => {
  const imageId = idParam(request, 'imageId')
  return imageId && findProjectOfAnyImage(db, imageId)
}

/** Routes of the library of a project: its list, its trash, and actions on many images. */
export const libraryRoutes = (app: FastifyInstance, context: AppContext): void => {
  const viewer = access.project('viewer', projectParam)
  const editor = access.project('editor', projectParam)
  const editorOfImage = access.project('editor', ofAnyImage)

  defineRoute(app, contract.listImages, viewer, ({ params, query }) =>
    library.listImages(context, params.projectId, query),
  )

  defineRoute(app, contract.getImageOutline, viewer, async ({ params, query }) => {
    const { 'page[size]': size, ...question } = query
    return { data: await library.getOutline(context, params.projectId, question, size) }
  })

  defineRoute(app, contract.findImages, viewer, async ({ params, body }) => ({
    data: await library.findImages(context, params.projectId, body.data.images),
  }))

  defineRoute(app, contract.listImageGroups, viewer, async ({ params }) => ({
    data: await library.listGroups(context, params.projectId),
  }))

  defineRoute(app, contract.listTrash, editor, ({ params, query }) =>
    library.listTrash(context, params.projectId, query),
  )

  defineRoute(app, contract.getTrashOutline, editor, async ({ params, query }) => ({
    data: await outlineOfTrash(context.db, params.projectId, query.sort, query['page[size]']),
  }))

  defineRoute(app, contract.emptyTrash, editor, async ({ params, request }) => {
    await trash.emptyTrash(context, principalOf(request), params.projectId)
    return undefined
  })

  defineRoute(app, contract.trashImage, editorOfImage, async ({ params, request }) => {
    await trash.trashImage(context, principalOf(request), params.imageId)
    return undefined
  })

  defineRoute(app, contract.restoreImage, editorOfImage, async ({ params, request }) => {
    await trash.restoreImage(context, principalOf(request), params.imageId)
    return undefined
  })

  defineRoute(app, contract.moveImages, editor, async ({ params, body, request }) => {
    const principal = principalOf(request)
    await requireProjectRole(principal, body.data.project, 'editor', context)
    await bulk.moveImages(context, principal, params.projectId, body.data)
    return undefined
  })

  defineRoute(app, contract.tagImages, editor, async ({ params, body, request }) => {
    await bulk.tagImages(context, principalOf(request), params.projectId, body.data)
    return undefined
  })

  defineRoute(app, contract.findSameContent, editor, async ({ params, body }) => ({
    data: await findSameContent(context.db, params.projectId, body.data),
  }))

  defineRoute(app, contract.createImageArchive, viewer, async ({ params, body, request }) => {
    await consumeRateLimit(context.db, limits.archiveByUser, principalOf(request).userId, context.now())
    return { data: { url: await createArchive(context, params.projectId, body.data.images) } }
  })

  defineRoute(
    app,
    contract.downloadImageArchive,
    access.byTicket(viewer),
    async ({ params, reply }) => {
      const { stream, headers } = await openArchive(context, params.projectId, params.archiveId)
      reply.headers(headers)
      return stream
    },
    { exposeHeadRoute: false },
  )
}
