import { restrictionKeys } from '@lamella/shared/contract'
import {
  noAnswer,
  SessionServer,
  statusAnswer as status,
  storeSession,
  tokenAnswer,
} from '@lamella/shared/testing/session-server.ts'
import { currentUserAtom, endNoticeAtom, restrictionsAtom, sessionStateAtom } from './atoms.ts'
import { selectedProjectAtom } from './selected-project.ts'
import { login, logout, restore, tokenSource, UserNotActivated, UserNotLoaded } from './session.ts'
import { store } from './store.ts'

const stored = () => JSON.parse(localStorage.getItem('authToken') ?? 'null')
const inAnHour = () => Date.now() + 3_600_000

let server: SessionServer
beforeEach(() => {
  server = SessionServer.start()
  store.set(sessionStateAtom, 'restoring')
})
afterEach(() => server.stop())

describe('log-in', () => {
  test('D1-7-04 D1-7-05 D1-7-06 the call is form-encoded with Basic authorisation', async () => {
    server.tokens = [tokenAnswer('first')]
    await login('ada@lab.org', 'pass word')
    expect(server.tokenCalls[0]).toMatchObject({
      path: '/api/v1/oauth2/token',
      body: 'grant_type=password&scope=all_info&username=ada%40lab.org&password=pass+word',
      authorization: `Basic ${btoa('portal:secret')}`,
    })
  })

  test('D1-3-01 D1-3-02 D1-3-03 the token is stored under authToken', async () => {
    server.tokens = [tokenAnswer('first')]
    await login('ada@lab.org', 'x')
    expect(stored()).toEqual({
      accessToken: 'first',
      expiresIn: 3600,
      refreshToken: 'first-refresh',
      tokenType: 'Bearer',
      expiresAt: inAnHour(),
    })
  })

  test('D1-7-28 D1-4.1-04 after the token the user is fetched once and the state is set', async () => {
    server.tokens = [tokenAnswer('first')]
    await login('ada@lab.org', 'x')
    expect(server.asked.map(({ path }) => path).slice(0, 2)).toEqual(['/api/v1/oauth2/token', '/api/v1/users/me'])
    expect(server.asked.filter(({ path }) => path === '/api/v1/users/me')).toHaveLength(1)
    expect(store.get(sessionStateAtom)).toBe('active')
    expect(store.get(currentUserAtom)).toMatchObject({ fullName: 'Ada Example' })
  })

  test('D1-3-15 the restrictions are null until they are loaded, and hold access, AI access and the limits', async () => {
    expect(store.get(restrictionsAtom)).toBeNull()
    const limits = Object.fromEntries(restrictionKeys.map((key, index) => [key, index + 1]))
    server.organisation = {
      canAccessAITrainer: false,
      restrictions: Object.entries(limits).map(([key, value]) => ({ key, value })),
    }
    server.tokens = [tokenAnswer('first')]
    await login('ada@lab.org', 'x')
    expect(Object.keys(limits)).toHaveLength(7)
    expect(store.get(restrictionsAtom)).toEqual({
      organisationId: '019aa000-0000-7000-8000-000000000001',
      organisationName: 'Lab',
      portalWebAccess: true,
      canAccessAITrainer: false,
      limits,
    })
  })

  test('D1-7-19 D3-7-58 the user is fetched with the id of the action', async () => {
    server.tokens = [tokenAnswer('first')]
    await login('ada@lab.org', 'x')
    expect(server.asked.find(({ path }) => path === '/api/v1/users/me')?.query).toBe('?actionId=session.profile')
  })

  test('a refused log-in is not repeated and leaves no state', async () => {
    server.tokens = [status(401)]
    await expect(login('ada@lab.org', 'x')).rejects.toMatchObject({ status: 401, message: 'Answer 401' })
    expect(server.tokenCalls).toHaveLength(1)
    expect(stored()).toBeNull()
  })

  test('a log-in that fails is repeated twice, because the user looks on', async () => {
    server.tokens = [status(503), noAnswer, tokenAnswer('third')]
    await server.letPass(login('ada@lab.org', 'x'))
    expect(stored().accessToken).toBe('third')
    server.tokens = Array.from({ length: 6 }, () => status(503))
    await expect(server.letPass(login('ada@lab.org', 'x'))).rejects.toMatchObject({ status: 503 })
    expect(server.tokenCalls).toHaveLength(6)
  })

  test('of a user who cannot be read leaves no session on the server', async () => {
    server.tokens = [tokenAnswer('first')]
    server.whoAmI = status(500)
    await expect(server.letPass(login('ada@lab.org', 'x'))).rejects.toThrow(UserNotLoaded)
    expect(stored()).toBeNull()
    expect(server.asked.at(-1)).toMatchObject({ path: '/api/v1/oauth2/logout', authorization: 'Bearer first' })
  })

  test('D1-8-02 a user who is not activated is logged out again', async () => {
    server.tokens = [tokenAnswer('first'), status(401)]
    server.whoAmI = status(401)
    await expect(server.letPass(login('ada@lab.org', 'x'))).rejects.toThrow(UserNotActivated)
    expect(stored()).toBeNull()
  })

  test('of a user who is not activated no session has expired', async () => {
    server.tokens = [tokenAnswer('first'), status(400)]
    server.whoAmI = status(401)
    await expect(server.letPass(login('ada@lab.org', 'x'))).rejects.toThrow(UserNotActivated)
    expect(store.get(endNoticeAtom)).toBeNull()
    expect(localStorage.getItem('lamella.sessionExpired')).toBeNull()
  })
})

