import { createProject, endpoint, listProjects, type locallyHandledCodes } from '@lamella/shared/contract'
import * as z from 'zod/mini'
import { fetchBytes } from './binary.ts'
import { call, callWithHeaders, createdId, type FailureRecord, leavePage, onFailure } from './call.ts'
import { ApiFailure, failureOfAnswer } from './failure.ts'
import { configureHttp, request } from './http.ts'
import { callAllPages } from './pages.ts'

const ping = endpoint({
  method: 'GET',
  path: '/api/ping/:name',
  summary: 'For tests',
  tag: 'test',
  params: z.object({ name: z.string() }),
  success: { status: 200, body: z.object({ pong: z.string() }) },
})
const params = { name: 'a b' }

/** In place of `fetch`: answers as configured and records requests. */
const asked: Request[] = []
const answerWith = (answer: (request: Request) => Response | Promise<Response>): void => {
  globalThis.fetch = async (input, init) => {
    const request = new Request(input instanceof Request ? input : String(input), init)
    asked.push(request.clone())
    return answer(request)
  }
}
const json = (status: number, body: unknown, headers = {}) => Response.json(body, { status, headers })

let token: string | null = null
let renewed: string | null = null
const originalFetch = globalThis.fetch
beforeEach(() => {
  asked.length = 0
  token = null
  renewed = null
  const tokens = { accessToken: () => token, renew: async () => renewed }
  configureHttp({ baseUrl: 'http://portal.test', tokens })
})
afterAll(() => {
  globalThis.fetch = originalFetch
})

const failureOf = async (work: Promise<unknown>): Promise<ApiFailure> => {
  const outcome = await work.then(
    () => null,
    (error: unknown) => error,
  )
  if (outcome instanceof ApiFailure) return outcome
  throw new Error(`Expected an ApiFailure, got ${outcome}`)
}

test.each([
  ['D2-7-10', 'PUT'],
  ['D2-7-12', 'DELETE'],
] as const)('%s a %s that is to be answered with 204 and is not, is recorded as a failure', async (_, method) => {
  const change = endpoint({ ...ping, method, success: { status: 204, body: null } })
  const records: FailureRecord[] = []
  const unsubscribe = onFailure((record) => records.push(record))
  answerWith(() => new Response('<h1>Log in to the Wi-Fi</h1>', { status: 200 }))
  const failure = await failureOf(call(change, { params }))
  expect(failure.status).toBeNull()
  expect(records).toMatchObject([{ code: 'ERR_CLIENT' }])
  answerWith(() => new Response(null, { status: 204 }))
  await call(change, { params })
  expect(records).toHaveLength(1)
  unsubscribe()
})

test('parameters are filled into the path and the answer is parsed', async () => {
  answerWith(() => json(200, { pong: 'yes', more: 1 }))
  expect(await call(ping, { params })).toEqual({ pong: 'yes' })
  expect(new URL(asked[0]?.url ?? '').pathname).toBe('/api/ping/a%20b')
})

test.each([
  ['D1-8-12', 404, 'Page not found', null],
  ['D1-8-13', 401, 'Unauthorized', '/error/401'],
  ['D1-8-15', 403, 'Permission denied', '/error/403'],
  ['D1-8-17', 504, 'Timeout', null],
  ['D1-8-18', 410, 'Service unavailable', '/error/410'],
  ['D1-8-19', 503, 'Service unavailable', '/error/503'],
  ['D1-8-20', 400, 'Bad request', null],
  ['D1-8-21', 413, 'Payload too large', null],
  ['D1-8-22', 409, 'Conflict', null],
  ['D1-8-23', 418, 'Unknown Http Error', '/error'],
])('%s HTTP %i: "%s", redirect %s', async (_, status, message, redirect) => {
  answerWith(() => new Response('not JSON', { status }))
  expect(await failureOf(call(ping, { params }))).toMatchObject({ status, message, redirect, fatal: redirect !== null })
})

const limitCodes: (typeof locallyHandledCodes)[number][] = ['ERR_5001', 'ERR_5006', 'ERR_5007', 'ERR_5008']
test.each(limitCodes)('D1-8-16 D1-8-25 a 403 with %s has no redirect, and the message of the server', async (code) => {
  answerWith(() =>
    json(403, {
      errors: [
        { code, detail: 'Limit.' },
        { code: 'ERR_0403', detail: 'second' },
      ],
    }),
  )
  expect(await failureOf(call(ping, { params }))).toMatchObject({ code, message: 'Limit.', fatal: false })
})

