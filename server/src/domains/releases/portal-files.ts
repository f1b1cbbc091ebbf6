import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../platform/context.ts'
import { access } from '../../platform/http/access-rules.ts'
import { pageRoute } from './portal-files-page.ts'
import { remoteFilesRoute } from './portal-files-remotes.ts'
import { currentRegistry } from './registry-service.ts'

/** Routes for what a browser loads before it calls the API: the page, the registry, and the files of releases. */
export const portalFileRoutes = (app: FastifyInstance, context: AppContext): void => {
  app.get('/registry.json', { config: { access: access.public }, schema: { hide: true } }, async (_request, reply) => {
    reply.header('cache-control', 'no-store')
    return currentRegistry(context)
  })
  remoteFilesRoute(app, context)
  pageRoute(app, context)
}
