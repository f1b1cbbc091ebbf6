import type { Endpoint, EndpointInput, EndpointOutput, ErrorBody } from '@lamella/shared/contract'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { type DestinationStream, pino } from 'pino'
import { boot } from '../src/main/boot.ts'
import { readConfig } from '../src/platform/config.ts'
import type { AppContext } from '../src/platform/context.ts'
import type { TimeLimits } from '../src/platform/http/time-limits.ts'
import { createLogger } from '../src/platform/log.ts'
import { createDatabase, createFolder } from './cluster.ts'
import { noteUndeclared } from './undeclared-answers.ts'

export interface TestAppOptions {
  /** Clock of the server; by default that of this machine. */
  now?: () => Date
  /** By default a server without workers; `LAMELLA_ROLE: 'all'` runs jobs. */
  env?: NodeJS.ProcessEnv
  /** Destination of the log; none by default. */
  log?: DestinationStream
  /** Shorter time limits for clients. */
  limits?: TimeLimits
}

export interface Answer<E extends Endpoint> {
  status: number
  headers: Record<string, string | string[] | number | undefined>
  /** Body of success; check the status first. */
  body: EndpointOutput<E>
  /** Code of the first error; null on success. */
  code: string | null
  raw: Buffer
}

type Call = <E extends Endpoint>(
  endpoint: E,
  input: EndpointInput<E> & { token?: string; extraHeaders?: Record<string, string>; payload?: Buffer },
) => Promise<Answer<E>>

export interface TestApp {
  app: FastifyInstance
  context: AppContext
  databaseUrl: string
  /** Calls an endpoint of the contract, without the network. */
  call: Call
  close: () => Promise<void>
}

interface Parts {
  params?: Record<string, string>
  query?: Record<string, unknown>
  headers?: Record<string, string>
  body?: unknown
}

/** The fields that have a value, as a form or query. */
const given = (fields: object): [string, string][] =>
  Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))

const urlOf = (endpoint: Endpoint, { params = {}, query = {} }: Parts): string => {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const search = new URLSearchParams(given(query)).toString()
  return search ? `${path}?${search}` : path
}

const payloadOf = (endpoint: Endpoint, { body }: Parts): Pick<InjectOptions, 'payload' | 'headers'> => {
  if (body === undefined) return {}
  if (endpoint.bodyType !== 'application/x-www-form-urlencoded') return { payload: body as object }
  return {
    payload: new URLSearchParams(given(body as object)).toString(),
    headers: { 'content-type': endpoint.bodyType },
  }
}

const createCall =
  (app: FastifyInstance): Call =>
  async (endpoint, { token, extraHeaders, payload, ...input }) => {
    const parts: Parts = input
    const { headers, ...content } = payloadOf(endpoint, parts)
    const answer = await app.inject({
      method: endpoint.method,
      url: urlOf(endpoint, parts),
      ...content,
      ...(payload && { payload }),
      headers: {
        ...headers,
        ...(payload && { 'content-type': endpoint.bodyType ?? 'application/octet-stream' }),
        ...(token && { authorization: `Bearer ${token}` }),
        ...parts.headers,
        ...extraHeaders,
      },
    })
    const isJson = String(answer.headers['content-type'] ?? '').startsWith('application/json')
    const body = isJson ? answer.json() : undefined
    const code = answer.statusCode < 400 ? null : ((body as ErrorBody | undefined)?.errors[0]?.code ?? 'not JSON')
    return { status: answer.statusCode, headers: answer.headers, body, code, raw: answer.rawPayload }
  }

/** A whole server that does not listen, on a new database and data folder. Close it at the end. */
export const startTestApp = async ({ now, env = {}, log, limits }: TestAppOptions = {}): Promise<TestApp> => {
  const database = await createDatabase()
  const config = readConfig({
    LAMELLA_DATA: createFolder('data'),
    DATABASE_URL: database.url,
    LAMELLA_ROLE: 'api',
    LAMELLA_DEMO: '0',
    PUBLIC_URL: 'http://localhost:8080',
    ...env,
  })
  const logger = log ? createLogger('trace', log) : pino({ level: 'silent' })
  const undeclared = new Set<string>()
  const observe = (app: FastifyInstance) => noteUndeclared(app, undeclared)
  const server = await boot(config, { observe, log: logger, ...(now && { now }), ...(limits && { limits }) })
  return {
    app: server.app,
    context: server.context,
    databaseUrl: database.url,
    call: createCall(server.app),
    close: async () => {
      await server.close()
      await database.drop()
      if (undeclared.size > 0) {
        throw new Error(`The contract does not declare what was answered:\n${[...undeclared].sort().join('\n')}`)
      }
    },
  }
}

/** Environment of another server on the same database and data folder. */
export const besides = ({ databaseUrl, context }: Pick<TestApp, 'databaseUrl' | 'context'>): NodeJS.ProcessEnv => ({
  DATABASE_URL: databaseUrl,
  LAMELLA_DATA: context.config.dataDir,
})

/** A proxy for an object that a hook creates: tests may name it before; its fields exist after the hook has run. */
export const madeBy = <T extends object>(hook: jest.Lifecycle, make: () => Promise<T>): T => {
  const made = {} as T
  hook(async () => {
    Object.assign(made, await make())
  })
  return made
}

/** A server for a test file or `describe`: started before its first test, closed after its last. */
export const setUpServer = (options?: TestAppOptions): TestApp => {
  const server = madeBy(beforeAll, () => startTestApp(options))
  afterAll(() => server.close())
  return server
}
