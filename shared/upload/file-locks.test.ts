import { BrowserLocks } from '@lamella/shared/testing/browser-locks.ts'
import { FileLocks } from './file-locks.ts'

beforeEach(() => Object.defineProperty(navigator, 'locks', { value: new BrowserLocks(), configurable: true }))
afterEach(() => Object.defineProperty(navigator, 'locks', { value: undefined, configurable: true }))

const now = { wait: false }

test('a file that one window uploads is refused to another, until it is free', async () => {
  const [one, other] = [new FileLocks(), new FileLocks()]
  const free = await one.take('a.tif', now)
  expect(free).not.toBeNull()
  expect(await other.take('a.tif', now)).toBeNull()
  expect(await other.take('b.tif', now)).not.toBeNull()
  free?.()
  // The browser frees it in its own time.
  await Promise.resolve().then(() => undefined)
  expect(await other.take('a.tif', { wait: true })).not.toBeNull()
})

test('one window may have a file twice, and it is free only after both', async () => {
  const [one, other] = [new FileLocks(), new FileLocks()]
  const [first, second] = await Promise.all([one.take('a.tif', now), one.take('a.tif', now)])
  first?.()
  expect(await other.take('a.tif', now)).toBeNull()
  second?.()
  expect(await other.take('a.tif', { wait: true })).not.toBeNull()
})

test('a window that waits gets the file when the other one is closed', async () => {
  const [one, other] = [new FileLocks(), new FileLocks()]
  const free = await one.take('a.tif', now)
  let has = false
  const waiting = other.take('a.tif', { wait: true }).then((mine) => {
    has = mine !== null
  })
  await Promise.resolve()
  expect(has).toBe(false)
  free?.()
  await waiting
  expect(has).toBe(true)
})

test('where the browser has no locks, no file is refused', async () => {
  Object.defineProperty(navigator, 'locks', { value: undefined, configurable: true })
  expect(await new FileLocks().take('a.tif', now)).not.toBeNull()
})
