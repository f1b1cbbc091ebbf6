import { safeSessionStorage } from '@lamella/shared/session'
import { AvoidedVersions } from './avoided-versions.ts'
import {
  type FederationRuntime,
  loadTimeout,
  RemoteLoader,
  RemoteUnavailableError,
  type StartWatch,
} from './load-remote.ts'
import type { Candidate } from './registry.ts'
import type { RemoteFailure } from './remote-failure.ts'

const Page = () => null
const working = { default: { routes: { login: async () => ({ default: Page }) } } }
const withPage = (load: () => Promise<unknown>) => ({ default: { routes: { login: load } } })

const candidate = (version: string): Candidate => ({ version, url: `/remotes/auth/${version}/mf-manifest.json` })
const candidates = ['1.2.0', '1.1.0', '1.0.0'].map(candidate)

beforeEach(() => sessionStorage.clear())

/** A federation runtime with a given behaviour per version. */
function setUp(
  versions: Record<string, () => Promise<unknown>>,
  options: { refresh?: () => Promise<Candidate[]>; candidates?: Candidate[]; stoodStill?: Set<string> } = {},
) {
  const registered: { name: string; entry: string; force: boolean }[] = []
  const failures: RemoteFailure[] = []
  const runtime: FederationRuntime = {
    registerRemotes(remotes, settings) {
      for (const remote of remotes) registered.push({ ...remote, force: settings?.force ?? false })
    },
    loadRemote(id) {
      const version = /^lamella_auth_(.*)\/remote$/.exec(id)?.[1]?.replaceAll('_', '.') ?? ''
      return versions[version]?.() ?? Promise.reject(new Error(`unknown ${id}`))
    },
  }
  const refresh = options.refresh ?? (async () => candidates)
  const report = (failure: RemoteFailure) => failures.push(failure)
  const given = options.candidates ?? candidates
  const avoided = new AvoidedVersions(safeSessionStorage)
  const stoodStill = options.stoodStill ?? new Set()
  const started: string[] = []
  const starts: StartWatch = {
    start: async (_app, version) => void started.push(version),
    endStart: () => void started.push('end'),
    stoodStill: async (_app, version) => stoodStill.has(version),
    forgetStarts: async () => stoodStill.clear(),
  }
  return {
    started,
    starts,
    loader: new RemoteLoader({ app: 'auth', candidates: given, refresh, runtime, avoided, starts, report }),
    registered,
    failures,
  }
}

test('no code of a version is asked for before its start is watched', async () => {
  const { loader, registered, starts } = setUp({ '1.2.0': async () => working })
  let watched = () => {}
  starts.start = () => new Promise((resolve) => (watched = resolve))
  const loading = loader.load('login')
  await new Promise((resolve) => setTimeout(resolve))
  expect(registered).toEqual([])
  watched()
  await loading
  expect(registered).toHaveLength(1)
})

test('the newest version is loaded under its own container name and address', async () => {
  const { loader, registered, failures } = setUp({ '1.2.0': async () => working })
  await expect(loader.load('login')).resolves.toEqual({ version: '1.2.0', newest: true, earlier: '1.1.0', Page })
  const entry = 'http://localhost/remotes/auth/1.2.0/mf-manifest.json'
  expect(registered).toEqual([{ name: 'lamella_auth_1_2_0', entry, force: false }])
  expect(failures).toEqual([])
})

const broken: [title: string, load: () => Promise<unknown>, stage: string][] = [
  ['cannot be loaded', () => Promise.reject(new Error('404')), 'load'],
  ['gives nothing', async () => null, 'load'],
  ['gives a module of another form', async () => ({ default: { routes: { login: 'page' } } }), 'load'],
  ['has no such page', async () => ({ default: { routes: {} } }), 'missing'],
  ['misses the chunk of the page', async () => withPage(() => Promise.reject(new Error('404'))), 'chunk'],
  ['gives a page that is no component', async () => withPage(async () => ({ default: 7 })), 'chunk'],
]

test.each(broken)('a version that %s: the one before it, and a report', async (_title, load, stage) => {
  const { loader, failures } = setUp({ '1.2.0': load, '1.1.0': async () => working })
  await expect(loader.load('login')).resolves.toEqual({ version: '1.1.0', newest: false, earlier: '1.0.0', Page })
  expect(failures).toMatchObject([{ app: 'auth', version: '1.2.0', routeId: 'login', stage }])
})

