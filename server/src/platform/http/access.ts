import type { ProjectRole } from '@lamella/shared/contract'
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import fp from 'fastify-plugin'
import type { AppContext } from '../context.ts'
import type { Operator, Principal } from './identity.ts'

/**
 * Deny by default: each route declares one rule, and a route without one stops the boot. A rule passes or throws an
 * ApiError; it may set the principal and the project role of the request.
 */
export interface AccessRule {
  /** Shown in the OpenAPI document. */
  name: string
  check(request: FastifyRequest, context: AppContext): Promise<void>
}

declare module 'fastify' {
  interface FastifyRequest {
    principal: Principal | null
    /** On routes for operators. */
    operator: Operator | null
    /** Role of the principal in the project of the route; null on routes without project. */
    projectRole: ProjectRole | null
    /** Ticket of a link, in place of a bearer token, and the address that it was made for. */
    ticket: { text: string; address: string } | null
  }
  interface FastifyContextConfig {
    access?: AccessRule
  }
}

/** Checks the declared rule of each request. Register it before the first route. @throws Error at boot for a route without rule */
export const accessPlugin = fp(async (app: FastifyInstance, { context }: { context: AppContext }) => {
  app.decorateRequest('principal', null)
  app.decorateRequest('operator', null)
  app.decorateRequest('projectRole', null)
  app.decorateRequest('ticket', null)

  const routes: RouteOptions[] = []
  app.addHook('onRoute', (route) => {
    routes.push(route)
  })
  // When all routes are known: the rules of routes that a library adds are set by a hook that runs after this one.
  app.addHook('onReady', async () => {
    const open = routes.filter(({ config }) => !config?.access).map(({ method, url }) => `${method} ${url}`)
    if (open.length > 0) {
      throw new Error(`The server does not start: no access rule is declared for ${open.join(', ')}`)
    }
  })
  app.addHook('onRequest', async (request) => {
    const rule = request.routeOptions.config.access
    // A request without matching route has no rule: the not-found handler answers it.
    if (rule) await rule.check(request, context)
  })
})
