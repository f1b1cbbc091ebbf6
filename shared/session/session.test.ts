import { configureHttp } from '@lamella/shared/api'
import { type BusEvents, bus } from '@lamella/shared/events'
import { currentUserAtom, restrictionsAtom, sessionStateAtom } from './atoms.ts'
import { login, logout, restore, tokenSource, UserNotActivated } from './session.ts'
import { store } from './store.ts'
import { tokenKey } from './stored-token.ts'
import { configureTokenCall } from './token-call.ts'

const id = '019aa000-0000-7000-8000-000000000001'
const user = {
  id,
  firstName: 'Ada',
  lastName: 'Example',
  fullName: 'Ada Example',
  email: 'ada@lab.org',
  isAdmin: false,
  isGuest: false,
  organisationId: id,
  agreementPrivacy: true,
  agreementTerms: true,
  roles: ['USER'],
}
const about = {
  id,
  name: 'Lab',
  portalWebAccess: true,
  canAccessAITrainer: true,
  restrictions: [{ key: 'projectLimit', value: 10 }],
}

type Answer = () => Response | Promise<Response>
const tokenAnswer =
  (name: string, seconds = 3600): Answer =>
  () =>
    Response.json({ access_token: name, expires_in: seconds, refresh_token: `${name}-refresh`, token_type: 'Bearer' })
const status =
  (code: number): Answer =>
  () =>
    Response.json({ errors: [{ code: `ERR_0${code}`, detail: `Answer ${code}` }] }, { status: code })
const noAnswer: Answer = () => Promise.reject(new TypeError('network'))

/** The server: what the token call answers, and in which order it was asked what. */
let tokenAnswers: Answer[]
let asked: { path: string; body: string; authorization: string | null }[]
let whoAmI: Answer
const originalFetch = globalThis.fetch

const answers: Record<string, Answer> = {
  '/api/v1/oauth2/token': () => (tokenAnswers.shift() ?? noAnswer)(),
  '/api/v1/oauth2/logout': () => new Response(null, { status: 204 }),
  '/api/v1/users/me': () => whoAmI(),
  '/api/v1/organisation/about': () => Response.json({ data: about }),
  '/api/v1/subscriptions': () => Response.json({ data: [], links: { next: null } }),
  // The stream of events stays open.
  '/api/v1/events': () => new Promise(() => undefined),
}

let ended: BusEvents['session/ended'][]
const subscription = bus.on('session/ended').subscribe((event) => ended.push(event))

beforeEach(() => {
  jest.useFakeTimers()
  localStorage.clear()
  tokenAnswers = []
  asked = []
  ended = []
  whoAmI = () => Response.json({ data: user })
  globalThis.fetch = async (input, init) => {
    const request = new Request(input instanceof Request ? input : String(input), init)
    const path = new URL(request.url).pathname
    asked.push({ path, body: await request.clone().text(), authorization: request.headers.get('authorization') })
    return (answers[path] ?? status(404))()
  }
  configureHttp({ baseUrl: 'http://portal.test', tokens: tokenSource })
  configureTokenCall({ appId: 'portal', appSecret: 'secret' })
})
afterEach(async () => {
  await logout()
  jest.useRealTimers()
})
afterAll(() => {
  subscription.unsubscribe()
  globalThis.fetch = originalFetch
})

const tokenCalls = () => asked.filter(({ path }) => path === '/api/v1/oauth2/token')
const stored = () => JSON.parse(localStorage.getItem(tokenKey) ?? 'null')
const store1h = (name: string, expiresAt: number) =>
  localStorage.setItem(
    tokenKey,
    JSON.stringify({
      accessToken: name,
      expiresIn: 3600,
      refreshToken: `${name}-refresh`,
      tokenType: 'Bearer',
      expiresAt,
    }),
  )
/** Lets retries and their pauses pass. */
const letPass = async <T>(work: Promise<T>): Promise<T> => {
  work.catch(() => undefined)
  await jest.advanceTimersByTimeAsync(60_000)
  return work
}

test('D1-7-04 D1-7-05 D1-7-06 the log-in call is form-encoded with Basic authorisation', async () => {
  tokenAnswers = [tokenAnswer('first')]
  await login('ada@lab.org', 'pass word')
  expect(tokenCalls()[0]).toEqual({
    path: '/api/v1/oauth2/token',
    body: 'grant_type=password&scope=all_info&username=ada%40lab.org&password=pass+word',
    authorization: `Basic ${btoa('portal:secret')}`,
  })
})

test('D1-3-01 D1-3-02 D1-3-03 the token is stored under authToken', async () => {
  tokenAnswers = [tokenAnswer('first')]
  await login('ada@lab.org', 'x')
  expect(stored()).toEqual({
    accessToken: 'first',
    expiresIn: 3600,
    refreshToken: 'first-refresh',
    tokenType: 'Bearer',
    expiresAt: Date.now() + 3_600_000,
  })
})

