import { type ApiFailure, call, leavePage } from '@lamella/shared/api'
import * as contract from '@lamella/shared/contract'
import {
  currentUserAtom,
  login,
  restore,
  restrictionsAtom,
  sessionStateAtom,
  store,
  tokenSource,
} from '@lamella/shared/session'
import {
  noAnswer,
  SessionServer,
  statusAnswer,
  storeSession,
  tokenAnswer,
} from '@lamella/shared/testing/session-server.ts'
import { createMemoryRouter } from 'react-router-dom'
import { redirectOnAccessLoss, redirectOnFailure, redirectOnSessionEnd } from './central-redirects.ts'
import type { PortalRouter } from './routes.tsx'

const ping = contract.endpoint({
  method: 'GET',
  path: '/api/v1/ping',
  summary: 'For tests',
  tag: 'test',
  success: { status: 204, body: null },
})

let server: SessionServer
let router: PortalRouter
let stops: (() => void)[]
beforeEach(() => {
  server = SessionServer.start()
  router = createMemoryRouter([{ path: '*', element: null }], { initialEntries: ['/projects?a=1#b'] })
  stops = [
    redirectOnFailure(router),
    redirectOnAccessLoss(router),
    redirectOnSessionEnd((path) => void router.navigate(path)),
  ]
  window.history.replaceState(null, '', '/projects?a=1#b')
})
afterEach(async () => {
  for (const stop of stops) stop()
  await server.stop()
})

const here = () => router.state.location.pathname + router.state.location.search
const returnUrl = () => localStorage.getItem('errorReturnUrl')
const at = (path: string) => router.navigate(path)
/** A read without which the page cannot be shown. */
const leave = (failure: ApiFailure) => leavePage(failure)
const failWith = async (
  answer: () => Response | Promise<Response>,
  follow: (failure: ApiFailure) => unknown = leave,
): Promise<void> => {
  const realFetch = globalThis.fetch
  globalThis.fetch = async () => answer()
  await call(ping, {}).catch(follow)
  await jest.advanceTimersByTimeAsync(0)
  globalThis.fetch = realFetch
}

describe('a failed call', () => {
  test.each([
    ['D1-8-12', 404, null],
    ['D1-8-13 D1-8-29', 401, '/error/401'],
    ['D1-8-15 D1-8-29', 403, '/error/403'],
    ['D1-8-17', 504, null],
    ['D1-8-18 D1-8-29', 410, '/error/410'],
    ['D1-8-19 D1-8-29', 503, '/error/503'],
    ['D1-8-20', 400, null],
    ['D1-8-21', 413, null],
    ['D1-8-22', 409, null],
    ['D1-8-23 D1-8-29', 418, '/error'],
    ['D1-8-23 D1-8-29 D1-3-30', 500, '/error'],
  ])('%s with %i leads to %s, and back', async (_, status, path) => {
    await failWith(() => new Response('', { status }))
    expect(here()).toBe(path ?? '/projects?a=1')
    expect(returnUrl()).toBe(path && '/projects?a=1#b')
  })

  test('D1-8-24 without an answer leads to /error', async () => {
    await failWith(noAnswer)
    expect(here()).toBe('/error')
    expect(returnUrl()).toBe('/projects?a=1#b')
    expect(router.state.location.state).toEqual({ status: null })
  })

  test('tells the error page its status', async () => {
    await failWith(() => new Response('', { status: 500 }))
    expect(router.state.location.state).toEqual({ status: 500 })
  })

  test.each(['ERR_5001', 'ERR_5006', 'ERR_5007', 'ERR_5008'])('D1-8-16 D1-8-38 with 403 and %s stays', async (code) => {
    await failWith(() => Response.json({ errors: [{ code, detail: 'Limit.' }] }, { status: 403 }))
    expect(here()).toBe('/projects?a=1')
    expect(returnUrl()).toBeNull()
  })

  test('D1-8-28 that is handled where it happens stays', async () => {
    await failWith(
      () => new Response('', { status: 503 }),
      () => undefined,
    )
    expect(here()).toBe('/projects?a=1')
    expect(returnUrl()).toBeNull()
  })

  test('D1-8-14 with 401 on the log-in page stays, with 503 it does not', async () => {
    await at('/auth/login?return=%2F')
    await failWith(() => new Response('', { status: 401 }))
    expect(here()).toBe('/auth/login?return=%2F')
    await failWith(() => new Response('', { status: 503 }))
    expect(here()).toBe('/error/503')
  })

  test('D1-3-30 on an error page changes neither the page nor the way back', async () => {
    await failWith(() => new Response('', { status: 410 }))
    await failWith(() => new Response('', { status: 503 }))
    expect(here()).toBe('/error/410')
    expect(returnUrl()).toBe('/projects?a=1#b')
  })
})

