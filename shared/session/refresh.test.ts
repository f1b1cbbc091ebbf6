import {
  noAnswer,
  proxyAnswer,
  SessionServer,
  statusAnswer as status,
  storeSession,
  tokenAnswer,
} from '@lamella/shared/testing/session-server.ts'
import { sessionStateAtom } from './atoms.ts'
import { login, logout, restore, tokenSource } from './session.ts'
import { store } from './store.ts'

const stored = () => JSON.parse(localStorage.getItem('authToken') ?? 'null')
const hour = 3_600_000
const unknownApp = { code: 'ERR_1006', detail: 'The application is not known.' }

let server: SessionServer
beforeEach(() => {
  server = SessionServer.start()
  store.set(sessionStateAtom, 'restoring')
})
afterEach(() => server.stop())

const loggedIn = async (...tokens: typeof server.tokens): Promise<void> => {
  server.tokens = [tokenAnswer('first'), ...tokens]
  await login('ada@lab.org', 'x')
}

describe('in time', () => {
  test('D1-4.2-01 D1-7-07 the token is refreshed 600 seconds before it expires', async () => {
    await loggedIn(tokenAnswer('second'))
    await jest.advanceTimersByTimeAsync(2_999_000)
    expect(server.tokenCalls).toHaveLength(1)
    await jest.advanceTimersByTimeAsync(1_000)
    expect(server.tokenCalls[1]?.body).toBe('grant_type=refresh_token&refresh_token=first-refresh')
    expect(stored().accessToken).toBe('second')
  })

  test('a token with a shorter life is refreshed at half of it', async () => {
    server.tokens = [tokenAnswer('first', 300), tokenAnswer('second', 300)]
    await login('ada@lab.org', 'x')
    await jest.advanceTimersByTimeAsync(149_000)
    expect(server.tokenCalls).toHaveLength(1)
    await jest.advanceTimersByTimeAsync(1_000)
    expect(server.tokenCalls).toHaveLength(2)
  })

  test.each([-hour, hour])(
    'a clock that is %i ms wrong, and one that is set meanwhile, change nothing',
    async (wrong) => {
      jest.setSystemTime(Date.now() + wrong)
      await loggedIn(tokenAnswer('second'), tokenAnswer('third'))
      await jest.advanceTimersByTimeAsync(1_000_000)
      jest.setSystemTime(Date.now() - wrong)
      await jest.advanceTimersByTimeAsync(1_999_000)
      expect(server.tokenCalls).toHaveLength(1)
      await jest.advanceTimersByTimeAsync(1_000)
      expect(stored().accessToken).toBe('second')
      await jest.advanceTimersByTimeAsync(3_000_000)
      expect(stored().accessToken).toBe('third')
    },
  )
})

describe('failures (contradiction 8)', () => {
  test.each([400, 401])('D1-4.2-03 D1-8-08 a refresh refused with %i logs out, without a retry', async (code) => {
    storeSession('old', Date.now() + 60_000)
    server.tokens = [status(code)]
    await restore()
    expect(server.ended).toEqual([{ reason: 'expired' }])
    expect(stored()).toBeNull()
    expect(server.tokenCalls).toHaveLength(1)
  })

  test('D1-4.2-05 D1-8-09 after five retries an HTTP error keeps the token and reports the status', async () => {
    storeSession('old', Date.now() + 600_000)
    server.tokens = Array.from({ length: 6 }, () => status(503))
    await server.letPass(restore())
    expect(server.ended).toEqual([{ reason: 'http-error', status: 503 }])
    expect(server.tokenCalls).toHaveLength(6)
    expect(stored().accessToken).toBe('old')
  })

  test('without an answer the refresh is retried until the token expires', async () => {
    await loggedIn()
    await jest.advanceTimersByTimeAsync(3_590_000)
    expect(server.ended).toEqual([])
    expect(stored().accessToken).toBe('first')
    const attempts = server.tokenCalls.length
    expect(attempts).toBeGreaterThan(60)
    await jest.advanceTimersByTimeAsync(60_000)
    expect(server.ended).toEqual([{ reason: 'expired' }])
    expect(stored()).toBeNull()
  })

  test('D1-7-09 a refresh that fails is repeated up to five times', async () => {
    await loggedIn(status(503), noAnswer, status(500), status(503), noAnswer, tokenAnswer('sixth'))
    expect(await server.letPass(tokenSource.renew('first'))).toBe('sixth')
    expect(server.tokenCalls).toHaveLength(7)
  })

  test('D1-7-09 the sixth failure of a refresh is thrown', async () => {
    await loggedIn(...Array.from({ length: 6 }, () => status(503)))
    await expect(server.letPass(tokenSource.renew('first'))).rejects.toMatchObject({ status: 503 })
    expect(server.tokenCalls).toHaveLength(7)
  })

  test.each([
    ['a 400 of a proxy', proxyAnswer(400)],
    ['a 401 of a gateway', proxyAnswer(401)],
    ['an app that the server does not know', () => Response.json({ errors: [unknownApp] }, { status: 401 })],
    ['a token that has expired already', tokenAnswer('void', 0)],
  ])('%s says nothing of the session: the refresh is tried again', async (_, answer) => {
    await loggedIn(...Array.from({ length: 6 }, () => answer), tokenAnswer('second'))
    await expect(server.letPass(tokenSource.renew('first'))).rejects.toMatchObject({ status: null })
    await jest.advanceTimersByTimeAsync(60_000)
    expect(server.ended).toEqual([])
    expect(stored().accessToken).toBe('second')
  })

  test('an answer in between continues the session', async () => {
    await loggedIn(...Array.from({ length: 8 }, () => noAnswer), tokenAnswer('second'))
    await jest.advanceTimersByTimeAsync(3_100_000)
    expect(stored().accessToken).toBe('second')
    expect(server.ended).toEqual([])
  })

  test('a log-out during the refresh is not undone by its answer', async () => {
    let answer = (_: Response): void => undefined
    await loggedIn(() => new Promise((resolve) => (answer = resolve)))
    const renewal = tokenSource.renew('first').catch((error: unknown) => error)
    await jest.advanceTimersByTimeAsync(0)
    await logout()
    answer(await tokenAnswer('second')())
    expect(await renewal).toMatchObject({ status: 401, redirect: null })
    expect(stored()).toBeNull()
    expect(server.ended).toEqual([{ reason: 'logout' }])
  })
})

describe('after a refused call', () => {
  test('calls that are refused at the same time renew the token once', async () => {
    await loggedIn(tokenAnswer('second'))
    const renewals = ['first', 'first', 'first'].map(tokenSource.renew)
    expect(await Promise.all(renewals)).toEqual(['second', 'second', 'second'])
    expect(server.tokenCalls).toHaveLength(2)
  })

  test('a renewal that is refused leads to the log-in page and not to an error page', async () => {
    await loggedIn(status(400))
    await expect(tokenSource.renew('first')).rejects.toMatchObject({ status: 401, redirect: null })
    expect(server.ended).toEqual([{ reason: 'expired' }])
  })

  test('a renewal that fails otherwise reports its failure and does not log out', async () => {
    await loggedIn(...Array.from({ length: 6 }, () => status(503)))
    await expect(server.letPass(tokenSource.renew('first'))).rejects.toMatchObject({ status: 503 })
    expect(stored().accessToken).toBe('first')
  })
})
