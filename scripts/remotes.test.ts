import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import packageJson from '../package.json' with { type: 'json' }

const root = path.resolve(__dirname, '..')

const entries = (...folder: string[]) => {
  const place = path.join(root, ...folder)
  return existsSync(place) ? readdirSync(place, { withFileTypes: true }) : []
}
const namesIn = (...folder: string[]) => entries(...folder).map(({ name }) => name)

/** Files and folders of every remote (ADR 6). */
const shape = {
  '.': ['jest.config.cjs', 'manifest.ts', 'package.json', 'src', 'test', 'tsconfig.json', 'webpack.config.ts'],
  src: ['dev.tsx', 'index.ts', 'pages', 'routes.tsx'],
}
/** `turbo.json` names further inputs of the build. */
const optional: Partial<Record<string, string[]>> = { '.': ['turbo.json'], src: ['features', 'lib'] }
/** Output of tools, and pictures where a remote has some. */
const tolerated = new Set(['.turbo', 'assets', 'coverage', 'dist', 'node_modules'])
const isTest = (name: string) => /\.test\.tsx?$/.test(name)

/** Without folders in which only the output of tools is left, as after a change of branch. */
const remotes = namesIn().filter(
  (name) => name.startsWith('mfe-') && namesIn(name).some((file) => !tolerated.has(file)),
)

test('every remote is in "workspaces" of package.json', () => {
  expect(remotes.length).toBeGreaterThan(0)
  expect(packageJson.workspaces.filter((folder) => folder.startsWith('mfe-')).sort()).toEqual(remotes.sort())
})

describe.each(remotes)('%s', (remote) => {
  test.each(Object.entries(shape))('has in %s what every remote has, and nothing else', (folder, expected) => {
    const found = namesIn(remote, folder).filter((name) => !tolerated.has(name) && !isTest(name))
    expect(found.filter((name) => !optional[folder]?.includes(name)).sort()).toEqual(expected)
  })

  test('says in test/page-access.ts who is admitted to its pages', () => {
    expect(namesIn(remote, 'test')).toContain('page-access.ts')
  })

  test('has a folder for each screen, with its page', () => {
    const pages = entries(remote, 'src', 'pages').filter(({ name }) => !isTest(name))
    expect(pages.filter((page) => !page.isDirectory()).map(({ name }) => name)).toEqual([])
    const withoutPage = pages.filter(
      ({ name }) => !namesIn(remote, 'src', 'pages', name).some((file) => /-page\.tsx$/.test(file)),
    )
    expect(withoutPage.map(({ name }) => name)).toEqual([])
  })

  test('has a folder for each feature', () => {
    const features = entries(remote, 'src', 'features')
    expect(features.filter((feature) => !feature.isDirectory()).map(({ name }) => name)).toEqual([])
  })

  test('has no folders in lib', () => {
    const below = entries(remote, 'src', 'lib').filter((entry) => entry.isDirectory())
    expect(below.map(({ name }) => name)).toEqual([])
  })
})