describe('the end of a session', () => {
  test.each([400, 401])('a refresh refused with %i is no error page', async (status) => {
    server.tokens = [tokenAnswer('first'), statusAnswer(status)]
    await login('ada@lab.org', 'x')
    server.whoAmI = statusAnswer(401)
    await call(contract.whoAmI, {}).catch(leave)
    await jest.advanceTimersByTimeAsync(0)
    expect(here()).toBe('/projects?a=1')
    expect(returnUrl()).toBeNull()
    expect(store.get(sessionStateAtom)).toBe('anonymous')
  })

  test('D1-8-09 D1-4.2-05 D1-3-30 an HTTP error of the refresh goes to /error/{status}, also for the call that needed it', async () => {
    server.tokens = [tokenAnswer('first'), ...Array.from({ length: 6 }, () => statusAnswer(502))]
    await login('ada@lab.org', 'x')
    server.whoAmI = statusAnswer(401)
    await server.letPass(call(contract.whoAmI, {}).catch(leave))
    expect(here()).toBe('/error/502')
    expect(returnUrl()).toBe('/projects?a=1#b')
    expect(tokenSource.accessToken()).toBe('first')
  })

  test('D1-8-10 D1-4.2-06 a stored token that cannot be parsed goes to /error/401', async () => {
    localStorage.setItem('authToken', '{')
    await restore()
    await jest.advanceTimersByTimeAsync(0)
    expect(here()).toBe('/error/401')
    expect(returnUrl()).toBe('/projects?a=1#b')
  })

  test('no answer on a reload goes to /error, from where it is tried again', async () => {
    storeSession('old', Date.now() + 3_600_000)
    await server.letPass(restore())
    expect(here()).toBe('/error')
    expect(returnUrl()).toBe('/projects?a=1#b')
  })
})

describe('access that ends during a session', () => {
  const loggedIn = async (): Promise<void> => {
    server.tokens = [tokenAnswer('first')]
    await login('ada@lab.org', 'x')
  }
  const withoutAccess = (): void => {
    const restrictions = store.get(restrictionsAtom)
    if (!restrictions) throw new Error('Nobody is logged in')
    store.set(restrictionsAtom, { ...restrictions, portalWebAccess: false })
  }
  /** Lasts until the server stops at the end of the test. */
  const refusePing = (): void => {
    const others = globalThis.fetch
    const refused = Response.json({ errors: [{ code: 'ERR_1005', detail: 'No subscription.' }] }, { status: 403 })
    globalThis.fetch = async (input, init) => {
      const { pathname } = new URL(input instanceof Request ? input.url : String(input))
      return pathname === ping.path ? refused.clone() : others(input, init)
    }
  }
  const logIn = `/auth/login?return=${encodeURIComponent('/projects?a=1#b')}`

  test('D1-4.2-10 portal access: logged out, and to the log-in page with the way back', async () => {
    await loggedIn()
    withoutAccess()
    await jest.advanceTimersByTimeAsync(0)
    expect(here()).toBe(logIn)
    expect(tokenSource.accessToken()).toBeNull()
    expect(store.get(currentUserAtom)).toBeNull()
  })

  test('D1-4.2-11 on the log-in page there is no redirect: the page itself says so', async () => {
    await loggedIn()
    await at('/auth/login?return=%2Fprojects')
    withoutAccess()
    await jest.advanceTimersByTimeAsync(0)
    expect(here()).toBe('/auth/login?return=%2Fprojects')
    expect(tokenSource.accessToken()).toBe('first')
  })

  test('an agreement: to the log-in page', async () => {
    await loggedIn()
    const user = store.get(currentUserAtom)
    if (!user) throw new Error('Nobody is logged in')
    store.set(currentUserAtom, { ...user, agreementTerms: false })
    await jest.advanceTimersByTimeAsync(0)
    expect(here()).toBe(logIn)
  })

  test('the second factor that the organisation asks for now: set up at once, without a log-out', async () => {
    await loggedIn()
    const user = store.get(currentUserAtom)
    if (!user) throw new Error('Nobody is logged in')
    store.set(currentUserAtom, { ...user, secondFactorMissing: true })
    await jest.advanceTimersByTimeAsync(0)
    expect(here()).toBe(`/auth/two-step?return=${encodeURIComponent('/projects?a=1#b')}`)
    expect(tokenSource.accessToken()).toBe('first')
  })

  test('D1-4.2-10 is noticed when the server refuses a call because of it', async () => {
    await loggedIn()
    server.organisation = { portalWebAccess: false }
    refusePing()
    await Promise.all([leave, () => undefined].map((follow) => call(ping, {}).catch(follow)))
    await jest.advanceTimersByTimeAsync(0)
    expect(here()).toBe(logIn)
    expect(tokenSource.accessToken()).toBeNull()
    expect(server.asked.filter(({ path }) => path === '/api/v1/organisation/about')).toHaveLength(2)
  })

  test('a refusal that the profile does not confirm is an error like others', async () => {
    await loggedIn()
    refusePing()
    await call(ping, {}).catch(leave)
    await jest.advanceTimersByTimeAsync(0)
    expect(here()).toBe('/error/403')
  })
})
