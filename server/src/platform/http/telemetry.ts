import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { collectDefaultMetrics, Histogram, type Registry } from 'prom-client'
import { redactUrl } from '../log.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** What `/metrics` answers. */
    metrics: Registry
  }
  interface FastifyContextConfig {
    /** Successful requests are not logged: for probes and tiles. */
    isQuiet?: boolean
  }
}

/** One log line and one measurement per request, and its id in the response. Register it first, so that errors have them too. */
export const telemetryPlugin = fp(async (app: FastifyInstance, { registry }: { registry: Registry }) => {
  app.decorate('metrics', registry)
  collectDefaultMetrics({ register: registry })
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from request to the end of the answer',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10],
    registers: [registry],
  })

  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    done()
    const { method, routeOptions } = request
    const status = reply.statusCode
    duration.observe({ method, route: routeOptions.url ?? 'none', status }, reply.elapsedTime / 1000)
    if (routeOptions.config.isQuiet && status < 400) return
    const ms = Math.round(reply.elapsedTime * 10) / 10
    request.log.info({ method, url: redactUrl(request.url), status, ms, user: request.principal?.userId }, 'request')
  })
})