test('D1-7-28 after the token the user and the restrictions are known', async () => {
  tokenAnswers = [tokenAnswer('first')]
  await login('ada@lab.org', 'x')
  expect(store.get(sessionStateAtom)).toBe('active')
  expect(store.get(currentUserAtom)).toMatchObject({ fullName: 'Ada Example' })
  expect(store.get(restrictionsAtom)).toMatchObject({ portalWebAccess: true, limits: { projectLimit: 10 } })
})

test('D1-4.2-01 the token is refreshed 600 seconds before it expires', async () => {
  tokenAnswers = [tokenAnswer('first'), tokenAnswer('second')]
  await login('ada@lab.org', 'x')
  await jest.advanceTimersByTimeAsync(2_999_000)
  expect(tokenCalls()).toHaveLength(1)
  await jest.advanceTimersByTimeAsync(1_000)
  expect(tokenCalls()[1]?.body).toBe('grant_type=refresh_token&refresh_token=first-refresh')
  expect(stored().accessToken).toBe('second')
})

test('a log-in that is refused is not repeated and leaves nothing behind', async () => {
  tokenAnswers = [status(401)]
  await expect(login('ada@lab.org', 'x')).rejects.toMatchObject({ status: 401, message: 'Answer 401' })
  expect(tokenCalls()).toHaveLength(1)
  expect(stored()).toBeNull()
})

test('D1-7-09 a token call that fails is repeated up to five times', async () => {
  tokenAnswers = [status(503), noAnswer, status(500), status(503), noAnswer, tokenAnswer('sixth')]
  await letPass(login('ada@lab.org', 'x'))
  expect(tokenCalls()).toHaveLength(6)
  expect(stored().accessToken).toBe('sixth')
})

test('the sixth failure is told', async () => {
  tokenAnswers = Array.from({ length: 6 }, () => status(503))
  await expect(letPass(login('ada@lab.org', 'x'))).rejects.toMatchObject({ status: 503 })
  expect(tokenCalls()).toHaveLength(6)
})

test('D1-8-02 a user who is not activated is logged out again', async () => {
  tokenAnswers = [tokenAnswer('first'), status(401)]
  whoAmI = status(401)
  await expect(letPass(login('ada@lab.org', 'x'))).rejects.toThrow(UserNotActivated)
  expect(stored()).toBeNull()
})

test('D1-4.2-02 a stored token that has not expired is refreshed on reload', async () => {
  store1h('old', Date.now() + 60_000)
  tokenAnswers = [tokenAnswer('new')]
  await restore()
  expect(tokenCalls()[0]?.body).toContain('old-refresh')
  expect(store.get(sessionStateAtom)).toBe('active')
})

test('an expired token is forgotten without a call', async () => {
  store1h('old', Date.now() - 1)
  await restore()
  expect(asked).toHaveLength(0)
  expect(stored()).toBeNull()
  expect(store.get(sessionStateAtom)).toBe('anonymous')
})

test('D1-4.2-06 a stored token that cannot be read ends the session', async () => {
  localStorage.setItem(tokenKey, '{"accessToken":')
  await restore()
  expect(ended).toEqual([{ reason: 'unreadable' }])
  expect(localStorage.getItem(tokenKey)).toBeNull()
})

test.each([400, 401])('D1-4.2-03 D1-4.2-04 a refresh refused with %i logs out', async (code) => {
  store1h('old', Date.now() + 60_000)
  tokenAnswers = [status(code)]
  await restore()
  expect(ended).toEqual([{ reason: 'expired' }])
  expect(stored()).toBeNull()
})

test('D1-4.2-05 a refresh that ends in an HTTP error keeps the token and tells the status', async () => {
  store1h('old', Date.now() + 600_000)
  tokenAnswers = Array.from({ length: 6 }, () => status(503))
  await letPass(restore())
  expect(ended).toEqual([{ reason: 'http-error', status: 503 }])
  expect(stored().accessToken).toBe('old')
})

test('calls that are refused at the same time renew the token once', async () => {
  tokenAnswers = [tokenAnswer('first'), tokenAnswer('second')]
  await login('ada@lab.org', 'x')
  const renewed = await Promise.all([
    tokenSource.renew('first'),
    tokenSource.renew('first'),
    tokenSource.renew('first'),
  ])
  expect(renewed).toEqual(['second', 'second', 'second'])
  expect(tokenCalls()).toHaveLength(2)
})

test('D1-4.2-08 D1-4.2-09 log-out forgets the token and the user, here and on the server', async () => {
  tokenAnswers = [tokenAnswer('first')]
  await login('ada@lab.org', 'x')
  await logout()
  expect(stored()).toBeNull()
  expect(tokenSource.accessToken()).toBeNull()
  expect(store.get(currentUserAtom)).toBeNull()
  expect(asked.at(-1)).toMatchObject({ path: '/api/v1/oauth2/logout', authorization: 'Bearer first' })
  expect(ended).toEqual([{ reason: 'logout' }])
})

test('a browser without storage keeps the session in the tab', async () => {
  const refuse = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  tokenAnswers = [tokenAnswer('first')]
  await login('ada@lab.org', 'x')
  expect(tokenSource.accessToken()).toBe('first')
  refuse.mockRestore()
})
