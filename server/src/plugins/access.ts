import type { ProjectRole } from '@lamella/shared/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { AppContext } from '../context.ts'

/** Who calls. Set by the access rule; absent on public routes. */
export interface Principal {
  userId: string
  organisationId: string
  sessionId: string
  isAdmin: boolean
  isGuest: boolean
}

/**
 * Deny by default: each route declares one rule, and a route without one stops the boot. A rule passes or throws an
 * ApiError; it may leave the principal and the role in the project on the request.
 */
export interface AccessRule {
  /** Shown in the OpenAPI document. */
  name: string
  check(request: FastifyRequest, context: AppContext): Promise<void>
}

declare module 'fastify' {
  interface FastifyRequest {
    principal: Principal | null
    /** Role of the principal in the project that the route is about; null elsewhere. */
    projectRole: ProjectRole | null
  }
  interface FastifyContextConfig {
    access?: AccessRule
  }
}

/** Declares nothing but checks everything: install it before the first route. */
export const accessPlugin = fp(async (app: FastifyInstance, { context }: { context: AppContext }) => {
  app.decorateRequest('principal', null)
  app.decorateRequest('projectRole', null)

  app.addHook('onRoute', (route) => {
    if (!route.config?.access) {
      throw new Error(`${route.method} ${route.url} declares no access rule: the server does not start without one`)
    }
  })
  app.addHook('onRequest', async (request) => {
    const rule = request.routeOptions.config.access
    // A request that matched no route has no rule: the not-found handler answers it.
    if (rule) await rule.check(request, context)
  })
})
