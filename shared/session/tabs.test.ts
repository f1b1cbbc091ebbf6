import { SessionServer, statusAnswer, storeSession, tokenAnswer } from '@lamella/shared/testing/session-server.ts'
import { currentUserAtom, endNoticeAtom, sessionStateAtom } from './atoms.ts'
import { followOtherTabs, login, restore, tokenSource, UserNotLoaded } from './session.ts'
import { store } from './store.ts'

const stored = () => JSON.parse(localStorage.getItem('authToken') ?? 'null')
/** Changes the storage as another tab does, and dispatches the browser's event for it. */
const otherTab = (change: () => void, key: string | null = 'authToken'): void => {
  const oldValue = localStorage.getItem('authToken')
  change()
  const newValue = localStorage.getItem('authToken')
  window.dispatchEvent(new StorageEvent('storage', { key, oldValue, newValue: key && newValue }))
}

let server: SessionServer
let unfollow: () => void
let reload: jest.Mock
beforeEach(() => {
  server = SessionServer.start()
  reload = jest.fn()
  unfollow = followOtherTabs(reload)
})
afterEach(async () => {
  unfollow()
  await server.stop()
  jest.restoreAllMocks()
})

const loggedIn = async (...tokens: typeof server.tokens): Promise<void> => {
  server.tokens = [tokenAnswer('first'), ...tokens]
  await login('ada@lab.org', 'x')
}

test.each([
  ['a log-out', () => localStorage.removeItem('authToken'), 'authToken'],
  ['clearing the storage', () => localStorage.clear(), null],
] as const)('%s in another tab ends the session in this one', async (_, change, key) => {
  await loggedIn()
  otherTab(change, key)
  expect(store.get(sessionStateAtom)).toBe('anonymous')
  expect(tokenSource.accessToken()).toBeNull()
  expect(server.ended).toEqual([{ reason: 'logout-elsewhere' }])
  expect(store.get(endNoticeAtom)).toBe('logout-elsewhere')
})

test('a session that expires in another tab is reported as expired, until the next log-in', async () => {
  await loggedIn(tokenAnswer('second'))
  otherTab(() => {
    localStorage.setItem('lamella.sessionExpired', 'true')
    localStorage.removeItem('authToken')
  })
  expect(server.ended).toEqual([{ reason: 'expired' }])
  expect(store.get(endNoticeAtom)).toBe('expired')
  await login('ada@lab.org', 'x')
  expect(store.get(endNoticeAtom)).toBeNull()
  otherTab(() => localStorage.removeItem('authToken'))
  expect(store.get(endNoticeAtom)).toBe('logout-elsewhere')
})

test('a session that expires here is marked in the storage for the other tabs', async () => {
  await loggedIn(statusAnswer(400))
  await tokenSource.renew('first').catch(() => undefined)
  expect(localStorage.getItem('lamella.sessionExpired')).not.toBeNull()
  expect(store.get(endNoticeAtom)).toBe('expired')
})

test('a log-in as another user in another tab ends this session, and the page is reloaded', async () => {
  await loggedIn()
  // Both changes are made before the event of the first one reaches this tab.
  const events = [
    new StorageEvent('storage', { key: 'authToken', oldValue: 'x', newValue: null }),
    new StorageEvent('storage', { key: 'authToken', oldValue: null, newValue: 'y' }),
  ]
  storeSession('of somebody else', Date.now() + 3_600_000)
  for (const event of events) window.dispatchEvent(event)
  expect(store.get(currentUserAtom)).toBeNull()
  expect(server.ended).toEqual([{ reason: 'logout-elsewhere' }])
  expect(reload).toHaveBeenCalledTimes(1)
  expect(stored().accessToken).toBe('of somebody else')
})

