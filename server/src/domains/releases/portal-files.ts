import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../platform/context.ts'
import { access } from '../../platform/http/access-rules.ts'
import { isKnownTo } from '../../platform/http/is-known.ts'
import { pageRoute } from './portal-files-page.ts'
import { remoteFilesRoute } from './portal-files-remotes.ts'
import { lastSnapshot } from './registry-service.ts'

/** Routes for what a browser loads before it calls the API: the page, the registry, and the files of releases. */
export const portalFileRoutes = (app: FastifyInstance, context: AppContext): void => {
  app.get('/registry.json', { config: { access: access.public }, schema: { hide: true } }, async (request, reply) => {
    // Not stored by any cache: open pages name the tag themselves, and each of them asks every 45 s.
    const { registry, etag } = await lastSnapshot(context)
    reply.headers({ 'cache-control': 'no-store', etag })
    return isKnownTo(request, etag) ? reply.status(304).send() : registry
  })
  remoteFilesRoute(app, context)
  pageRoute(app, context)
}
