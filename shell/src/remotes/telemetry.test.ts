import { reportRemoteFailure, reportRenderError, setLogLevel } from './telemetry.ts'

const failure = { app: 'auth', version: '1.0.0', routeId: 'login', stage: 'load', error: new Error('404') } as const

/** What the console is told of a warning and of an error. */
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

test('D1-9-27 without configuration only errors reach the console', () => {
  expect(printed()).toEqual([error])
})

test.each([
  ['TRACE', [warning, error]],
  ['WARN', [warning, error]],
  ['ERROR', [error]],
  ['OFF', []],
] as const)('at log level %s the console is told %j', (level, expected) => {
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
