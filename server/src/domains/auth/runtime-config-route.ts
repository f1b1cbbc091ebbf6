import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../platform/context.ts'
import { access } from '../../platform/http/access-rules.ts'
import { readRuntimeConfig } from './runtime-config.ts'

/** `/assets/config/config.json` (D1-7-27), never cached. */
export const runtimeConfigRoute = (app: FastifyInstance, context: AppContext): void => {
  app.get(
    '/assets/config/config.json',
    { config: { access: access.public }, schema: { hide: true } },
    async (_, reply) => {
      reply.header('cache-control', 'no-store')
      return readRuntimeConfig(context)
    },
  )
}
