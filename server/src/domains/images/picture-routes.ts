import { getSlidePicture, getThumbnail, getTile } from '@lamella/shared/contract'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { AppContext } from '../../platform/context.ts'
import { access, idParam, type LocateProject } from '../../platform/http/access-rules.ts'
import { defineRoute } from '../../platform/http/define-route.ts'
import { parseOwner, toTileQuery } from './tile-query.ts'
import { TileService } from './tile-service.ts'

/** Routes of thumbnails and tiles (D3-7-42, D3-7-43). */
export const pictureRoutes = (app: FastifyInstance, context: AppContext): void => {
  const pictures = new TileService(context)
  app.addHook('onClose', async () => pictures.close())

  const locateProject: LocateProject = async ({ query }) => pictures.findProject(parseOwner(query))
  const locateImage: LocateProject = async (request) => {
    const id = idParam(request, 'imageId')
    return id && pictures.findProject({ type: 'Image', id })
  }
  const viewer = access.project('viewer', locateProject)

  defineRoute(
    app,
    getThumbnail,
    access.byTicket(viewer),
    ({ query, request, reply }) => pictures.thumbnail(query, query['dim[z]'] === 'max', request, reply),
    {
      exposeHeadRoute: false,
    },
  )

  defineRoute(
    app,
    getSlidePicture,
    access.byTicket(access.project('viewer', locateImage)),
    ({ params, request, reply }) =>
      pictures.slidePicture({ type: 'Image', id: params.imageId }, params.picture, request, reply),
    { exposeHeadRoute: false },
  )

  defineRoute(
    app,
    getTile,
    viewer,
    ({ query, request, reply }) => pictures.tile(toTileQuery(query), request, reply),
    leanRoute,
  )
}

/**
 * Options of the tile route. Finding a tile takes less time than the usual overhead of a request, and a viewer requests hundreds of
 * tiles. So it has no log line, no child logger, and only the security headers that concern an image.
 */
const leanRoute = {
  childLoggerFactory: (logger: FastifyBaseLogger) => logger,
  config: { isQuiet: true, isPicture: true },
  exposeHeadRoute: false,
} as const
