/** What a new remote is called. */
export interface RemoteNames {
  /** Name of the app, such as `quality-control`. */
  name: string
  /** In the menu and on its page, such as `Quality control`. */
  title: string
  /** Team that reviews its changes, such as `@lamella/quality-control`. */
  owner: string
}

/** `quality-control` as the name of a component: `QualityControl`. */
const componentOf = (name: string): string =>
  name
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')

/** Text as a literal of TypeScript, in the quotes that the formatter wants. */
const literal = (text: string): string => (/['\\]/.test(text) ? JSON.stringify(text) : `'${text}'`)

/** Text as an attribute of JSX. */
const attribute = (text: string): string => (/["&\\]/.test(text) ? `{${literal(text)}}` : `"${text}"`)

const packageJson = ({ name }: RemoteNames) => `{
  "name": "@lamella/mfe-${name}",
  "version": "1.0.0",
  "private": true,
  "type": "module",
  "scripts": {
    "build": "webpack --mode production",
    "dev": "webpack serve --mode development --env standalone",
    "typecheck": "node ../node_modules/typescript-native/bin/tsc -p .",
    "test": "jest"
  },
  "dependencies": {
    "@lamella/shared": "1.0.0"
  }
}
`

const tsconfig = `{
  "extends": "../shared/config/tsconfig.base.json",
  "include": ["src", "test", "manifest.ts", "../shared/config/globals.d.ts"]
}
`

const jestConfig = `const { createJestConfig } = require('../shared/config/jest-preset.cjs')

module.exports = createJestConfig(__dirname)
`

const webpackConfig = ({ name }: RemoteNames) => `import { configFor } from '../shared/config/webpack/create-config.ts'
import { manifest } from './manifest.ts'

export default configFor({ app: '${name}', dir: import.meta.dirname, manifest })
`

const manifest = (
  { name, title }: RemoteNames,
  contract: string,
) => `import type { GlobalRole, RemoteManifestInput } from '@lamella/shared/contract'

const members: GlobalRole[] = ['USER', 'ORG_ADMIN']

/** Routes and menu of ${title}. */
export const manifest = {
  id: '${name}',
  contract: '^${contract}',
  routes: [
    {
      id: 'start',
      path: '/${name}',
      title: ${literal(title)},
      crumb: ${literal(title)},
      roles: members,
      guards: ['login', 'role'],
    },
  ],
  groups: [{ id: '${name}', title: ${literal(title)}, icon: 'list-details', order: 10 }],
  menu: [
    {
      id: '${name}-start',
      title: 'Overview',
      icon: 'layout-dashboard',
      to: '/${name}',
      group: '${name}',
      order: 10,
      roles: members,
    },
  ],
} as const satisfies RemoteManifestInput

export type RouteId = (typeof manifest)['routes'][number]['id']
`

const manifestTest = ({ name }: RemoteNames) => `import { remoteManifest } from '@lamella/shared/contract'
import { manifest } from './manifest.ts'
import { routes } from './src/routes.tsx'

const { menu, routes: described } = remoteManifest.parse(manifest)

test('each route has its page, and each page its route', () => {
  expect(Object.keys(routes).sort()).toEqual(described.map(({ id }) => id).sort())
})

test('the menu has these items in this order', () => {
  expect(menu.toSorted((one, other) => one.order - other.order).map(({ title, to }) => [title, to])).toEqual([
    ['Overview', '/${name}'],
  ])
})

test.each(menu)('the menu item $id leads to a page that all who see the item may open', ({ to, roles }) => {
  const route = described.find(({ path }) => path === to)
  expect(roles.filter((role) => !route?.roles.includes(role))).toEqual([])
})
`

const pageAccess = `import { members, type PageAccess } from '@lamella/shared/testing/portal-access.ts'
import type { RouteId } from '../manifest.ts'

/** Who is admitted to each page: a table for the tests of the guards and of the server. */
export const pages: Record<RouteId, PageAccess> = {
  start: { ends: members },
}
`

const index = `import type { RemoteModule } from '@lamella/shared/contract'
import { routes } from './routes.tsx'

const remote: RemoteModule = { routes }

export default remote
`

const dev = `import { runRemoteAlone } from '@lamella/shared/testing/remote-shell.tsx'
import { manifest } from '../manifest.ts'
import { routes } from './routes.tsx'

// Runs this remote alone against a running server: \`npm run dev -w <this package>\`.
void runRemoteAlone({ manifest, routes })
`

const routes = `import type { PageLoader } from '@lamella/shared/contract'
import type { RouteId } from '../manifest.ts'

/** Route id of the manifest → its page, loaded on first use. */
export const routes: Record<RouteId, PageLoader> = {
  start: () => import('./pages/start/start-page.tsx'),
}
`

const page = ({ name, title }: RemoteNames) => `import { EmptyState, PageTitle } from '@lamella/shared/ui'
import { Card } from '@mantine/core'

/** First page of ${title}. */
const ${componentOf(name)}StartPage = () => (
  <>
    <PageTitle title=${attribute(title)} />
    <Card>
      <EmptyState title="Nothing here yet" text="This page is the start of a new area." />
    </Card>
  </>
)

export default ${componentOf(name)}StartPage
`

const pageTest = ({ title }: RemoteNames) => `import { theme } from '@lamella/shared/ui/theme/theme.ts'
import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import StartPage from './start-page.tsx'

test('the page has its title, and says that nothing is here yet', () => {
  render(
    <MantineProvider theme={theme} env="test">
      <StartPage />
    </MantineProvider>,
  )
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(${literal(title)})
  expect(screen.getByText('Nothing here yet')).toBeVisible()
})
`

/**
 * Files of a new remote by their paths in its folder: one page, its menu item in a group of its own, tests, and the page for development.
 * @param contract version of the contract that it is written for
 */
export const remoteFiles = (names: RemoteNames, contract: string): Record<string, string> => ({
  'package.json': packageJson(names),
  'tsconfig.json': tsconfig,
  'jest.config.cjs': jestConfig,
  'webpack.config.ts': webpackConfig(names),
  'manifest.ts': manifest(names, contract),
  'manifest.test.ts': manifestTest(names),
  'test/page-access.ts': pageAccess,
  'src/index.ts': index,
  'src/dev.tsx': dev,
  'src/routes.tsx': routes,
  'src/pages/start/start-page.tsx': page(names),
  'src/pages/start/start-page.test.tsx': pageTest(names),
})
