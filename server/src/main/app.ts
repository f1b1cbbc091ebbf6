import { randomUUID } from 'node:crypto'
import formbody from '@fastify/formbody'
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { Registry } from 'prom-client'
import type { AppContext } from '../platform/context.ts'
import { accessPlugin } from '../platform/http/access.ts'
import { errorsPlugin, sendConnectionError, sendError } from '../platform/http/errors.ts'
import { keepHiddenClassesStable } from '../platform/http/hidden-classes.ts'
import { openapiPlugin } from '../platform/http/openapi.ts'
import { probesPlugin } from '../platform/http/probes.ts'
import { errorHeaders, securityHeadersPlugin } from '../platform/http/security-headers.ts'
import { telemetryPlugin } from '../platform/http/telemetry.ts'
import { type TimeLimits, timeLimits, timeLimitsPlugin } from '../platform/http/time-limits.ts'
import { domains } from './domains.ts'

export interface AppOptions {
  limits?: TimeLimits
  /** Is given the server before its first route. */
  observe?: (app: FastifyInstance) => void
}

/** The HTTP server with all routes, not listening yet. */
export const buildApp = async (
  context: AppContext,
  { limits = timeLimits, observe }: AppOptions = {},
): Promise<FastifyInstance> => {
  keepHiddenClassesStable()
  const { config } = context
  const loggerInstance: FastifyBaseLogger = context.log
  const app: FastifyInstance = fastify({
    loggerInstance,
    // One line a request is written by the telemetry plugin, with the address redacted.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    // One proxy: what clients themselves write before its entry counts for nothing.
    trustProxy: config.trustProxy ? (_address: string, hop: number) => hop === 0 : false,
    bodyLimit: 1024 ** 2,
    http: {
      headersTimeout: limits.headers,
      connectionsCheckingInterval: limits.check,
    },
    requestTimeout: limits.request,
    connectionTimeout: limits.silence,
    keepAliveTimeout: limits.keepAlive,
    // Connections that sit idle are cut at once when the server closes; those with a request may finish it.
    forceCloseConnections: 'idle',
    // Requests that come while it closes are still answered, with `Connection: close`.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 512 },
    // Refused before any route, and so without its hooks.
    frameworkErrors: (error, request, reply) => void sendError(error, request, reply.headers(errorHeaders)),
    clientErrorHandler: sendConnectionError,
  })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)

  const registry = new Registry()
  observe?.(app)
  await app.register(errorsPlugin)
  await app.register(telemetryPlugin, { registry })
  await app.register(timeLimitsPlugin, {
    limits,
    maxConnections: config.maxConnections,
    behindProxy: config.trustProxy === true,
  })
  await app.register(securityHeadersPlugin, { isHttps: config.publicUrl.startsWith('https:') })
  await app.register(accessPlugin, { context })
  await app.register(probesPlugin, { context, registry })
  await app.register(formbody)
  await app.register(openapiPlugin)
  for (const { routes } of domains) await routes?.(app, context)
  await app.ready()
  return app
}