test('a log-in here over one in another tab ends that session, and the other page is reloaded', async () => {
  store.set(sessionStateAtom, 'anonymous')
  server.tokens = [tokenAnswer('theirs'), tokenAnswer('ours')]
  otherTab(() => storeSession('old', Date.now() + 3_600_000))
  await jest.advanceTimersByTimeAsync(0)
  expect(tokenSource.accessToken()).toBe('theirs')

  const changes: StorageEvent[] = []
  for (const method of ['setItem', 'removeItem'] as const) {
    const change = Storage.prototype[method]
    jest.spyOn(Storage.prototype, method).mockImplementation(function (this: Storage, key: string, value = '') {
      const oldValue = this.getItem(key)
      change.call(this, key, value)
      changes.push(new StorageEvent('storage', { key, oldValue, newValue: this.getItem(key) }))
    })
  }
  await login('grace@lab.org', 'x')
  expect(server.ended).toEqual([{ reason: 'logout' }])
  expect(server.asked.find(({ path }) => path === '/api/v1/oauth2/logout')?.authorization).toBe('Bearer theirs')
  expect(tokenSource.accessToken()).toBe('ours')
  expect(reload).not.toHaveBeenCalled()
  // What the other tab, whose session is that of the first user, receives of it.
  for (const change of changes) window.dispatchEvent(change)
  expect(reload).toHaveBeenCalledTimes(1)
})

describe('while this tab restores its session', () => {
  const restoreWith = async (meanwhile: () => void): Promise<void> => {
    store.set(sessionStateAtom, 'restoring')
    storeSession('old', Date.now() + 3_600_000)
    server.tokens = [tokenAnswer('new')]
    const answer = server.whoAmI
    server.whoAmI = () => {
      meanwhile()
      return answer()
    }
    await restore()
    await jest.advanceTimersByTimeAsync(0)
  }

  test.each([
    ['and is told', () => otherTab(() => localStorage.removeItem('authToken'))],
    ['and the browser has not told it yet', () => localStorage.removeItem('authToken')],
  ])('another one logs out, %s: nobody is logged in', async (_, meanwhile) => {
    await restoreWith(meanwhile)
    expect(store.get(sessionStateAtom)).toBe('anonymous')
    expect(store.get(currentUserAtom)).toBeNull()
    expect(server.ended).toEqual([{ reason: 'logout-elsewhere' }])
  })

  test('another one logs out and in as another user: the page is reloaded, and shows no user before', async () => {
    await restoreWith(() => {
      localStorage.removeItem('authToken')
      otherTab(() => storeSession('of somebody else', Date.now() + 3_600_000))
    })
    expect(reload).toHaveBeenCalledTimes(1)
    expect(store.get(currentUserAtom)).toBeNull()
    expect(stored().accessToken).toBe('of somebody else')
  })

  test('another one logs in during a log-in here: the page is reloaded, and nothing is restored beside it', async () => {
    store.set(sessionStateAtom, 'anonymous')
    const answer = server.whoAmI
    server.whoAmI = () => {
      // The other tab has ended this session before, and its events arrive together.
      localStorage.removeItem('authToken')
      otherTab(() => storeSession('of somebody else', Date.now() + 3_600_000))
      return answer()
    }
    await expect(loggedIn()).rejects.toThrow(UserNotLoaded)
    expect(reload).toHaveBeenCalledTimes(1)
    expect(server.tokenCalls).toHaveLength(1)
    expect(store.get(currentUserAtom)).toBeNull()
    expect(stored().accessToken).toBe('of somebody else')
  })

  test('another one logs out during a log-in here: nobody is logged in', async () => {
    const answer = server.whoAmI
    server.whoAmI = () => {
      otherTab(() => localStorage.removeItem('authToken'))
      return answer()
    }
    await expect(loggedIn()).rejects.toThrow(UserNotLoaded)
    expect(store.get(currentUserAtom)).toBeNull()
    expect(store.get(sessionStateAtom)).toBe('anonymous')
  })
})

test('a log-in in another tab is followed', async () => {
  server.tokens = [tokenAnswer('third')]
  store.set(sessionStateAtom, 'anonymous')
  otherTab(() => storeSession('second', Date.now() + 3_600_000))
  await jest.advanceTimersByTimeAsync(0)
  expect(store.get(sessionStateAtom)).toBe('active')
})

test('a token that another tab refreshed, but that is visible here only after the same refresh, is used', async () => {
  storeSession('first', Date.now() + 3_600_000)
  server.tokens = [
    () => {
      storeSession('second', Date.now() + 3_600_000)
      return tokenAnswer('second')()
    },
  ]
  await restore()
  expect(store.get(sessionStateAtom)).toBe('active')
  expect(stored().accessToken).toBe('second')
  expect(server.ended).toEqual([])
})