test('a version for another contract is not requested: the one before it, and a report', async () => {
  const strange = { ...candidate('1.2.0'), contract: '^2.0.0' }
  const fitting = { ...candidate('1.1.0'), contract: '^1.0.0' }
  const { loader, registered, failures } = setUp(
    { '1.2.0': async () => working, '1.1.0': async () => working },
    { candidates: [strange, fitting] },
  )
  await expect(loader.load('login')).resolves.toEqual({ version: '1.1.0', newest: false, earlier: null, Page })
  await expect(loader.load('login')).resolves.toMatchObject({ version: '1.1.0' })
  expect(registered.map(({ name }) => name)).not.toContain('lamella_auth_1_2_0')
  expect(failures).toMatchObject([{ app: 'auth', version: '1.2.0', stage: 'contract' }])
})

test('a version that hangs is given up after five seconds', async () => {
  jest.useFakeTimers()
  const { loader, failures } = setUp({ '1.2.0': () => new Promise(() => undefined), '1.1.0': async () => working })
  const loading = loader.load('login')
  await jest.advanceTimersByTimeAsync(loadTimeout - 1)
  expect(failures).toEqual([])
  await jest.advanceTimersByTimeAsync(1)
  await expect(loading).resolves.toMatchObject({ version: '1.1.0' })
  expect(loadTimeout).toBe(5000)
  jest.useRealTimers()
})

describe('on a slow line', () => {
  const second = 1000
  let listeners: ((list: { getEntries(): { name: string }[] }) => void)[]
  /** Passes seconds, with a file of that address at the end of them. */
  const arriveAfter = async (seconds: number, name: string) => {
    await jest.advanceTimersByTimeAsync(seconds * second)
    for (const listener of listeners) listener({ getEntries: () => [{ name }] })
  }
  beforeEach(() => {
    jest.useFakeTimers()
    listeners = []
    globalThis.PerformanceObserver = class {
      constructor(listener: (typeof listeners)[number]) {
        listeners.push(listener)
      }
      observe() {}
      disconnect() {}
    } as unknown as typeof PerformanceObserver
  })
  afterEach(() => {
    Reflect.deleteProperty(globalThis, 'PerformanceObserver')
    jest.useRealTimers()
  })

  test('a version is waited for as long as its files arrive, and no failure is reported', async () => {
    const { promise, resolve } = Promise.withResolvers<typeof working>()
    const { loader, failures } = setUp({ '1.2.0': () => promise, '1.1.0': async () => working })
    const loading = loader.load('login')
    for (let i = 0; i < 4; i++) await arriveAfter(4, 'https://portal.test/remotes/auth/1.2.0/7.js')
    resolve(working)
    await expect(loading).resolves.toMatchObject({ version: '1.2.0' })
    expect(failures).toEqual([])
  })

  test.each([
    ['what else arrives does not count', 'https://portal.test/api/v1/events', 6],
    ['it ends after 45 s', 'https://portal.test/remotes/auth/1.2.0/7.js', 46],
  ])('%s', async (_, name, given) => {
    const { loader, failures } = setUp({ '1.2.0': () => new Promise(() => undefined), '1.1.0': async () => working })
    const loading = loader.load('login')
    for (let seconds = 2; seconds < given - 2; seconds += 2) await arriveAfter(2, name)
    expect(failures).toEqual([])
    for (let i = 0; i < 2; i++) await arriveAfter(2, name)
    await expect(loading).resolves.toMatchObject({ version: '1.1.0' })
    expect(failures).toMatchObject([{ version: '1.2.0', stage: 'load' }])
  })
})

test('versions are tried in their order, each once; a dead one is not tried again for another page', async () => {
  const tries: string[] = []
  const dead = (version: string) => () => {
    tries.push(version)
    return Promise.reject(new Error('404'))
  }
  const { loader } = setUp({ '1.2.0': dead('1.2.0'), '1.1.0': dead('1.1.0'), '1.0.0': async () => working })
  await loader.load('login')
  await loader.load('login')
  expect(tries).toEqual(['1.2.0', '1.1.0'])
})

test('no version left: an error that names remote and page', async () => {
  const { loader, failures } = setUp({})
  await expect(loader.load('login')).rejects.toThrow(RemoteUnavailableError)
  await expect(loader.load('login')).rejects.toThrow('No version of auth can show login')
  expect(failures).toHaveLength(3)
})

