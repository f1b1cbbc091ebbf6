import { readRegistry } from './registry.ts'

const route = { id: 'list', path: '/projects', title: 'Projects', crumb: null, roles: ['USER'], guards: ['login'] }
const item = { id: 'list', title: 'Projects', icon: 'folder', to: '/projects', group: 'projects', order: 1, roles: [] }
const manifest = { id: 'projects', contract: '^1.0.0', routes: [route], menu: [item] }
const fallback = { version: '1.0.0', url: '/b' }
const release = {
  url: '/a',
  metadata: { version: '1.1.0', integrity: 'sha256-x' },
  deployment: { traffic: 100, default: true },
  extras: { manifest, fallbacks: [fallback] },
}
const schema = 'https://raw.githubusercontent.com/awslabs/frontend-discovery/main/schema/v1-pre.json'
const registryWith = (microFrontends: object) => ({
  schema,
  microFrontends: { projects: [release], ...microFrontends },
})
const withManifest = (change: object) => ({
  ...release,
  extras: { ...release.extras, manifest: { ...manifest, ...change } },
})

const idsOf = (value: unknown) => {
  const read = readRegistry(value)
  const releases = Object.entries(read?.registry.microFrontends ?? {})
  return {
    apps: releases.map(([app, all]) => `${app} ${all.length}`),
    routes: releases.flatMap(([, all]) => all.flatMap(({ extras }) => extras.manifest.routes.map(({ id }) => id))),
    menu: releases.flatMap(([, all]) => all.flatMap(({ extras }) => extras.manifest.menu.map(({ id }) => id))),
    skipped: read?.skipped,
  }
}

// An old shell, a new registry: what is unknown is left out, all else stays.
test.each<[string, object, object]>([
  ['an app', { quality: [release] }, { apps: ['projects 1', 'quality 1'] }],
  ['a field', { projects: [{ ...release, signature: 'x' }] }, {}],
  [
    'a third fallback',
    { projects: [{ ...release, extras: { manifest, fallbacks: [fallback, fallback, fallback] } }] },
    {},
  ],
  [
    'a guard',
    { projects: [withManifest({ routes: [route, { ...route, id: 'secret', guards: ['second-factor'] }] })] },
    { skipped: ['projects: route secret'] },
  ],
  [
    'a condition of a guard',
    {
      projects: [
        withManifest({
          routes: [route, { ...route, id: 'secret', path: '/secret', ownGuards: ['badge'] }],
          guards: [{ id: 'badge', otherwise: '/projects', building: 7 }],
        }),
      ],
    },
    { skipped: ['projects: guard badge', 'projects: route secret'] },
  ],
  [
    'a role of a route',
    { projects: [withManifest({ routes: [route, { ...route, id: 'audit', roles: ['AUDITOR'] }] })] },
    { skipped: ['projects: route audit'] },
  ],
  [
    'a layout',
    { projects: [withManifest({ routes: [route, { ...route, id: 'plate', layout: 'plate' }] })] },
    { skipped: ['projects: route plate'] },
  ],
  [
    'a menu group',
    { projects: [withManifest({ menu: [item, { ...item, id: 'wells', group: 'plates' }] })] },
    { skipped: ['projects: menu item wells'] },
  ],
  [
    'a menu group of a form',
    {
      projects: [withManifest({ groups: [{ id: 'plates' }], menu: [item, { ...item, id: 'wells', group: 'plates' }] })],
    },
    { skipped: ['projects: menu group plates', 'projects: menu item wells'] },
  ],
  ['an icon', { projects: [withManifest({ menu: [{ ...item, icon: 'unheard-of' }] })] }, {}],
  ['the form of a trial release', { projects: [release, { url: 5 }] }, { skipped: ['projects: release 2'] }],
  [
    'a name that every object has',
    { constructor: [withManifest({ id: 'constructor' })] },
    { skipped: ['constructor: release 1'] },
  ],
  ['the form of all releases of one app', { auth: [{ entries: {} }] }, { skipped: ['auth: release 1'] }],
])('%s that this reader does not know takes nothing else with it', (_what, microFrontends, expected) => {
  const known = { apps: ['projects 1'], routes: ['list'], menu: ['list'], skipped: [] }
  const found = idsOf(registryWith(microFrontends))
  const isTwice = found.apps.length === 2
  expect(found).toEqual({
    ...known,
    ...(isTwice && { routes: ['list', 'list'], menu: ['list', 'list'] }),
    ...expected,
  })
})