test.each([
  [401, '/error/401'],
  [410, '/error/410'],
  [503, '/error/503'],
])(
  'D1-8-16 one of the four codes with %d in place of 403 has the redirect of that status',
  async (status, redirect) => {
    answerWith(() => json(status, { errors: [{ code: 'ERR_5001', detail: 'Limit.' }] }))
    expect(await failureOf(call(ping, { params }))).toMatchObject({ code: 'ERR_5001', redirect })
  },
)

test.each([400, 404, 409, 413, 500])('D1-8-25 the first of two errors of a %d gives the message', async (status) => {
  const errors = [
    { code: 'ERR_0409', detail: 'Somebody was faster.' },
    { code: 'ERR_0400', detail: 'second' },
  ]
  answerWith(() => json(status, { errors }))
  expect(await failureOf(call(ping, { params }))).toMatchObject({ code: 'ERR_0409', message: 'Somebody was faster.' })
})

test.each([
  ['no answer', () => Promise.reject(new TypeError('network'))],
  ['an answer that breaks the contract', () => json(200, { other: 1 })],
])('D1-8-24 %s is a client error', async (_, answer) => {
  answerWith(answer)
  expect(await failureOf(call(ping, { params }))).toMatchObject({
    status: null,
    message: 'Client Error',
    redirect: '/error',
  })
})

test('D1-8-26 D1-8-27 D1-8-28 a failure is recorded with its action, as fatal when the page is left for it', async () => {
  const records: FailureRecord[] = []
  const stop = onFailure((record) => records.push(record))
  answerWith(() => new Response('', { status: 503 }))
  const failure = await failureOf(call(ping, { params }, { action: 'ping.now' }))
  expect(leavePage(failure)).toBe(true)
  await failureOf(call(ping, { params }))
  stop()
  await failureOf(call(ping, { params }))
  const record = { actionId: 'ping.now', code: 'ERR_0503', httpErrorCode: 503, source: '/api/ping/:name' }
  expect(records).toMatchObject([
    { ...record, fatal: false, redirect: null },
    { ...record, fatal: true, redirect: '/error/503' },
    { actionId: '/api/ping/:name', fatal: false, redirect: null },
  ])
})

test('D1-8-27 a failure without an error page does not leave the page, unless another one is given', async () => {
  const records: FailureRecord[] = []
  answerWith(() => new Response('', { status: 409 }))
  const failure = await failureOf(call(ping, { params }))
  const stop = onFailure((record) => records.push(record))
  expect(leavePage(failure)).toBe(false)
  expect(records).toEqual([])
  expect(leavePage(failure, '/error')).toBe(true)
  stop()
  expect(records).toMatchObject([{ httpErrorCode: 409, fatal: true, redirect: '/error' }])
})

test.each([
  [400, false],
  [409, false],
  [413, false],
  [403, true],
  [410, true],
  [503, true],
])('D1-8-27 the record of a %d: fatal is %s, as its redirect', async (status, fatal) => {
  const records: FailureRecord[] = []
  const stop = onFailure((record) => records.push(record))
  answerWith(() => json(status, { errors: [{ code: `ERR_0${status}`, detail: 'Words.' }] }))
  const failure = await failureOf(call(ping, { params }))
  expect([failure.fatal, leavePage(failure)]).toEqual([fatal, fatal])
  stop()
  expect(records.some((record) => record.fatal)).toBe(fatal)
})

test('D1-8-26 D3-3-51 a record has id, actionId, code, httpErrorCode, message, source and fatal', async () => {
  const records: FailureRecord[] = []
  const stop = onFailure((record) => records.push(record))
  answerWith(() => json(409, { errors: [{ code: 'ERR_0409', detail: 'Somebody was faster.' }] }))
  await failureOf(call(ping, { params }, { action: 'ping.now' }))
  await failureOf(call(ping, { params }, { action: 'ping.now' }))
  stop()
  expect(records[0]).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    actionId: 'ping.now',
    code: 'ERR_0409',
    httpErrorCode: 409,
    message: 'Somebody was faster.',
    source: '/api/ping/:name',
    fatal: false,
    redirect: null,
  })
  expect(records[1]?.id).not.toBe(records[0]?.id)
})

