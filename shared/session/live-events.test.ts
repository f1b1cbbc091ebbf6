import { configureHttp, connection } from '@lamella/shared/api'
import type { CurrentUser, RestrictionKey } from '@lamella/shared/contract'
import { probeWith } from '../api/connection.ts'
import { portalUser } from '../testing/render-page.tsx'
import { currentUserAtom, restrictionsAtom } from './atoms.ts'
import { startLiveEvents, stopLiveEvents } from './live-events.ts'
import { store } from './store.ts'

let answers: boolean
let asked: string[]

const logIn = (user: Partial<CurrentUser> = {}): void => {
  store.set(currentUserAtom, { ...portalUser('member'), agreementPrivacy: true, agreementTerms: true, ...user })
  store.set(restrictionsAtom, {
    organisationId: portalUser('member').organisationId,
    organisationName: 'Nordlund Lab',
    portalWebAccess: true,
    canAccessAITrainer: true,
    limits: {} as Record<RestrictionKey, number>,
  })
}

beforeEach(() => {
  answers = true
  asked = []
  configureHttp({ baseUrl: 'http://server.test' })
  logIn()
  probeWith(async () => answers)
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
    asked.push(input instanceof Request ? input.url : String(input))
    if (!answers) throw new TypeError('Failed to fetch')
    return Response.json({}, { status: 500 })
  })
})
afterEach(() => {
  stopLiveEvents()
  jest.restoreAllMocks()
  jest.useRealTimers()
})

/** Lets promises settle, without letting any pause end. */
const settle = () => jest.advanceTimersByTimeAsync(0)

test('the stream is connected again at once when the server answers again, whatever the pause', async () => {
  jest.useFakeTimers()
  startLiveEvents()
  await settle()
  // Refused by turns: the pause has grown to 16 seconds.
  await jest.advanceTimersByTimeAsync(1000 + 2000 + 4000 + 8000)
  expect(asked).toHaveLength(5)
  answers = false
  connection.check()
  await settle()
  expect(connection.snapshot().down).toBe(true)
  answers = true
  connection.retry()
  await settle()
  expect(connection.snapshot().down).toBe(false)
  expect(asked).toHaveLength(6)
  await jest.advanceTimersByTimeAsync(1000)
  expect(asked).toHaveLength(7)
})

test('D1-5-23 nothing is asked before the agreements are confirmed, and the stream then connects at once', async () => {
  jest.useFakeTimers()
  logIn({ agreementTerms: false })
  startLiveEvents()
  await jest.advanceTimersByTimeAsync(60_000)
  expect(asked).toEqual([])
  logIn()
  await settle()
  expect(asked).toHaveLength(1)
  stopLiveEvents()
})

test('a stream that waits for the agreements is stopped by the log-out', async () => {
  jest.useFakeTimers()
  logIn({ agreementTerms: false })
  startLiveEvents()
  stopLiveEvents()
  logIn()
  await jest.advanceTimersByTimeAsync(60_000)
  expect(asked).toEqual([])
})
