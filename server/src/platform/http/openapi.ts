import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { contractVersion, type Endpoint } from '@lamella/shared/contract'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { access } from './access-rules.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The call of the contract that the route serves. */
    endpoint?: Endpoint
  }
}

/** What a schema cannot say: answers that are empty, or bytes. */
const describeSuccess = ({ success }: Endpoint) =>
  success.body === 'binary'
    ? {
        description: 'Bytes',
        content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
      }
    : { description: 'Success', type: 'null' }

/** `/api/openapi.json`, made from the contract, and `/api/docs` to read and try it. Install it before the first route. */
export const openapiPlugin = fp(async (app: FastifyInstance) => {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Lamella',
        description: 'Every call of the portal. Errors have one form.',
        version: contractVersion,
      },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
      security: [{ bearer: [] }],
    },
    hideUntagged: true,
    transform: (route) => {
      const { schema, url } = jsonSchemaTransform(route)
      const { endpoint } = route.route.config ?? {}
      if (!endpoint || (endpoint.success.body !== null && endpoint.success.body !== 'binary')) return { schema, url }
      const response = { ...Object(schema.response), [endpoint.success.status]: describeSuccess(endpoint) }
      return { schema: { ...schema, response }, url }
    },
  })
  app.get('/api/openapi.json', { config: { access: access.public }, schema: { hide: true } }, async () => app.swagger())

  await app.register(async (docs) => {
    // The routes of the library know nothing of access rules.
    docs.addHook('onRoute', (route) => {
      route.config = { ...route.config, access: access.public, isQuiet: true }
    })
    await docs.register(swaggerUi, {
      routePrefix: '/api/docs',
      theme: { title: 'Lamella API' },
      uiConfig: { url: '/api/openapi.json', layout: 'BaseLayout' },
    })
  })
})
