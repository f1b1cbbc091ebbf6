import { call, configureHttp } from '@lamella/shared/api'
import { passwordConfirm, runtimeConfig } from '@lamella/shared/contract'
import { ContractServer, Refusal } from '@lamella/shared/testing/contract-server.ts'
import { sampleConfig } from '@lamella/shared/testing/sample-config.ts'
import * as z from 'zod/mini'
import { tell } from '../telemetry/beacon.ts'
import { reportRemoteFailure, reportRenderError, reportUse, setLogLevel } from './telemetry.ts'

jest.mock('../telemetry/beacon.ts', () => ({ tell: jest.fn() }))

const failure = { app: 'auth', version: '1.0.0', routeId: 'login', stage: 'load', error: new Error('404') } as const

/** Calls of console.warn and console.error. */
const printed = () => {
  const warn = jest.spyOn(console, 'warn').mockImplementation(() => undefined)
  const error = jest.spyOn(console, 'error').mockImplementation(() => undefined)
  reportRemoteFailure(failure)
  reportRenderError(new TypeError('broken'))
  const said = [...warn.mock.calls, ...error.mock.calls].map(([text]) => text)
  jest.restoreAllMocks()
  return said
}

const warning = 'remote-failed: auth 1.0.0, load login: Error: 404'
const error = 'render-error: TypeError: broken'

test('D1-9-27 only errors reach the console before the configuration is read, and with one that names no level', () => {
  expect(printed()).toEqual([error])
  setLogLevel('TRACE')
  setLogLevel(z.parse(runtimeConfig, sampleConfig).logLevel)
  expect(printed()).toEqual([error])
})

test.each([
  ['TRACE', [warning, error]],
  ['WARN', [warning, error]],
  ['ERROR', [error]],
  ['OFF', []],
] as const)('at log level %s the console gets %j', (level, expected) => {
  setLogLevel(level)
  expect(printed()).toEqual(expected)
})

test('the log itself has both at every level', () => {
  const before = globalThis.__LAMELLA_TELEMETRY__?.length ?? 0
  setLogLevel('OFF')
  printed()
  const added = globalThis.__LAMELLA_TELEMETRY__?.slice(before).map(({ event }) => event)
  expect(added).toEqual(['remote-failed', 'render-error'])
})

const failCall = async () => {
  const server = ContractServer.start().on(passwordConfirm, () => new Refusal('ERR_0404'))
  configureHttp({ baseUrl: window.location.origin })
  const params = { email: 'jonas@lab.example' }
  const body = { data: { token: 'secret-token-of-a-mail', password: 'Secret-1' } }
  await call(passwordConfirm, { params, body }, { action: 'password.confirm' }).catch(() => undefined)
  server.close()
}

test.each([
  ['WARN', 1],
  ['ERROR', 0],
] as const)(
  'D1-8-26 a failed call is recorded without secrets, and at log level %s printed %d times',
  async (level, times) => {
    setLogLevel(level)
    const warn = jest.spyOn(console, 'warn').mockImplementation(() => undefined)
    await failCall()
    const entry = globalThis.__LAMELLA_TELEMETRY__?.at(-1)
    expect(entry).toMatchObject({
      event: 'call-failed',
      failure: {
        id: expect.any(String),
        actionId: 'password.confirm',
        code: 'ERR_0404',
        httpErrorCode: 404,
        message: expect.any(String),
        source: passwordConfirm.path,
        fatal: false,
      },
    })
    expect(warn).toHaveBeenCalledTimes(times)
    expect(JSON.stringify([entry, warn.mock.calls])).not.toMatch(/secret|jonas/i)
    jest.restoreAllMocks()
  },
)

describe('the use of a version', () => {
  const told = jest.mocked(tell)
  const sessions = () =>
    told.mock.calls.flatMap(([{ kind, app, version }]) => (kind === 'session' ? [`${app} ${version}`] : []))
  const setVisibility = (value: 'visible' | 'hidden') =>
    Object.defineProperty(document, 'visibilityState', { configurable: true, value })
  beforeEach(() => jest.useFakeTimers())
  afterEach(() => {
    setVisibility('visible')
    jest.useRealTimers()
  })

  test('is told once, and again each day on which the page is looked at', () => {
    const version = { app: 'projects', version: '1.0.0' }
    const hours = (count: number) => jest.advanceTimersByTime(count * 3_600_000)
    reportUse(version)
    reportUse(version)
    hours(23)
    expect(sessions()).toEqual(['projects 1.0.0'])
    hours(2)
    expect(sessions()).toHaveLength(2)
    setVisibility('hidden')
    hours(100)
    expect(sessions()).toHaveLength(2)
    setVisibility('visible')
    document.dispatchEvent(new Event('visibilitychange'))
    hours(8 * 24)
    expect(sessions()).toHaveLength(11)
  })
})

test('the last 200 are kept', async () => {
  setLogLevel('OFF')
  for (let count = 0; count < 199; count += 1) reportRenderError(new Error('filler'))
  await failCall()
  expect(globalThis.__LAMELLA_TELEMETRY__).toHaveLength(200)
  reportRenderError(new Error('one more'))
  expect(globalThis.__LAMELLA_TELEMETRY__).toHaveLength(200)
  expect(globalThis.__LAMELLA_TELEMETRY__?.at(-2)?.event).toBe('call-failed')
})
