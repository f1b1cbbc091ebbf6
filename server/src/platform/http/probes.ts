import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { Gauge, type Registry } from 'prom-client'
import type { AppContext } from '../context.ts'
import { settlesWithin } from '../settles-within.ts'
import type { AccessRule } from './access.ts'
import { access } from './access-rules.ts'
import { isLocalRequest } from './local-request.ts'

/** Metrics are for local requests, or for a scraper with the operator token. */
const localOrOperator: AccessRule = {
  name: 'this machine, or operator',
  check: async (request, context) => {
    if (!isLocalRequest(request, context.config)) await access.operator.check(request, context)
  },
}

const answers = (question: Promise<unknown>): Promise<boolean> =>
  question.then(
    () => true,
    () => false,
  )

const schema = { hide: true }
const quiet = { config: { access: access.public, isQuiet: true }, schema }

/** `/healthz` (the process runs), `/readyz` (the database answers within 2 s, no shutdown has begun) and `/metrics`. */
export const probesPlugin = fp(
  async (app: FastifyInstance, { context, registry }: { context: AppContext; registry: Registry }) => {
    let isClosing = false
    app.addHook('preClose', async () => {
      isClosing = true
    })
    const jobs = new Gauge({
      name: 'jobs',
      help: 'Jobs of all processes that wait, run or have failed',
      labelNames: ['job', 'state'],
      registers: [registry],
      collect: async () => {
        jobs.reset()
        for (const { name, state, count } of await context.queue.count()) jobs.set({ job: name, state }, count)
      },
    })

    app.get('/healthz', quiet, async () => ({ status: 'ok' }))
    app.get('/readyz', quiet, async (_request, reply) => {
      const database = answers(context.db.execute(sql`SELECT 1`))
      const isReady = !isClosing && (await settlesWithin(2_000, database)) && (await database)
      return reply.status(isReady ? 200 : 503).send({ status: isReady ? 'ready' : 'not ready' })
    })
    app.get('/metrics', { config: { access: localOrOperator, isQuiet: true }, schema }, async (_request, reply) =>
      reply.type(registry.contentType).send(await registry.metrics()),
    )
  },
)