test('D1-8-16 one of the four codes in second position leads to /error/403', async () => {
  const errors = [
    { code: 'ERR_0403', detail: 'first' },
    { code: 'ERR_5001', detail: 'second' },
  ]
  answerWith(() => json(403, { errors }))
  expect(await failureOf(call(ping, { params }))).toMatchObject({ code: 'ERR_0403', redirect: '/error/403' })
})

test('an aborted call is no failure', async () => {
  const stop = onFailure(() => {
    throw new Error('told')
  })
  const controller = new AbortController()
  answerWith((request) => {
    controller.abort()
    request.signal.throwIfAborted()
    return json(200, { pong: '' })
  })
  await expect(call(ping, { params }, { signal: controller.signal })).rejects.toMatchObject({ name: 'AbortError' })
  stop()
})

test.each(['GET', 'POST', 'PUT', 'DELETE', 'PATCH'] as const)(
  'D1-7-01 a %s carries the stored token as Bearer',
  async (method) => {
    token = 'first'
    answerWith(() => json(200, { pong: '' }))
    await call({ ...ping, method }, { params })
    expect([asked[0]?.method, asked[0]?.headers.get('authorization')]).toEqual([method, 'Bearer first'])
  },
)

test('D1-7-01 so does the call for bytes', async () => {
  token = 'first'
  answerWith(() => new Response('x'))
  await fetchBytes('/api/v1/tiles')
  expect(asked[0]?.headers.get('authorization')).toBe('Bearer first')
})

test('D1-7-02 an Authorization header that is set already is neither replaced nor renewed', async () => {
  token = 'first'
  renewed = 'second'
  answerWith(() => new Response('', { status: 401 }))
  await request('/api/ping/x', { method: 'GET', headers: { authorization: 'Basic aWQ6c2VjcmV0' } })
  expect(asked.map(({ headers }) => headers.get('authorization'))).toEqual(['Basic aWQ6c2VjcmV0'])
})

test('a renewal that fails is the failure of the call, not the 401 before it', async () => {
  const renew = async () => {
    throw failureOfAnswer(503, undefined)
  }
  configureHttp({ tokens: { accessToken: () => 'old', renew } })
  answerWith(() => new Response('', { status: 401 }))
  expect(await failureOf(call(ping, { params }))).toMatchObject({ status: 503, redirect: '/error/503' })
})

test('a refused token is renewed once and the call repeated', async () => {
  token = 'old'
  renewed = 'new'
  answerWith((request) =>
    request.headers.get('authorization') === 'Bearer new'
      ? json(200, { pong: 'again' })
      : new Response('', { status: 401 }),
  )
  expect(await call(ping, { params })).toEqual({ pong: 'again' })
  expect(asked).toHaveLength(2)
})

test('the id of what was created is the end of the Location header', async () => {
  answerWith(() => new Response(null, { status: 201, headers: { location: '/api/v1/projects/42?x=1' } }))
  const { headers } = await callWithHeaders(createProject, { body: { data: { name: 'P' } } })
  expect(createdId(headers)).toBe('42')
  expect(createdId(new Headers())).toBeNull()
})

test('all pages are read until there is no next one', async () => {
  const project = (id: string) => ({
    id,
    name: 'P',
    description: '',
    owner: id,
    created: '2026-01-01T00:00:00.000Z',
    modified: '2026-01-01T00:00:00.000Z',
    imageCount: 0,
    thumbnailUrl: null,
    contributors: [],
    statistics: { imageCount: 0, annotationCount: 0, jobCount: 0 },
  })
  const first = '019aa000-0000-7000-8000-000000000001'
  const second = '019aa000-0000-7000-8000-000000000002'
  answerWith(({ url }) => {
    const after = new URL(url).searchParams.get('page[after]')
    const next = after ? null : `/api/v2/projects?page%5Bafter%5D=${first}`
    return json(200, { data: [project(after ? second : first)], links: { next } })
  })
  expect((await callAllPages(listProjects, {})).map(({ id }) => id)).toEqual([first, second])
})
