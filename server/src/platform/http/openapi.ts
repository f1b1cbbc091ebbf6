import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { type AnswerHeaders, contractVersion, type Endpoint, errorBody } from '@lamella/shared/contract'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { access } from './access-rules.ts'
import { answersOf, commonHeaders } from './answers.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The call of the contract that this route implements. */
    endpoint?: Endpoint
  }
}

const headerName = (name: string): string => name.replace(/(?:^|-)[a-z]/g, (start) => start.toUpperCase())

const describeHeaders = (headers: AnswerHeaders) =>
  Object.fromEntries(
    Object.entries(headers).map(([name, description]) => [
      headerName(name),
      { description, schema: { type: 'string' } },
    ]),
  )

const commonReferences = Object.fromEntries(
  Object.keys(commonHeaders).map((name) => [headerName(name), { $ref: `#/components/headers/${headerName(name)}` }]),
)

const contents = {
  error: { 'application/json': { schema: { $ref: '#/components/schemas/Errors' } } },
  binary: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
} as const

/** Describes what schemas cannot express: headers per status, empty bodies, binary bodies. */
const describeAnswers = (endpoint: Endpoint, isPublic: boolean, ofSuccess: unknown) =>
  Object.fromEntries(
    [...answersOf(endpoint, isPublic)].map(([status, { description, body, headers }]) => {
      const content = body === 'success' ? ofSuccess : body && contents[body]
      return [
        status,
        { description, headers: { ...describeHeaders(headers), ...commonReferences }, ...(content ? { content } : {}) },
      ]
    }),
  )

interface Operation {
  responses?: Record<string, { content?: unknown }>
}

/** `/api/openapi.json`, generated from the contract, and `/api/docs` to read and try it. Register it before the first route. */
export const openapiPlugin = fp(async (app: FastifyInstance) => {
  const calls: { endpoint: Endpoint; isPublic: boolean }[] = []
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
      const { endpoint, access: rule } = route.route.config ?? {}
      if (endpoint && rule) calls.push({ endpoint, isPublic: rule === access.public })
      return jsonSchemaTransform(route)
    },
    transformObject: (document) => {
      if (!('openapiObject' in document)) return document.swaggerObject
      const { paths = {}, components = {}, ...rest } = document.openapiObject
      for (const { endpoint, isPublic } of calls) {
        const path = endpoint.path.replace(/:(\w+)/g, '{$1}').replace('*', '{*}')
        const operations = paths[path] as Record<string, Operation> | undefined
        const operation = operations?.[endpoint.method.toLowerCase()]
        if (!operation) continue
        const ofSuccess = operation.responses?.[endpoint.success.status]?.content
        operation.responses = describeAnswers(endpoint, isPublic, ofSuccess)
      }
      const schemas = { ...components.schemas, Errors: z.toJSONSchema(errorBody) }
      return {
        ...rest,
        paths,
        components: { ...components, schemas, headers: describeHeaders(commonHeaders) },
      } as never
    },
  })
  app.get('/api/openapi.json', { config: { access: access.public }, schema: { hide: true } }, async () => app.swagger())

  await app.register(async (docs) => {
    // The library declares no access rules for its routes.
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
