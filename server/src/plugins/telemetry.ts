import { isIP } from 'node:net'
import { sql } from 'drizzle-orm'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import type { AppContext } from '../context.ts'
import { redactUrl } from '../log.ts'
import type { AccessRule } from './access.ts'
import { access } from './access-rules.ts'

/** Metrics are for the machine itself, or for a scraper that holds the operator token. */
const localOrOperator: AccessRule = {
  name: 'this machine, or operator',
  check: async (request, context) => {
    const isForwarded = 'x-forwarded-for' in request.headers || 'forwarded' in request.headers
    if (isForwarded || !isLoopback(request)) await access.operator.check(request, context)
  },
}

const isLoopback = ({ socket }: FastifyRequest): boolean => {
  const peer = (socket.remoteAddress ?? '').replace(/^::ffff:/, '')
  return peer === '::1' || (isIP(peer) === 4 && peer.startsWith('127.'))
}

const answersWithin = async (milliseconds: number, question: Promise<unknown>): Promise<boolean> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, milliseconds, false)
  })
  const answered = question.then(
    () => true,
    () => false,
  )
  return Promise.race([answered, late]).finally(() => clearTimeout(timer))
}

const quiet = { access: access.public, isQuiet: true }

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Not logged when it succeeds: probes. */
    isQuiet?: boolean
  }
}

/** One log line a request, `/metrics`, `/healthz` (the process lives) and `/readyz` (it can serve). */
export const telemetryPlugin = fp(async (app: FastifyInstance, { context }: { context: AppContext }) => {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from request to the end of the answer',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10],
    registers: [registry],
  })
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
  })

  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })
  app.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions } = request
    const status = reply.statusCode
    duration.observe({ method, route: routeOptions.url ?? 'none', status }, reply.elapsedTime / 1000)
    if (routeOptions.config.isQuiet && status < 400) return
    const ms = Math.round(reply.elapsedTime * 10) / 10
    request.log.info({ method, url: redactUrl(request.url), status, ms, user: request.principal?.userId }, 'request')
  })

  app.get('/healthz', { config: quiet, schema: { hide: true } }, async () => ({ status: 'ok' }))
  app.get('/readyz', { config: quiet, schema: { hide: true } }, async (_request, reply) => {
    const isReady = !isClosing && (await answersWithin(2_000, context.db.execute(sql`SELECT 1`)))
    return reply.status(isReady ? 200 : 503).send({ status: isReady ? 'ready' : 'not ready' })
  })
  app.get(
    '/metrics',
    { config: { access: localOrOperator, isQuiet: true }, schema: { hide: true } },
    async (_, reply) => reply.type(registry.contentType).send(await registry.metrics()),
  )
})
