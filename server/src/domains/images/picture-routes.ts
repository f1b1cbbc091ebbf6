import { getThumbnail, getTile } from '@lamella/shared/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../context.ts'
import { access, type LocateProject } from '../../plugins/access-rules.ts'
import { defineRoute } from '../../plugins/define-route.ts'
import { Pictures } from './pictures.ts'
import { parseOwner, parseTileQuery } from './tile-query.ts'

export const pictureRoutes = (app: FastifyInstance, context: AppContext): void => {
  const pictures = new Pictures(context)
  app.addHook('onClose', async () => pictures.close())

  const locateProject: LocateProject = async ({ query }) => pictures.findProject(parseOwner(query))
  const viewer = access.project('viewer', locateProject)

  defineRoute(app, getThumbnail, viewer, ({ query, request, reply }) => pictures.thumbnail(query, request, reply), {
    exposeHeadRoute: false,
  })

  // The schema of the contract says the same as `parseTileQuery`, but checking it takes longer than reading the tile.
  defineRoute(
    app,
    getTile,
    viewer,
    ({ request, reply }) => pictures.tile(parseTileQuery(request.query), request, reply),
    { validatorCompiler: () => (value) => ({ value }), exposeHeadRoute: false },
  )
}
