import { randomUUID } from 'node:crypto'
import formbody from '@fastify/formbody'
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import type { Registry } from 'prom-client'
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

/** Replacements for tests. */
export interface AppOptions {
  limits?: TimeLimits
  /** Called with the server before its first route. */
  observe?: (app: FastifyInstance) => void
}

/** A server with what all of its routes need, and with the probes. Routes may be added until it is ready. */
const buildBase = async (
  context: AppContext,
  registry: Registry,
  { limits = timeLimits, observe }: AppOptions,
): Promise<FastifyInstance> => {
  keepHiddenClassesStable()
  const { config } = context
  const loggerInstance: FastifyBaseLogger = context.log
  const app: FastifyInstance = fastify({
    loggerInstance,
    // The telemetry plugin writes one line per request, with a redacted address.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    // Only the last entry, that of the proxy, is trusted: clients can write the entries before it.
    trustProxy: config.trustProxy ? (_address: string, hop: number) => hop === 0 : false,
    bodyLimit: 1024 ** 2,
    http: {
      headersTimeout: limits.headers,
      connectionsCheckingInterval: limits.check,
    },
    requestTimeout: limits.request,
    connectionTimeout: limits.silence,
    keepAliveTimeout: limits.keepAlive,
    // When the server closes, idle connections are closed at once; those with a request may finish it.
    forceCloseConnections: 'idle',
    // Requests during the shutdown are still answered, with `Connection: close`.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 512 },
    // These errors occur before routing, and so without hooks.
    frameworkErrors: (error, request, reply) => void sendError(error, request, reply.headers(errorHeaders)),
    clientErrorHandler: sendConnectionError,
  })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)

  observe?.(app)
  await app.register(errorsPlugin)
  await app.register(telemetryPlugin, { registry })
  await app.register(timeLimitsPlugin, {
    limits,
    maxConnections: config.maxConnections,
    behindProxy: config.trustProxy === true,
  })
  await app.register(securityHeadersPlugin, {
    isHttps: config.publicUrl.startsWith('https:'),
    remoteOrigins: config.remoteOrigins,
  })
  await app.register(accessPlugin, { context })
  await app.register(probesPlugin, { context, registry })
  return app
}

/** The HTTP server with all routes, not listening yet. */
export const buildApp = async (
  context: AppContext,
  registry: Registry,
  options: AppOptions = {},
): Promise<FastifyInstance> => {
  const app = await buildBase(context, registry, options)
  await app.register(formbody)
  await app.register(openapiPlugin)
  for (const { routes } of domains) await routes?.(app, context)
  await app.ready()
  return app
}

/** The HTTP server of a worker, not listening yet: `/healthz`, `/readyz` and `/metrics` only. */
export const buildProbes = async (
  context: AppContext,
  registry: Registry,
  options: AppOptions = {},
): Promise<FastifyInstance> => {
  const app = await buildBase(context, registry, options)
  await app.ready()
  return app
}