test.each([
  ['no registry', {}],
  ['another form', { schema: 'v2', entries: [] }],
  ['nothing that can be used', { schema, microFrontends: { projects: [{ url: 5 }] } }],
  ['no apps', { schema, microFrontends: {} }],
])('%s is refused, so that the last good registry is used', (_what, value) => expect(readRegistry(value)).toBeNull())

test('a group with the name of one of the shell is left out, and its items are in that of the shell', () => {
  const group = { id: 'storage', title: 'Storage', icon: 'list', order: 1 }
  const registry = registryWith({
    projects: [withManifest({ groups: [group], menu: [{ ...item, group: 'storage' }] })],
  })
  expect(idsOf(registry)).toMatchObject({ menu: ['list'], skipped: ['projects: menu group storage'] })
  expect(readRegistry(registry)?.registry.microFrontends.projects?.[0]?.extras.manifest.groups).toEqual([])
})

test('a new shell reads the registry of an older server: optional fields are absent', () => {
  const read = readRegistry(registryWith({}))
  expect(read?.registry.microFrontends.projects?.[0]?.extras.manifest.routes[0]).toEqual({ ...route, layout: 'portal' })
})

describe('Guards that a remote brings along', () => {
  const plates = { ...route, id: 'plates', path: '/plates', ownGuards: ['plates'] }
  const guard = { id: 'plates', guests: false, plan: 'trainingLimit', otherwise: '/projects' }
  const read = (change: object) =>
    idsOf(registryWith({ projects: [withManifest({ routes: [route, plates], ...change })] }))

  it('are read with the pages that they guard', () => {
    expect(read({ guards: [guard] })).toMatchObject({ routes: ['list', 'plates'], skipped: [] })
    const value = registryWith({ projects: [withManifest({ routes: [route, plates], guards: [guard] })] })
    expect(readRegistry(value)?.registry.microFrontends.projects?.[0]?.extras.manifest.guards).toEqual([guard])
  })

  it.each([
    ['has the name of a standard one', { ...guard, id: 'login' }],
    ['asks for nothing that plans have', { ...guard, plan: 'microscopes' }],
    ['sends to another place', { ...guard, otherwise: 'https://elsewhere.example/' }],
    ['sends to a page that is not there', { ...guard, otherwise: '/elsewhere' }],
    ['sends to a page that it guards itself', { ...guard, otherwise: '/plates' }],
  ])('leave out their pages when one %s', (_what, bad) => {
    const { routes, skipped } = read({ guards: [bad] })
    expect(routes).toEqual(['list'])
    expect(skipped).toEqual([`projects: guard ${bad.id}`, 'projects: route plates'])
  })
})

describe('A path of a route', () => {
  const routesWith = (path: string) =>
    idsOf(registryWith({ projects: [withManifest({ routes: [route, { ...route, id: 'odd', path }] })] })).routes

  it.each(['/', '/a', '/a/', '/a/:id/b', '/a?/:b?/:c?/d', '/a/*', '/*', '/Über-uns/~x'])('may be %s', (path) =>
    expect(routesWith(path)).toEqual(['list', 'odd']),
  )

  it.each([
    'a',
    '',
    '//a',
    '/a//b',
    '/a?b',
    '/a#b',
    '/a b',
    '/*/a',
    '/a*',
    '/:',
    '/a/:b:c',
    '/?',
    '/a?/b?/c?/d?',
    `/x${Array.from({ length: 22 }, (_, i) => `/a${i}?`).join('')}`,
    `/${'a'.repeat(200)}`,
  ])('is left out when it is "%s", which a router would not match, or not soon', (path) =>
    expect(routesWith(path)).toEqual(['list']),
  )
})