describe('reload', () => {
  test('D1-4.2-02 a stored token that has not expired is refreshed at once', async () => {
    storeSession('old', Date.now() + 60_000)
    server.tokens = [tokenAnswer('new')]
    await restore()
    expect(server.tokenCalls).toHaveLength(1)
    expect(server.tokenCalls[0]?.body).toContain('old-refresh')
    expect(store.get(sessionStateAtom)).toBe('active')
  })

  test('an expired token is removed without a call', async () => {
    storeSession('old', Date.now() - 1)
    await restore()
    expect(server.asked).toHaveLength(0)
    expect(stored()).toBeNull()
    expect(store.get(sessionStateAtom)).toBe('anonymous')
    expect(store.get(endNoticeAtom)).toBe('expired')
  })

  test('D1-4.2-06 D1-8-10 what cannot be parsed ends the session as unreadable', async () => {
    localStorage.setItem('authToken', '{"accessToken":')
    await restore()
    expect(server.ended).toEqual([{ reason: 'unreadable' }])
    expect(localStorage.getItem('authToken')).toBeNull()
  })

  test.each(['{}', '{"refreshToken":"r","expiresIn":3600,"tokenType":"Bearer","expiresAt":1}', '7', 'null'])(
    'D1-4.2-04 %s is no token: logged out',
    async (text) => {
      localStorage.setItem('authToken', text)
      await restore()
      expect(server.ended).toEqual([{ reason: 'expired' }])
      expect(localStorage.getItem('authToken')).toBeNull()
      expect(server.asked).toHaveLength(0)
    },
  )

  test('a user who may no longer be read is logged out', async () => {
    storeSession('old', inAnHour())
    server.tokens = [tokenAnswer('new'), tokenAnswer('newer')]
    server.whoAmI = status(401)
    await restore()
    expect(server.ended).toEqual([{ reason: 'expired' }])
    expect(stored()).toBeNull()
  })

  test.each([
    ['no answer to the refresh', [], () => Response.json({})],
    ['a user that cannot be read now', [tokenAnswer('new')], status(500)],
  ])('%s keeps the token for another attempt, and is reported', async (_, tokens, whoAmI) => {
    storeSession('old', inAnHour())
    server.tokens = tokens
    server.whoAmI = whoAmI
    await server.letPass(restore())
    expect(server.ended).toEqual([{ reason: 'unavailable' }])
    expect(stored()).not.toBeNull()
    expect(store.get(sessionStateAtom)).toBe('anonymous')
  })
})

describe('log-out', () => {
  test('D1-4.2-08 D1-4.2-09 it removes the token and the user, here and on the server', async () => {
    server.tokens = [tokenAnswer('first')]
    await login('ada@lab.org', 'x')
    await logout()
    expect(stored()).toBeNull()
    expect(tokenSource.accessToken()).toBeNull()
    expect(store.get(currentUserAtom)).toBeNull()
    expect(store.get(sessionStateAtom)).toBe('anonymous')
    expect(server.asked.at(-1)).toMatchObject({ path: '/api/v1/oauth2/logout', authorization: 'Bearer first' })
    expect(server.ended).toEqual([{ reason: 'logout' }])
  })

  test('D1-4.2-07 it clears the menu header', async () => {
    server.tokens = [tokenAnswer('first'), tokenAnswer('second')]
    await login('ada@lab.org', 'x')
    store.set(selectedProjectAtom, { id: 'p1', name: 'Ki-67' })
    await logout()
    expect(store.get(selectedProjectAtom)).toBeNull()
    await login('ada@lab.org', 'x')
    expect(store.get(selectedProjectAtom)).toBeNull()
  })

  test('it ends the session although the server does not answer', async () => {
    server.tokens = [tokenAnswer('first')]
    await login('ada@lab.org', 'x')
    globalThis.fetch = async () => noAnswer()
    await logout()
    expect(stored()).toBeNull()
  })
})
