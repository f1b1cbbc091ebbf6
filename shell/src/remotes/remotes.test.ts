import type { Registry, Release } from '@lamella/shared/contract'
import { safeLocalStorage, safeSessionStorage } from '@lamella/shared/session'
import { AvoidedVersions } from './avoided-versions.ts'
import type { RemoteFailure } from './remote-failure.ts'
import { remotesOf } from './remotes.ts'

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

const release = (version: string, traffic: number, paths: readonly string[] = ['/projects']): Release => ({
  url: `/remotes/projects/${version}/mf-manifest.json`,
  metadata: { version, integrity: 'sha256-x' },
  deployment: { traffic, default: traffic === 100 },
  extras: {
    manifest: {
      id: 'projects',
      contract: '^1.0.0',
      routes: paths.map((path) => ({
        id: path,
        path,
        title: 'Projects',
        crumb: null,
        layout: 'portal',
        roles: ['USER'],
        guards: ['login'],
      })),
      menu: [],
    },
    fallbacks: [],
  },
})

const schema = 'https://raw.githubusercontent.com/awslabs/frontend-discovery/main/schema/v1-pre.json'

/** A portal with 1.0.0 for all and 1.1.0 for named users, in which every version works. */
const setUp = (options: { assigned?: string; preview?: Release; trial?: Release } = {}) => {
  const { assigned, preview, trial = release('1.1.0', 0) } = options
  const registry: Registry = {
    schema,
    microFrontends: { projects: [release('1.0.0', 100), trial] },
  }
  const [remote] = remotesOf(registry, {
    reload: async () => registry,
    runtime: {
      registerRemotes: () => undefined,
      loadRemote: async () => ({ default: { routes: { '/projects': async () => ({ default: () => null }) } } }),
    },
    storage: safeLocalStorage,
    avoided: new AvoidedVersions(safeSessionStorage),
    assigned: () => ({ ...(assigned !== undefined && { projects: assigned }) }),
    previews: preview ? { projects: preview } : {},
    report: () => undefined,
    onLoaded: () => undefined,
  })
  if (!remote) throw new Error('There is no remote')
  return { remote, version: async () => (await remote.loader.load('/projects')).version }
}

describe('a trial for named users', () => {
  test('is for nobody of whom nothing is known', async () => {
    expect(await setUp().version()).toBe('1.0.0')
  })

  test('is for whom the server gave it', async () => {
    expect(await setUp({ assigned: '1.1.0' }).version()).toBe('1.1.0')
  })

  test('that becomes known late is used while nothing of the remote was loaded', async () => {
    const { remote, version } = setUp()
    expect(remote.assign('1.1.0')).toBe(true)
    expect(await version()).toBe('1.1.0')
  })

  test('that becomes known later waits for the next page', async () => {
    const { remote, version } = setUp()
    await version()
    expect(remote.assign('1.1.0')).toBe(false)
    expect(await version()).toBe('1.0.0')
  })

  test('with other pages than the router knows waits for the next page too', async () => {
    const { remote, version } = setUp({ trial: release('1.1.0', 0, ['/projects', '/new']) })
    expect(remote.assign('1.1.0')).toBe(false)
    expect(await version()).toBe('1.0.0')
  })

  test('that is over by now is left alone', () => {
    expect(setUp().remote.assign('1.0.9')).toBe(false)
    expect(setUp().remote.assign('1.0.0')).toBe(true)
  })
})

describe('a preview', () => {
  const preview = release('2.15.0', 0, ['/projects', '/new'])

  test('comes before everything else, with its own pages', async () => {
    const { remote, version } = setUp({ preview, assigned: '1.1.0' })
    expect(remote.manifest.routes.map(({ path }) => path)).toEqual(['/projects', '/new'])
    expect(await version()).toBe('2.15.0')
    expect(remote.loader.earlierThan('2.15.0', '/projects')).toBe('1.1.0')
  })

  test('stays when a trial becomes known', async () => {
    const { remote, version } = setUp({ preview })
    remote.assign('1.1.0')
    expect(await version()).toBe('2.15.0')
  })
})

describe('one remote', () => {
  const named = (id: string): Release => {
    const { extras, ...rest } = release('1.0.0', 100)
    return { ...rest, extras: { ...extras, manifest: { ...extras.manifest, id } } }
  }
  const remotesWith = (microFrontends: Registry['microFrontends']) => {
    const failures: RemoteFailure[] = []
    const registry: Registry = { schema, microFrontends }
    const remotes = remotesOf(registry, {
      reload: async () => registry,
      runtime: { registerRemotes: () => undefined, loadRemote: async () => undefined },
      storage: safeLocalStorage,
      avoided: new AvoidedVersions(safeSessionStorage),
      assigned: () => ({}),
      previews: {},
      report: (failure) => failures.push(failure),
      onLoaded: () => undefined,
    })
    return { remotes, failures }
  }

  test('with a name that every object has is one like any other', () => {
    const { remotes, failures } = remotesWith({ constructor: [named('constructor')], projects: [named('projects')] })
    expect(remotes.map(({ area }) => area)).toEqual(['Constructor', 'Projects'])
    expect(remotes.map(({ loader }) => loader.earlierThan('1.0.0', '/projects'))).toEqual([null, null])
    expect(failures).toEqual([])
  })

  test('that cannot be prepared is left out and reported, and the others stay', () => {
    const broken = { ...named('quality'), deployment: null } as unknown as Release
    const { remotes, failures } = remotesWith({ quality: [broken], projects: [named('projects')] })
    expect(remotes.map(({ manifest }) => manifest.id)).toEqual(['projects'])
    expect(failures).toMatchObject([{ app: 'quality', version: '1.0.0', stage: 'load' }])
  })
})
