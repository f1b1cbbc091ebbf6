import { readFileSync } from 'node:fs'
import path from 'node:path'

// Here and not beside it: the tests of the server have no page. It watches the start of this shell (ADR 56).
const source = readFileSync(
  path.join(__dirname, '../../server/src/domains/releases/watchdog/browser/watchdog.js'),
  'utf8',
)

/** Seconds after which the shell is judged; null: not within three minutes. */
const judgedAfter = async (): Promise<number | null> => {
  for (let second = 1; second < 180; second += 1) {
    await jest.advanceTimersByTimeAsync(1000)
    if (document.cookie.includes('lamella_failed_shells=1.0.0')) return second
  }
  return null
}

const load = (): void => {
  document.head.innerHTML = '<meta name="lamella-start">'
  document.body.innerHTML = '<div id="root"></div>'
  const script = document.createElement('script')
  script.dataset.version = '1.0.0'
  script.textContent = source
  document.head.append(script)
}
const marks = (): string[] => Object.keys(localStorage).filter((key) => key.startsWith('lamella.starting.'))

const asked = jest.fn()
beforeEach(() => {
  jest.useFakeTimers()
  // Not implemented: jsdom measures no resources, and loads nothing.
  Object.assign(globalThis, { PerformanceObserver: jest.fn(() => ({ observe: jest.fn(), disconnect: jest.fn() })) })
  jest.spyOn(console, 'error').mockReturnValue(undefined)
  asked.mockImplementation((address: string) =>
    address === '/readyz' ? Promise.resolve({ ok: true }) : new Promise(() => undefined),
  )
  globalThis.fetch = asked
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store API
  document.cookie = 'lamella_failed_shells=; Max-Age=0; Path=/'
  localStorage.clear()
  sessionStorage.clear()
  load()
})
afterEach(() => {
  document.dispatchEvent(new Event('lamella:started'))
  jest.useRealTimers()
  jest.restoreAllMocks()
})

test('a shell that stands still is judged after 5 s, with or without content', async () => {
  expect(await judgedAfter()).toBe(5)
})

test('a skeleton on the page is no start', async () => {
  document.getElementById('root')?.append('skeleton')
  expect(await judgedAfter()).toBe(5)
})

test('a script that is on its way has 20 s, and its arrival starts the time anew', async () => {
  const script = document.createElement('script')
  script.setAttribute('src', 'https://portal.test/remotes/shell/1.0.0/1.js')
  document.head.append(script)
  await jest.advanceTimersByTimeAsync(15_000)
  expect(document.cookie).toBe('')
  expect(await judgedAfter()).toBe(5)
})

test('a style sheet that has arrived is waited for no longer', async () => {
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.setAttribute('href', '/remotes/shell/1.0.0/1.css')
  document.head.append(link)
  link.dispatchEvent(new Event('load'))
  expect(await judgedAfter()).toBe(5)
})

test('a request without an answer has 45 s, because a call may take 30', async () => {
  void globalThis.fetch('/api/v1/users/me')
  expect(await judgedAfter()).toBe(45)
})

test('an answer starts the time anew', async () => {
  const { promise, resolve } = Promise.withResolvers()
  asked.mockReturnValueOnce(promise)
  void globalThis.fetch('/registry.json')
  await jest.advanceTimersByTimeAsync(40_000)
  resolve({ ok: true })
  expect(await judgedAfter()).toBe(5)
})

test('an error of the shell has 3 s', async () => {
  const error = new Error('broken')
  error.stack = 'at https://portal.test/remotes/shell/1.0.0/main.js'
  window.dispatchEvent(new ErrorEvent('error', { error, message: 'broken' }))
  expect(await judgedAfter()).toBe(3)
})

test('a page that was at work or asleep is not judged by that time', async () => {
  await jest.advanceTimersByTimeAsync(3000)
  const late = performance.now() + 60_000
  jest.spyOn(performance, 'now').mockReturnValueOnce(late)
  // One second more than the two that were left.
  expect(await judgedAfter()).toBe(3)
})

test('a server that is not ready says nothing about the shell', async () => {
  asked.mockImplementation(() => Promise.resolve({ ok: false }))
  await jest.advanceTimersByTimeAsync(60_000)
  expect(document.cookie).toBe('')
})

test('the session that another tab renews is waited for like a call', async () => {
  const query = async () => ({ pending: [{ name: 'lamella-refresh' }] })
  Object.defineProperty(navigator, 'locks', { value: { query }, configurable: true })
  expect(await judgedAfter()).toBe(45)
  Object.defineProperty(navigator, 'locks', { value: undefined, configurable: true })
})

test('a shell that has started is never judged, and has its own fetch back', async () => {
  document.dispatchEvent(new Event('lamella:started'))
  expect(globalThis.fetch).toBe(asked)
  expect(await judgedAfter()).toBeNull()
})

describe('A page that never ends its work while the shell starts', () => {
  beforeEach(() => {
    document.dispatchEvent(new Event('lamella:started'))
    jest.spyOn(window, 'stop').mockReturnValue(undefined)
  })
  const leave = (version: string, secondsAgo: number) =>
    localStorage.setItem('lamella.starting.x', `${version} ${Date.now() - secondsAgo * 1000}`)

  test('is known to the next one, which leaves its version out before any of its code runs, and tells it', () => {
    leave('1.0.0', 6)
    load()
    expect(document.cookie).toBe('lamella_failed_shells=1.0.0')
    expect(window.stop).toHaveBeenCalledTimes(1)
    expect(sessionStorage.getItem('lamella.shell-failures')).toContain('it stood still while it started')
    expect(marks()).toEqual([])
  })

  test.each([
    ['still starts', '1.0.0', 3],
    ['was of another version', '0.9.0', 6],
    ['was long ago', '1.0.0', 601],
  ])('says nothing about this one when it %s', (_, version, secondsAgo) => {
    leave(version, secondsAgo)
    load()
    expect(document.cookie).toBe('')
    expect(window.stop).not.toHaveBeenCalled()
  })

  test('leaves its mark only while it starts and is visible', async () => {
    load()
    expect(marks()).toHaveLength(1)
    const visibility = jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    document.dispatchEvent(new Event('visibilitychange'))
    expect(marks()).toEqual([])
    visibility.mockReturnValue('visible')
    await jest.advanceTimersByTimeAsync(1000)
    expect(marks()).toHaveLength(1)
    window.dispatchEvent(new Event('pagehide'))
    expect(marks()).toEqual([])
    window.dispatchEvent(new Event('pageshow'))
    document.dispatchEvent(new Event('lamella:started'))
    expect(marks()).toEqual([])
  })
})
