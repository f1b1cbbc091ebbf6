import type { Registry, Release } from '@lamella/shared/contract'
import { safeLocalStorage } from '@lamella/shared/session'
import fc from 'fast-check'
import { candidatesFor, fetchRegistry, loadRegistry, pickRelease, shareOf } from './registry.ts'
import { setLogLevel } from './telemetry.ts'

const release = (version: string, traffic: number, isDefault: boolean, fallbacks: string[] = []): Release => ({
  url: `/remotes/auth/${version}/mf-manifest.json`,
  metadata: { version, integrity: 'sha256-x' },
  deployment: { traffic, default: isDefault },
  extras: {
    manifest: { id: 'auth', contract: '^1.0.0', routes: [], menu: [] },
    fallbacks: fallbacks.map((each) => ({ version: each, url: `/remotes/auth/${each}/mf-manifest.json` })),
  },
})

const registry: Registry = {
  schema: 'https://raw.githubusercontent.com/awslabs/frontend-discovery/main/schema/v1-pre.json',
  microFrontends: { auth: [release('1.1.0', 100, true, ['1.0.0'])] },
}

const answerWith = (body: BodyInit, status = 200): void => {
  jest.spyOn(globalThis, 'fetch').mockResolvedValue(new Response(body, { status }))
}

beforeEach(() => localStorage.clear())
afterEach(() => jest.restoreAllMocks())

describe('reading', () => {
  test('requests the registry past every cache', async () => {
    answerWith(JSON.stringify(registry))
    await expect(loadRegistry(safeLocalStorage)).resolves.toEqual({ registry, source: 'server' })
    expect(fetch).toHaveBeenCalledWith('/registry.json', { cache: 'no-store' })
  })

  test.each([
    ['an error', '{}', 500],
    ['HTML', '<!doctype html>', 200],
    ['JSON of another form', '{"microFrontends":{"auth":[]}}', 200],
  ])('%s from the server: the registry that this browser stored', async (_title, body, status) => {
    answerWith(JSON.stringify(registry))
    await loadRegistry(safeLocalStorage)
    answerWith(body, status)
    await expect(loadRegistry(safeLocalStorage)).resolves.toEqual({ registry, source: 'last-good' })
  })

  test('a look that is given up ends, whatever the server does', async () => {
    jest
      .spyOn(globalThis, 'fetch')
      .mockImplementation(
        (_, init) =>
          new Promise((_resolve, reject) =>
            init?.signal?.addEventListener('abort', () => reject(new Error('aborted'))),
          ),
      )
    const controller = new AbortController()
    const look = fetchRegistry(controller.signal)
    controller.abort()
    await expect(look).rejects.toThrow('aborted')
  })

  test('what this portal does not know is left out with a warning, once in a page', async () => {
    const warned = jest.spyOn(console, 'warn').mockReturnValue()
    setLogLevel('WARN')
    const [known] = registry.microFrontends.auth ?? []
    const odd = { id: 'plates', path: '/plates', title: 'Plates', crumb: null, roles: ['USER'], guards: ['badge'] }
    const manifest = { ...known?.extras.manifest, routes: [odd] }
    const auth = [{ ...known, extras: { ...known?.extras, manifest } }]
    const before = globalThis.__LAMELLA_TELEMETRY__?.length ?? 0
    for (let i = 0; i < 2; i++) {
      answerWith(JSON.stringify({ ...registry, microFrontends: { auth } }))
      await expect(loadRegistry(safeLocalStorage)).resolves.toEqual({ registry, source: 'server' })
    }
    expect(globalThis.__LAMELLA_TELEMETRY__?.slice(before)).toMatchObject([
      { event: 'registry-skipped', detail: 'auth: route plates' },
    ])
    expect(warned.mock.calls.map(([text]) => text)).toEqual([expect.stringContaining('auth: route plates')])
  })

  test('an unchanged registry is not sent again, a changed one and one without a tag are', async () => {
    const tags: (string | null)[] = []
    const answers = (etag: string | null, body: Registry) =>
      jest.spyOn(globalThis, 'fetch').mockImplementation(async (_address, init) => {
        const tag = new Headers(init?.headers).get('if-none-match')
        tags.push(tag)
        if (etag !== null && tag === etag) return new Response(null, { status: 304 })
        return Response.json(body, { headers: etag === null ? {} : { etag } })
      })
    const changed: Registry = { ...registry, microFrontends: { auth: [release('1.2.0', 100, true)] } }
    answers('"a"', registry)
    const first = await fetchRegistry()
    expect(await fetchRegistry()).toBe(first)
    answers('"b"', changed)
    expect(await fetchRegistry()).toEqual(changed)
    answers(null, registry)
    expect(await fetchRegistry()).toEqual(registry)
    expect(await fetchRegistry()).toEqual(registry)
    expect(tags).toEqual([null, '"a"', '"a"', '"b"', null])
  })

  test('no server and nothing stored, or nothing valid: an error', async () => {
    jest.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('offline'))
    await expect(loadRegistry(safeLocalStorage)).rejects.toThrow('offline')
    localStorage.setItem('lamella.registry', '{"broken')
    await expect(loadRegistry(safeLocalStorage)).rejects.toThrow('offline')
  })

  test('works in a browser that refuses storage', async () => {
    answerWith(JSON.stringify(registry))
    jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    jest.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError')
    })
    await expect(loadRegistry(safeLocalStorage)).resolves.toEqual({ registry, source: 'server' })
    expect(shareOf('auth', safeLocalStorage)).toBeGreaterThanOrEqual(0)
  })
})

