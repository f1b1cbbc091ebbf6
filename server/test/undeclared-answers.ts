import type { FastifyInstance } from 'fastify'
import { access } from '../src/platform/http/access-rules.ts'
import { answersOf, commonHeaders } from '../src/platform/http/answers.ts'

/** Checks every response to a call of the contract, and records undeclared statuses and headers. */
export const noteUndeclared = (app: FastifyInstance, undeclared: Set<string>): void => {
  app.addHook('onResponse', async (request, reply) => {
    const { endpoint, access: rule } = request.routeOptions.config
    if (!endpoint) return
    const { method, path } = endpoint
    const answer = answersOf(endpoint, rule === access.public).get(reply.statusCode)
    const names = answer ? Object.keys(reply.getHeaders()) : []
    const unknown = names.filter((name) => !(name in commonHeaders) && !(name in (answer?.headers ?? {})))
    const problems = answer ? unknown.map((name) => `header ${name}`) : ['']
    for (const problem of problems) undeclared.add(`${method} ${path}: ${reply.statusCode} ${problem}`.trim())
  })
}