test('a rejected page is passed over, other pages of that version are not', async () => {
  const both = { default: { routes: { ...working.default.routes, signup: async () => ({ default: Page }) } } }
  const { loader, failures } = setUp({ '1.2.0': async () => both, '1.1.0': async () => both })
  loader.reject('1.2.0', 'login', 'render', new Error('broken'))
  await expect(loader.load('login')).resolves.toMatchObject({ version: '1.1.0' })
  await expect(loader.load('signup')).resolves.toMatchObject({ version: '1.2.0' })
  expect(failures).toMatchObject([{ version: '1.2.0', stage: 'render' }])
})

test('after a reset the active version is tried again, past the cache of the runtime', async () => {
  const versions = { '1.2.0': () => Promise.reject<unknown>(new Error('404')) }
  const { loader, registered } = setUp(versions)
  await expect(loader.load('login')).rejects.toThrow(RemoteUnavailableError)
  versions['1.2.0'] = async () => working
  await loader.reset()
  await expect(loader.load('login')).resolves.toMatchObject({ version: '1.2.0', newest: true })
  expect(registered.at(-1)).toMatchObject({ name: 'lamella_auth_1_2_0', force: true })
})

test('a reset uses the versions of the registry by then, or keeps the known ones', async () => {
  const fixed = setUp({ '1.3.0': async () => working }, { refresh: async () => [candidate('1.3.0')] })
  await fixed.loader.reset()
  await expect(fixed.loader.load('login')).resolves.toMatchObject({ version: '1.3.0', newest: true })

  const offline = setUp({ '1.2.0': async () => working }, { refresh: () => Promise.reject(new Error('offline')) })
  await offline.loader.reset()
  await expect(offline.loader.load('login')).resolves.toMatchObject({ version: '1.2.0' })
})

test('a version that the user left stays left for the session, on all pages, until they try again from nothing', async () => {
  const all = { '1.2.0': async () => working, '1.1.0': async () => working, '1.0.0': async () => working }
  const { loader, failures } = setUp(all)
  expect(loader.earlierThan('1.2.0', 'login')).toBe('1.1.0')
  for (let time = 0; time < 2; time += 1) loader.reportLate('1.2.0', 'login', 'late', new Error('broken later'))
  loader.leave('1.2.0')
  expect(failures).toHaveLength(1)
  expect(failures).toMatchObject([{ version: '1.2.0', stage: 'late' }])
  await expect(loader.load('login')).resolves.toMatchObject({ version: '1.1.0', newest: false, earlier: '1.0.0' })
  // Another page load of the same tab.
  const reloaded = setUp(all).loader
  await expect(reloaded.load('login')).resolves.toMatchObject({ version: '1.1.0' })
  reloaded.leave('1.1.0')
  await expect(reloaded.load('login')).resolves.toMatchObject({ version: '1.0.0', earlier: null })
  await reloaded.reset()
  await expect(reloaded.load('login')).resolves.toMatchObject({ version: '1.2.0', newest: true })
})

test('damaged notes of the session are ignored', async () => {
  sessionStorage.setItem('lamella.avoided-versions', '{"auth":7')
  await expect(setUp({ '1.2.0': async () => working }).loader.load('login')).resolves.toMatchObject({
    version: '1.2.0',
  })
})

test('a version that stood still at its start is skipped before any of its code runs, and told; after "Try again" it is tried', async () => {
  const load = jest.fn(async () => working)
  const { loader, failures, registered } = setUp(
    { '1.2.0': load, '1.1.0': async () => working },
    { stoodStill: new Set(['1.2.0']) },
  )
  await expect(loader.load('login')).resolves.toMatchObject({ version: '1.1.0', newest: false })
  expect(load).not.toHaveBeenCalled()
  expect(registered.map(({ name }) => name)).toEqual(['lamella_auth_1_1_0'])
  expect(failures).toMatchObject([{ version: '1.2.0', stage: 'hang' }])
  await loader.reset()
  await expect(loader.load('login')).resolves.toMatchObject({ version: '1.2.0' })
})

test('the start of each version is watched, until it fails', async () => {
  const { loader, started } = setUp({
    '1.2.0': () => Promise.reject(new Error('404')),
    '1.1.0': async () => working,
  })
  await loader.load('login')
  expect(started).toEqual(['1.2.0', 'end', '1.1.0'])
})
