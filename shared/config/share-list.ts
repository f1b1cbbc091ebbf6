import { fileURLToPath } from 'node:url'
import shared from '../package.json' with { type: 'json' }

/**
 * Modules that exist once in the page, however many front ends are in it: the shell provides them, remotes never bundle
 * them. A second React would have no renderer, a second context would be empty, a second store, bus or cache would hold
 * other state (ADR 5).
 *
 * Everything else (`@lamella/shared/ui`, `/blocks`, `/viewer`, `/queries` and `/contract`, stateless libraries such as
 * `@mantine/hooks`) is bundled into each user, so that a new shared component or query can be shipped without a release of
 * the shell.
 */
const singletons: Readonly<Record<string, readonly string[]>> = {
  react: ['react', 'react/jsx-runtime', 'react/jsx-dev-runtime'],
  'react-dom': ['react-dom', 'react-dom/client'],
  jotai: ['jotai', 'jotai/utils', 'jotai/vanilla', 'jotai/vanilla/utils', 'jotai/react', 'jotai/react/utils'],
  dayjs: ['dayjs'],
  '@mantine/form': ['@mantine/form'],
  '@lamella/shared': [
    '@lamella/shared/api',
    '@lamella/shared/events',
    '@lamella/shared/session',
    '@lamella/shared/upload',
  ],
}

/** A package of which only named parts are shared. */
export interface Facade {
  /** Module that re-exports by name the parts of the package in use. */
  file: string
  /** Names in a chunk of their own, because the first screens need only them. */
  first?: readonly string[]
}

const file = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

/**
 * Singletons reduced to the parts in use. Sharing a package switches its tree-shaking off, so webpack resolves it to a
 * facade (webpack/facade-loader.ts) whose parts are shared instead. Using a name that the facade lacks fails the build.
 */
export const facades: Readonly<Record<string, Facade>> = {
  'react-router-dom': { file: file('facades/react-router-dom.ts') },
  '@tanstack/react-query': { file: file('facades/react-query.ts') },
  rxjs: { file: file('facades/rxjs.ts') },
  '@mantine/core': {
    file: file('../ui/mantine.ts'),
    // The log-in screens and the anonymous header.
    first: [
      'Alert',
      'Anchor',
      'Box',
      'Button',
      'Center',
      'Checkbox',
      'CloseButton',
      'createTheme',
      'Group',
      'Loader',
      'MantineProvider',
      'PasswordInput',
      'Portal',
      'Progress',
      'Skeleton',
      'Stack',
      'Text',
      'TextInput',
      'Title',
      'UnstyledButton',
      'VisuallyHidden',
    ],
  },
}

/** Module request of one part of a facade. @param part - `first` or `rest` */
export const partRequest = (packageName: string, part: string): string => `${packageName}/${part}`

/** The parts of a facade; without `first` names all of it is `rest`. */
export const partsOf = ({ first }: Facade): string[] => (first ? ['first', 'rest'] : ['rest'])

/**
 * What earlier builds of remotes take from the shell, by the module that it provides for them; builds of today have a copy of their own
 * (ADR 65).
 */
const forEarlierRemotes: Readonly<Record<string, string>> = {
  '@lamella/shared/queries': '@lamella/shared/queries/for-earlier-remotes.ts',
}

/** Exact versions, pinned by shared/package.json (ADR 13). */
const versions: Readonly<Record<string, string>> = { ...shared.dependencies, [shared.name]: shared.version }

/** One entry of module federation's `shared` option. */
export interface SharedModule {
  singleton: true
  /** A version outside of the range is a failure of loading, not a warning: the remote falls back. */
  strictVersion: true
  requiredVersion: string
  version?: string
  /** Name under which the page knows it, when other than that of the module. */
  shareKey?: string
  /** False: taken from the shell, never bundled. */
  import?: string | false
}

/**
 * The `shared` option of module federation for the shell (`provide`) or for a remote.
 * @throws Error for a package without version
 */
export function shareList({ provide }: { provide: boolean }): Record<string, SharedModule> {
  const shareOf = (packageName: string, source: string): SharedModule => {
    const version = versions[packageName]
    if (version === undefined) throw new Error(`shared/package.json does not name ${packageName}`)
    return {
      singleton: true,
      strictVersion: true,
      requiredVersion: `^${version}`,
      ...(provide ? { version, import: source } : { import: false }),
    }
  }
  const list: Record<string, SharedModule> = {}
  for (const [packageName, requests] of Object.entries(singletons)) {
    for (const request of requests) list[request] = shareOf(packageName, request)
  }
  for (const [packageName, facade] of Object.entries(facades)) {
    for (const part of partsOf(facade)) {
      list[partRequest(packageName, part)] = shareOf(packageName, `${facade.file}?part=${part}`)
    }
  }
  if (provide) {
    for (const [shareKey, source] of Object.entries(forEarlierRemotes)) {
      list[source] = { ...shareOf(shared.name, source), shareKey }
    }
  }
  return list
}
