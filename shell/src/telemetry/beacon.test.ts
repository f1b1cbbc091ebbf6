import type { startBeacon as Start, tell as Tell } from './beacon.ts'

const app = { app: 'projects', version: '2.0.0' }
const failure = { kind: 'failure', stage: 'render', ...app }
const load = { kind: 'load', value: 120, ...app }

let sent: { address: string; kinds: string[] }[]
let startBeacon: typeof Start
let tell: typeof Tell

beforeEach(async () => {
  jest.useFakeTimers()
  jest.resetModules()
  ;({ startBeacon, tell } = await import('./beacon.ts'))
  sent = []
  const blobs: Promise<void>[] = []
  Object.defineProperty(navigator, 'sendBeacon', {
    configurable: true,
    value: (address: string, body: Blob) => {
      const entry = { address, kinds: [] as string[] }
      sent.push(entry)
      blobs.push(
        body.text().then((text) => {
          entry.kinds = JSON.parse(text).data.events.map(({ kind }: { kind: string }) => kind)
        }),
      )
      return true
    },
  })
  received = () => Promise.all(blobs).then(() => sent)
})
afterEach(() => {
  Object.defineProperty(document, 'visibilityState', { configurable: true, value: 'visible' })
  jest.useRealTimers()
})
let received: () => Promise<typeof sent>

const leave = () => {
  Object.defineProperty(document, 'visibilityState', { configurable: true, value: 'hidden' })
  document.dispatchEvent(new Event('visibilitychange'))
}
const settled = async () => {
  jest.useRealTimers()
  return received()
}

test('a failure is sent soon, with those that follow at once, even when it was before the start', async () => {
  tell(failure)
  startBeacon('https://api.example/telemetry', 1, 0)
  tell({ ...failure, stage: 'chunk' })
  expect(sent).toEqual([])
  jest.advanceTimersByTime(2000)
  expect(await settled()).toEqual([{ address: 'https://api.example/telemetry', kinds: ['failure', 'failure'] }])
})

test('timings are sent when the page is left', async () => {
  startBeacon('/telemetry', 1, 0)
  tell(load)
  jest.advanceTimersByTime(60_000)
  expect(sent).toEqual([])
  leave()
  expect(await settled()).toEqual([{ address: '/telemetry', kinds: ['load'] }])
})

test.each([
  { share: 0.25, chance: 0.2, expected: ['load', 'failure'] },
  { share: 0.25, chance: 0.3, expected: ['failure'] },
  { share: 0, chance: 0, expected: [] },
])('of a share of $share, a page with chance $chance tells $expected', async ({ share, chance, expected }) => {
  startBeacon('/telemetry', share, chance)
  tell(load)
  tell(failure)
  jest.advanceTimersByTime(2000)
  leave()
  expect((await settled()).flatMap(({ kinds }) => kinds)).toEqual(expected)
})

test('an error in a loop is told 200 times, 50 at once', async () => {
  startBeacon('/telemetry', 1, 0)
  for (let i = 0; i < 1000; i++) tell({ kind: 'error', ...app })
  jest.advanceTimersByTime(2000)
  expect((await settled()).map(({ kinds }) => kinds.length)).toEqual([50, 50, 50, 50])
})

test('a session is told also after that', async () => {
  startBeacon('/telemetry', 1, 0)
  for (let i = 0; i < 1000; i++) tell({ kind: 'error', ...app })
  tell({ kind: 'session', ...app })
  jest.advanceTimersByTime(2000)
  expect((await settled()).at(-1)?.kinds).toEqual(['session'])
})
