import type { Registry } from '@lamella/shared/contract'
import type { BrowserStorage } from '@lamella/shared/session'
import { hasNewVersion } from './active-versions.ts'

const registryOf = (active: Record<string, [version: string, traffic: number][]>): Registry => ({
  schema: 'https://raw.githubusercontent.com/awslabs/frontend-discovery/main/schema/v1-pre.json',
  microFrontends: Object.fromEntries(
    Object.entries(active).map(([name, releases]) => [
      name,
      releases.map(([version, traffic], index) => ({
        url: `/remotes/${name}/${version}/mf-manifest.json`,
        metadata: { version, integrity: 'sha256-x' },
        deployment: { traffic, default: index === 0 },
        extras: { manifest: { id: 'auth', contract: '^1.0.0', routes: [], menu: [] }, fallbacks: [] },
      })),
    ]),
  ),
})

/** Storage of one fixed browser. */
const browser: BrowserStorage = { read: () => 'browser-1', write: () => undefined, remove: () => undefined }
const start = registryOf({ shell: [['1.0.0', 100]], auth: [['1.0.0', 100]] })

test.each([
  ['nothing changed', registryOf({ shell: [['1.0.0', 100]], auth: [['1.0.0', 100]] }), false],
  ['another shell', registryOf({ shell: [['1.1.0', 100]], auth: [['1.0.0', 100]] }), true],
  ['another remote', registryOf({ shell: [['1.0.0', 100]], auth: [['1.0.1', 100]] }), true],
  ['a remote rolled back', registryOf({ shell: [['1.0.0', 100]], auth: [['0.9.0', 100]] }), true],
  [
    'one more remote',
    registryOf({ ...{ shell: [['1.0.0', 100]], auth: [['1.0.0', 100]] }, projects: [['1.0.0', 100]] }),
    true,
  ],
  ['one remote less', registryOf({ shell: [['1.0.0', 100]] }), true],
  [
    'a trial for other browsers',
    registryOf({
      shell: [
        ['1.0.0', 100],
        ['1.1.0', 0],
      ],
      auth: [['1.0.0', 100]],
    }),
    false,
  ],
  [
    'a trial for all browsers',
    registryOf({
      shell: [
        ['1.0.0', 0],
        ['1.1.0', 100],
      ],
      auth: [['1.0.0', 100]],
    }),
    true,
  ],
])('D1-4.6-01 %s', (_, now, expected) => {
  expect(hasNewVersion(start, now, browser)).toBe(expected)
})
