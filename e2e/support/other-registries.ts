import type { Registry, Release } from '@lamella/shared/contract'

/** Title of the menu item of `newerRegistry` that every reader can show. */
export const plates = 'Plates'

/** What a reader of today leaves out of `newerRegistry`, as its telemetry names it. */
export const unknownParts = [
  'projects: route secret',
  'projects: menu item wells',
  'projects: release 2',
  'assistant: release 1',
]

/** Path of the route with a guard that no reader knows. */
export const guardedPath = '/projects-of-tomorrow'

/**
 * The registry of a server of tomorrow: beside everything that there is, an app, a guard, a group of the menu, an icon, fields, and entries of another form,
 * none of which a reader of today knows.
 */
export const newerRegistry = (registry: Registry): object => {
  const { projects: [projects] = [], ...others } = registry.microFrontends
  if (!projects) throw new Error('The registry has no projects')
  const { manifest } = projects.extras
  const [route] = manifest.routes
  const item = { to: '/projects', order: 90, roles: ['USER' as const] }
  const changed = {
    ...projects,
    signature: 'ed25519-…',
    metadata: { ...projects.metadata, built: '2027-01-01' },
    extras: {
      ...projects.extras,
      manifest: {
        ...manifest,
        contract: '^1.0.0',
        assistants: [{ id: 'helper' }],
        routes: [
          ...manifest.routes.map((each) => ({ ...each, audience: 'everybody' })),
          { ...route, id: 'secret', path: guardedPath, guards: ['face-recognition'] },
        ],
        menu: [
          ...manifest.menu,
          { ...item, id: 'wells', title: 'Wells', icon: 'folder', group: 'laboratory-of-tomorrow' },
        ],
      },
    },
  }
  const plateReader: Release = {
    ...projects,
    url: '/remotes/plate-reader/1.0.0/mf-manifest.json',
    metadata: { version: '1.0.0', integrity: 'sha256-x' },
    extras: {
      fallbacks: [],
      manifest: {
        id: 'plate-reader',
        contract: '^1.0.0',
        routes: [],
        menu: [{ ...item, id: 'plates', title: plates, icon: 'an-icon-of-tomorrow', group: 'projects' }],
      },
    },
  }
  return {
    ...registry,
    signature: 'ed25519-…',
    microFrontends: {
      ...others,
      projects: [changed, { rings: [1, 10, 100] }],
      'plate-reader': [plateReader],
      assistant: [{ entries: { main: '/assistant.wasm' } }],
    },
  }
}

/** The registry of a server of before: without anything that the contract calls optional. */
export const olderRegistry = (registry: Registry): object => ({
  schema: registry.schema,
  microFrontends: Object.fromEntries(
    Object.entries(registry.microFrontends).map(([app, releases]) => [
      app,
      releases.map(({ url, metadata, deployment, extras: { manifest, fallbacks } }) => ({
        url,
        metadata,
        deployment,
        extras: {
          manifest: {
            id: manifest.id,
            contract: manifest.contract,
            routes: manifest.routes.map(({ note: _, ...route }) => route),
            menu: manifest.menu.filter(
              ({ group, roles }) => !roles.includes('OPERATOR') && !manifest.groups?.some(({ id }) => id === group),
            ),
          },
          fallbacks: fallbacks.map(({ version, url }) => ({ version, url })),
        },
      })),
    ]),
  ),
})
