import { setTimeout as delay, setImmediate } from 'node:timers/promises'
import * as contract from '@lamella/shared/contract'
import { type Endpoint, errorBody, getProject, listProjects, requestToken, whoAmI } from '@lamella/shared/contract'
import { DrizzleQueryError } from 'drizzle-orm'
import fastify from 'fastify'
import { access } from '../src/platform/http/access-rules.ts'
import { setUpServer } from './helper.ts'
import { addOrganisation } from './people.ts'
import { noteUndeclared } from './undeclared-answers.ts'

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'success' in value

describe('Platform', () => {
  let log = ''
  const write = (line: string): void => {
    log += line
  }
  const server = setUpServer({ log: { write } })
  let token: string
  beforeAll(async () => {
    token = (await addOrganisation(server)).member.token
  })

  describe('errors', () => {
    it('have the form of the catalogue and its status', async () => {
      const answer = await server.call(whoAmI, {})
      expect(answer).toMatchObject({ status: 401, code: 'ERR_0401' })
      expect(errorBody.safeParse(answer.body).success).toBe(true)
    })

    it('name the field that is not valid, and never its value', async () => {
      const { status, code, raw } = await server.call(listProjects, { token, query: { 'page[size]': 251 } })
      expect([status, code]).toEqual([400, 'ERR_0400'])
      expect(raw.toString()).toContain('page[size]')
      expect(raw.toString()).not.toContain('251')
    })

    it.each([
      ['an unknown address', { method: 'GET', url: '/api/v1/nothing' }, 404, 'ERR_0404'],
      ['an unknown method', { method: 'PUT', url: '/api/v1/users/me' }, 404, 'ERR_0404'],
      [
        'JSON that is none',
        { method: 'POST', url: '/api/v1/signup', payload: '{', headers: { 'content-type': 'application/json' } },
        400,
        'ERR_0400',
      ],
      [
        'an empty JSON body',
        { method: 'POST', url: '/api/v1/signup', payload: '', headers: { 'content-type': 'application/json' } },
        400,
        'ERR_0400',
      ],
      [
        'a kind of content nobody reads',
        { method: 'POST', url: '/api/v1/signup', payload: '<a/>', headers: { 'content-type': 'text/xml' } },
        415,
        'ERR_0415',
      ],
      [
        'a body of more than a megabyte',
        { method: 'POST', url: '/api/v1/signup', payload: { data: { email: 'x'.repeat(2 ** 20) } } },
        413,
        'ERR_0413',
      ],
      ['an address that cannot be decoded', { method: 'GET', url: '/api/v1/projects/%zz' }, 400, 'ERR_0400'],
      [
        'an id with a thousand letters',
        { method: 'GET', url: `/api/v1/projects/${'a'.repeat(1000)}` },
        404,
        'ERR_0404',
      ],
    ] as const)('answer %s', async (_, request, status, code) => {
      const answer = await server.app.inject({
        ...request,
        headers: { authorization: `Bearer ${token}`, ...('headers' in request ? request.headers : {}) },
      })
      expect([answer.statusCode, answer.json()]).toEqual([
        status,
        { errors: [{ code, detail: expect.stringMatching(/^[\w ].*$/) }] },
      ])
    })
  })

  describe('headers', () => {
    const policy =
      "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' blob: data:; " +
      "worker-src 'self' blob:; connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

    it.each(['/healthz', '/api/v1/users/me', '/api/nowhere', '/api/docs'])('protect %s', async (url) => {
      const { headers } = await server.app.inject({ url })
      expect(headers).toMatchObject({
        'content-security-policy': policy,
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'same-origin',
        'cross-origin-opener-policy': 'same-origin',
      })
      expect(headers).not.toHaveProperty('strict-transport-security')
      expect(headers).not.toHaveProperty('x-powered-by')
    })

    it('give each response its own id, whatever the client sends', async () => {
      const ask = () =>
        server.app.inject({ url: '/healthz', headers: { 'request-id': 'mine', 'x-request-id': 'mine' } })
      const ids = [await ask(), await ask()].map(({ headers }) => headers['x-request-id'])
      expect(new Set([...ids, 'mine']).size).toBe(3)
    })
  })

  describe('OpenAPI', () => {
    interface Operation {
      description: string
      responses: Record<string, { content?: object }>
      requestBody?: { content: object }
    }
    let paths: Record<string, Record<string, Operation>>
    beforeAll(async () => {
      const answer = await server.app.inject({ url: '/api/openapi.json' })
      paths = answer.json().paths
    })
    const endpoints = Object.entries<unknown>(contract).flatMap(([name, value]): [string, Endpoint][] =>
      isEndpoint(value) ? [[name, value]] : [],
    )

    it.each(endpoints)('describes %s with its access rule, success and refusals', (_, endpoint) => {
      const path = endpoint.path.replace(/:(\w+)/g, '{$1}').replace(/\*$/, '{*}')
      const operation = paths[path]?.[endpoint.method.toLowerCase()]
      expect(operation?.description).toMatch(/^Access: \w/)
      const statuses = [endpoint.success.status, ...Object.keys(endpoint.answers ?? {}), 431, 500, 503].map(String)
      expect(Object.keys(operation?.responses ?? {})).toEqual(expect.arrayContaining(statuses))
      const content = operation?.responses[endpoint.success.status]?.content
      expect(content === undefined).toBe(endpoint.success.body === null)
    })

    it('describes how the token call is encoded', () => {
      const operation = paths[requestToken.path]?.post
      expect(Object.keys(operation?.requestBody?.content ?? {})).toEqual(['application/x-www-form-urlencoded'])
    })

    it('is shown by a page that needs no inline script', async () => {
      const page = await server.app.inject({ url: '/api/docs' })
      expect(page.headers['content-type']).toMatch(/^text\/html/)
      expect(page.body).not.toMatch(/<script(?![^>]*src=)/)
      expect((await server.app.inject({ url: '/api/docs/static/swagger-initializer.js' })).statusCode).toBe(200)
    })
  })

  describe('log', () => {
    it('has one line per request, with its id and without secrets', async () => {
      const secret = 'averysecrettokenvalue'
      const url = `/api/v1/jobResultBundles/${'0'.repeat(8)}-0000-4000-8000-${'0'.repeat(12)}/download?access_token=${secret}&x=1`
      const answer = await server.app.inject({ url })
      const id = String(answer.headers['x-request-id'])
      const isOwn = (text: string) => text.includes(id) && text.includes('"msg":"request"')
      // The line is written after the answer.
      while (!log.split('\n').some(isOwn)) await setImmediate()
      const line = JSON.parse(log.split('\n').find(isOwn) ?? '')
      expect(line).toMatchObject({
        method: 'GET',
        status: answer.statusCode,
        url: expect.stringContaining('[hidden]&x=1'),
      })
      expect(log).not.toContain(secret)
      expect(log).not.toContain(token)
    })

    it('hides secrets by name wherever they are logged', () => {
      server.context.log.info(
        { body: { data: { password: 'pa55' } }, headers: { authorization: 'Bearer abc' } },
        'look',
      )
      const line = log.split('\n').find((text) => text.includes('"look"'))
      expect(JSON.parse(line ?? '')).toMatchObject({
        body: { data: { password: '[hidden]' } },
        headers: { authorization: '[hidden]' },
      })
    })
  })

  describe('log of errors', () => {
    it('has a failed query without its parameters, however deeply the error is nested', async () => {
      const failed = new DrizzleQueryError(
        'insert into mails values ($1)',
        ['https://x/?token=s3cr3t-link'],
        new Error('full'),
      )
      server.context.log.error({ err: failed }, 'plain')
      server.context.log.error({ err: new Error('outer', { cause: failed }) }, 'wrapped')
      server.context.log.error({ err: new AggregateError([failed], 'some failed') }, 'many')
      const lines = log.split('\n').filter((text) => /"(plain|wrapped|many)"/.test(text))
      expect(lines).toHaveLength(3)
      for (const line of lines) expect(line).toContain('insert into mails')
      expect(log).not.toContain('s3cr3t')
    })
  })

  describe('probes', () => {
    it('say that the server lives and is ready', async () => {
      expect((await server.app.inject({ url: '/healthz' })).json()).toEqual({ status: 'ok' })
      expect((await server.app.inject({ url: '/readyz' })).json()).toEqual({ status: 'ready' })
    })

    it('say that it is not ready while the database does not answer', async () => {
      const failing = jest
        .spyOn(server.context.db, 'execute')
        .mockReturnValue(delay(60_000, undefined, { ref: false }) as never)
      jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] })
      const answer = server.app.inject({ url: '/readyz' })
      await jest.advanceTimersByTimeAsync(2_000)
      jest.useRealTimers()
      failing.mockRestore()
      expect((await answer).statusCode).toBe(503)
    })

    it('show metrics by route to this machine only', async () => {
      await server.call(getProject, { token, params: { projectId: '00000000-0000-4000-8000-000000000000' } })
      const metrics = await server.app.inject({ url: '/metrics' })
      expect(metrics.body).toMatch(
        /http_request_duration_seconds_count\{method="GET",route="\/api\/v1\/projects\/:projectId",status="404"\} 1/,
      )
      await server.context.queue.enqueue('clean-up', {})
      expect((await server.app.inject({ url: '/metrics' })).body).toContain('jobs{job="clean-up",state="created"} 1')
      const elsewhere = await server.app.inject({ url: '/metrics', remoteAddress: '10.0.0.9' })
      expect([elsewhere.statusCode, elsewhere.json().errors[0].code]).toEqual([401, 'ERR_0401'])
      const rebound = await server.app.inject({ url: '/metrics', headers: { host: 'evil.test' } })
      expect(rebound.statusCode).toBe(401)
      const proxied = await server.app.inject({ url: '/metrics', headers: { 'x-forwarded-for': '10.0.0.9' } })
      expect(proxied.statusCode).toBe(401)
    })
  })
})