describe('picking by traffic', () => {
  const releases = [release('2.0.0', 70, true), release('2.1.0', 30, false)]

  test.each([
    [0, '2.1.0'],
    [29.99, '2.1.0'],
    [30, '2.0.0'],
    [99.99, '2.0.0'],
  ])('a browser at %d gets %s', (share, version) => {
    expect(pickRelease(releases, share)?.metadata.version).toBe(version)
  })

  test('shares that do not reach 100 leave the rest to the default', () => {
    expect(pickRelease([release('2.0.0', 10, true), release('2.1.0', 10, false)], 95)?.metadata.version).toBe('2.0.0')
  })

  test('raising the traffic of a trial takes no browser out of it', () => {
    const share = fc.double({ min: 0, max: 99.99, noNaN: true })
    fc.assert(
      fc.property(share, fc.integer({ min: 1, max: 100 }), fc.integer({ min: 1, max: 100 }), (at, one, other) => {
        const picked = [Math.min(one, other), Math.max(one, other)].map((traffic) => {
          const split = [release('2.0.0', 100 - traffic, true), release('2.1.0', traffic, false)]
          return pickRelease(split, at)?.metadata.version
        })
        expect(picked).not.toEqual(['2.1.0', '2.0.0'])
      }),
    )
  })

  test('a trial with a share of 0, for named users, is for no browser by itself', () => {
    const named = [release('2.0.0', 100, true), release('2.1.0', 0, false)]
    for (const share of [0, 0.01, 50, 99.99]) expect(pickRelease(named, share)?.metadata.version).toBe('2.0.0')
    expect(pickRelease(named, 99, '2.1.0')?.metadata.version).toBe('2.1.0')
  })

  test('what the server gave the user counts before the share, but is never another than an active version', () => {
    const split = [release('2.0.0', 50, true), release('2.1.0', 50, false)]
    expect(pickRelease(split, 0, '2.0.0')?.metadata.version).toBe('2.0.0')
    expect(pickRelease(split, 0, '9.9.9')?.metadata.version).toBe('2.1.0')
  })

  test('no releases: none', () => expect(pickRelease([], 0)).toBeUndefined())
})

describe('the share of a browser', () => {
  test('is the same at every visit and differs between front ends', () => {
    const first = shareOf('auth', safeLocalStorage)
    expect(shareOf('auth', safeLocalStorage)).toBe(first)
    const shares = ['auth', 'projects', 'datastorage', 'ai-trainer'].map((name) => shareOf(name, safeLocalStorage))
    expect(new Set(shares).size).toBeGreaterThan(1)
  })

  test('spreads browsers evenly over the scale', () => {
    const tenths = new Array<number>(10).fill(0)
    for (let browser = 0; browser < 2000; browser++) {
      localStorage.setItem('lamella.browser', `browser-${browser}`)
      const tenth = Math.floor(shareOf('auth', safeLocalStorage) / 10)
      tenths[tenth] = (tenths[tenth] ?? 0) + 1
    }
    for (const count of tenths) expect(count).toBeGreaterThan(120)
  })
})

describe('candidates', () => {
  const versions = (releases: Release[], share: number) => candidatesFor(releases, share).map(({ version }) => version)

  test('the active version, then its last good ones', () => {
    expect(versions([release('1.2.0', 100, true, ['1.1.0', '1.0.0'])], 5)).toEqual(['1.2.0', '1.1.0', '1.0.0'])
  })

  test('behind a trial stands the default release with its last good ones, each version once', () => {
    const releases = [release('2.0.0', 90, true, ['1.0.0']), release('2.1.0', 10, false, ['1.0.0'])]
    expect(versions(releases, 5)).toEqual(['2.1.0', '1.0.0', '2.0.0'])
    expect(versions(releases, 50)).toEqual(['2.0.0', '1.0.0'])
  })

  test('each with the range of the contract that its manifest names, as far as it is known', () => {
    expect(candidatesFor([release('1.2.0', 100, true, ['1.1.0'])], 5)).toEqual([
      { version: '1.2.0', url: '/remotes/auth/1.2.0/mf-manifest.json', contract: '^1.0.0' },
      { version: '1.1.0', url: '/remotes/auth/1.1.0/mf-manifest.json' },
    ])
  })
})
