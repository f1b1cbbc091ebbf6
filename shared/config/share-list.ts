import { fileURLToPath } from 'node:url'
import shared from '../package.json' with { type: 'json' }

/**
 * What exists once in the page, whatever number of front ends is in it: the shell provides it, a remote only asks for it.
 * A second React has no renderer, a second context is empty, a second store, bus or cache does not know what the first
 * one knows.
 *
 * All else (`@lamella/shared/ui`, `/blocks`, `/viewer` and `/contract`, stateless libraries such as `@mantine/hooks`) is
 * bundled into whoever uses it, so that a squad ships a new shared component without a release of the shell.
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
    '@lamella/shared/queries',
    '@lamella/shared/session',
    '@lamella/shared/upload',
  ],
}

export interface Facade {
  /** Module that re-exports, name by name, what is in use of the package. */
  file: string
  /** Names that are loaded apart from the rest, because an early screen needs only them. */
  first?: readonly string[]
}

const file = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

/**
 * Singletons that are cut to what is in use. Sharing switches the tree-shaking of a package off, so webpack resolves the
 * package to a facade (webpack/facade-loader.ts) whose parts are shared instead. A name that a facade lacks is an error
 * of the build.
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

/** Request of a facade's part; `first` or `rest`. */
export const partRequest = (packageName: string, part: string): string => `${packageName}/${part}`

export const partsOf = ({ first }: Facade): string[] => (first ? ['first', 'rest'] : ['rest'])

/** Exact versions: shared/package.json pins them. */
const versions: Readonly<Record<string, string>> = { ...shared.dependencies, [shared.name]: shared.version }

export interface SharedModule {
  singleton: true
  requiredVersion: string
  version?: string
  /** False: taken from the shell, never bundled. */
  import?: string | false
}

/** The `shared` option of module federation for the shell (`provide`) or for a remote. */
export function shareList({ provide }: { provide: boolean }): Record<string, SharedModule> {
  const shareOf = (packageName: string, source: string): SharedModule => {
    const version = versions[packageName]
    if (version === undefined) throw new Error(`shared/package.json does not name ${packageName}`)
    return {
      singleton: true,
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
  return list
}