describe('The OpenAPI document describes the responses of a call', () => {
  const server = setUpServer()
  const answersAt = (path: string, method: string) =>
    server.app.inject('/api/openapi.json').then((answer) => answer.json().paths[path][method].responses)

  it('each status with its headers: ranges of uploads and downloads, created objects, rate limits', async () => {
    const put = await answersAt('/api/v2/files/uploads/{uploadId}', 'put')
    expect(Object.keys(put)).toEqual(expect.arrayContaining(['201', '308', '400', '401', '403', '409', '412', '507']))
    expect(put[308].headers).toHaveProperty('Range')
    const download = await answersAt('/api/v1/images/{imageId}/download', 'get')
    expect(download[206].headers).toHaveProperty('Content-Range')
    expect(download[304]).not.toHaveProperty('content')
    expect(download[416].content['application/json'].schema.$ref).toBe('#/components/schemas/Errors')
    expect((await answersAt('/api/v1/projects', 'post'))[201].headers).toHaveProperty('Location')
    expect((await answersAt('/api/v1/oauth2/token', 'post'))[429].headers).toHaveProperty('Retry-After')
  })
})

it('A response that the contract does not declare fails the tests of the server', async () => {
  const app = fastify()
  const noticed = new Set<string>()
  noteUndeclared(app, noticed)
  const config = { endpoint: whoAmI, access: access.public }
  app.get('/status', { config }, async (_request, reply) => reply.status(418).send())
  app.get('/header', { config }, async (_request, reply) => reply.header('x-odd', '1').send())
  for (const url of ['/status', '/header']) await app.inject(url)
  expect([...noticed]).toEqual(['GET /api/v1/users/me: 418', 'GET /api/v1/users/me: 200 header x-odd'])
})