test('a log-in as another user during the refresh is not replaced by its answer', async () => {
  await loggedIn(() => {
    storeSession('of somebody else', Date.now() + 3_600_000)
    return tokenAnswer('second')()
  })
  await expect(tokenSource.renew('first')).rejects.toMatchObject({ status: 401 })
  expect(stored().accessToken).toBe('of somebody else')
})

test('a token that another tab has refreshed is not refreshed again, neither by the timer nor after a refused call', async () => {
  await loggedIn(tokenAnswer('third'))
  await jest.advanceTimersByTimeAsync(2_990_000)
  // Without the storage event, which may come late.
  storeSession('second', Date.now() + 3_600_000)
  await jest.advanceTimersByTimeAsync(10_000)
  expect(await tokenSource.renew('first')).toBe('second')
  expect(server.tokenCalls).toHaveLength(1)
  await jest.advanceTimersByTimeAsync(2_990_000)
  expect(stored().accessToken).toBe('third')
})

test('tabs take turns by a lock of the browser', async () => {
  const locks: string[] = []
  Object.defineProperty(navigator, 'locks', {
    configurable: true,
    value: {
      request: async (name: string, work: () => unknown) => {
        locks.push(name)
        // The other tab had the lock before.
        storeSession('theirs', Date.now() + 3_600_000)
        return work()
      },
    },
  })
  storeSession('old', Date.now() + 3_600_000)
  await restore()
  expect(locks).toHaveLength(1)
  expect(tokenSource.accessToken()).toBe('theirs')
  expect(server.tokenCalls).toHaveLength(0)
  Reflect.deleteProperty(navigator, 'locks')
})

describe('a browser with locks', () => {
  const withLocks = (request: (name: string, work: () => Promise<unknown>) => Promise<unknown>): void => {
    Object.defineProperty(navigator, 'locks', { configurable: true, value: { request } })
  }
  afterEach(() => Reflect.deleteProperty(navigator, 'locks'))

  test('that refuses them: the token is refreshed without a lock', async () => {
    withLocks(() => Promise.reject(new DOMException('Site data is blocked', 'SecurityError')))
    await loggedIn(tokenAnswer('second'))
    expect(await tokenSource.renew('first')).toBe('second')
    expect(server.tokenCalls).toHaveLength(2)
  })

  test('a refresh that fails under the lock is not made again without it', async () => {
    withLocks((_, work) => work())
    await loggedIn(statusAnswer(400), tokenAnswer('second'))
    await expect(tokenSource.renew('first')).rejects.toMatchObject({ status: 401 })
    expect(server.tokenCalls).toHaveLength(2)
  })
})

describe('a browser that stores nothing', () => {
  const refuseAll = (): void => {
    for (const method of ['getItem', 'setItem', 'removeItem'] as const) {
      jest.spyOn(Storage.prototype, method).mockImplementation(() => {
        throw new DOMException('The storage is switched off', 'SecurityError')
      })
    }
  }
  const refuseWrites = (): void => {
    jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
  }

  test.each([
    ['switched off', refuseAll],
    ['full', refuseWrites],
  ])('%s: the session continues in the tab, and the user is warned once', async (_, refuse) => {
    refuse()
    await loggedIn(tokenAnswer('second'))
    expect(tokenSource.accessToken()).toBe('first')
    await jest.advanceTimersByTimeAsync(3_000_000)
    expect(tokenSource.accessToken()).toBe('second')
    expect(server.toasts).toMatchObject([
      { kind: 'warning', title: 'You stay logged in only in this tab', sticky: true },
    ])
  })

  test('that becomes full: the newer token is used in the tab, not the older one of the storage', async () => {
    await loggedIn(tokenAnswer('second'), tokenAnswer('third'))
    refuseWrites()
    await tokenSource.renew('first')
    expect(tokenSource.accessToken()).toBe('second')
    expect(stored().accessToken).toBe('first')
    await tokenSource.renew('second')
    expect(server.tokenCalls.at(-1)?.body).toContain('second-refresh')
  })

  test('a log-out elsewhere still ends the session in the tab', async () => {
    await loggedIn(tokenAnswer('second'))
    refuseWrites()
    await tokenSource.renew('first')
    otherTab(() => localStorage.removeItem('authToken'))
    expect(tokenSource.accessToken()).toBeNull()
    expect(store.get(sessionStateAtom)).toBe('anonymous')
  })
})
