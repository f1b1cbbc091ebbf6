import { createProject, listProjects } from '@lamella/shared/contract'
import { call } from './call.ts'
import { type ConnectionState, connection } from './connection.ts'
import { configureHttp, watchConnection } from './http.ts'

/** Behaviour of the network by path; other paths are answered by the server. */
let fault: (path: string) => Response | undefined | 'none'
let probes: number
const originalFetch = globalThis.fetch
const list = { data: [], links: { next: null } }

beforeAll(() => {
  configureHttp({ baseUrl: 'http://portal.test' })
  watchConnection()
})
beforeEach(() => {
  jest.useFakeTimers()
  probes = 0
  fault = () => undefined
  globalThis.fetch = async (input) => {
    const path = new URL(input instanceof Request ? input.url : String(input)).pathname
    if (path === '/readyz') probes += 1
    const answer = fault(path)
    if (answer === 'none') throw new TypeError('Failed to fetch')
    return answer ?? Response.json(path === '/readyz' ? { status: 'ready' } : list)
  }
})
afterEach(async () => {
  fault = () => undefined
  connection.retry()
  await passes(0)
  expect(connection.snapshot()).toEqual({ down: false, unansweredWrite: false })
  jest.useRealTimers()
})
afterAll(() => {
  globalThis.fetch = originalFetch
})

const passes = (milliseconds: number) => jest.advanceTimersByTimeAsync(milliseconds)
const read = async () => {
  const outcome = call(listProjects, {}).then(
    () => 'answered',
    () => 'failed',
  )
  await passes(0)
  return outcome
}
const write = async () => {
  const outcome = call(createProject, { body: { data: { name: 'Liver', description: '' } } }).catch(() => undefined)
  await passes(0)
  return outcome
}
const resentWrite = async () => {
  const input = { body: { data: { name: 'Liver', description: '' } } }
  await call(createProject, input, { isResent: true }).catch(() => undefined)
  await passes(0)
}
const die = () => {
  fault = () => 'none'
}
const revive = () => {
  fault = () => undefined
}

test('a server that answers no probe is down, and is probed after 1, 2, 4 … at most 30 seconds until it answers', async () => {
  die()
  await read()
  expect(connection.snapshot().down).toBe(true)
  const waits = [1, 2, 4, 8, 16, 30, 30]
  for (const [index, seconds] of waits.entries()) {
    expect(probes).toBe(index + 1)
    await passes(seconds * 1000 - 1)
    expect(probes).toBe(index + 1)
    await passes(1)
  }
  revive()
  await passes(30_000)
  expect(connection.snapshot().down).toBe(false)
  const asked = probes
  await passes(120_000)
  expect(probes).toBe(asked)
})

test('after one call without an answer and an answered probe, the server is not down', async () => {
  fault = (path) => (path === '/readyz' ? undefined : 'none')
  const states: ConnectionState[] = []
  const stop = connection.subscribe(() => states.push(connection.snapshot()))
  await read()
  await write()
  stop()
  expect(probes).toBe(2)
  expect(states.filter(({ down }) => down)).toEqual([])
})

test('the error page of a proxy is no answer, an error of our server is one', async () => {
  fault = () => new Response('<h1>Bad gateway</h1>', { status: 502, headers: { 'content-type': 'text/html' } })
  await read()
  expect(connection.snapshot().down).toBe(true)
  fault = () => Response.json({ errors: [{ code: 'ERR_0503', detail: 'Down for a moment.' }] }, { status: 503 })
  await read()
  expect(connection.snapshot().down).toBe(false)
})

test('an answered call ends the probing at once and notifies listeners once', async () => {
  const recovered = jest.fn()
  const stop = connection.onRecovery(recovered)
  die()
  await read()
  await read()
  expect(recovered).not.toHaveBeenCalled()
  revive()
  expect(await read()).toBe('answered')
  expect(recovered).toHaveBeenCalledTimes(1)
  await read()
  expect(recovered).toHaveBeenCalledTimes(1)
  stop()
})

test('it can be probed at once', async () => {
  die()
  await read()
  await passes(1000 + 2000 + 4000)
  const before = probes
  revive()
  connection.retry()
  await passes(0)
  expect(probes).toBe(before + 1)
  expect(connection.snapshot().down).toBe(false)
})

test('a change without an answer is remembered until the server answers, and is not sent again', async () => {
  const sent: string[] = []
  fault = (path) => {
    sent.push(path)
    return 'none'
  }
  await write()
  expect(connection.snapshot()).toEqual({ down: true, unansweredWrite: true })
  revive()
  await passes(60_000)
  expect(sent.filter((path) => path !== '/readyz')).toEqual(['/api/v1/projects'])
})

test('a change that its caller sends again needs no second look', async () => {
  die()
  await resentWrite()
  expect(connection.snapshot()).toEqual({ down: true, unansweredWrite: false })
})

test('a call aborted by its caller does not count as unanswered', async () => {
  die()
  const controller = new AbortController()
  controller.abort()
  await call(listProjects, {}, { signal: controller.signal }).catch(() => undefined)
  await passes(0)
  expect(probes).toBe(0)
})
