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

test('a new shell reads the registry of an older server: optional fields are absent', () => {
  const read = readRegistry(registryWith({}))
  expect(read?.registry.microFrontends.projects?.[0]?.extras.manifest.routes[0]).toEqual({ ...route, layout: 'portal' })
})
