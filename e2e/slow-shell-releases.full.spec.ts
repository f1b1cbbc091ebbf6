import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { compatibility } from '@lamella/shared/contract'
import { expect, type Page } from 'playwright/test'
import { storedApps, unpackStored } from './federation/stored/stored-builds.ts'
import { enterByLogIn } from './steps/account.ts'
import { openNewProject } from './steps/new-project.ts'
import { demoAccount } from './support/demo.ts'
import { loadedVersions } from './support/loaded-versions.ts'
import { test } from './support/own-portal.ts'
import { makeSquadTree, type SquadTree } from './support/squad-tree.ts'

/*
 * A squad adds a query to shared/queries and releases its remote, and nobody releases the shell (ADR 65). The query reads what the shell reads too, under
 * the same beginning of the key and in another shape, as after a change of the contract; and it is read again only when somebody says that projects have
 * changed.
 */

test.describe.configure({ mode: 'serial', timeout: 180_000 })
// A portal that no other file of the same worker has used: these tests leave it in another release.
test.use({ environment: {} })

const query = `import { callAllPages } from '@lamella/shared/api'
import { listProjects } from '@lamella/shared/contract'
import { defineQuery } from './define-query.ts'

/** Names of the projects. */
export const projectNamesQuery = defineQuery({
  queryKey: ['projects', 'list'],
  queryFn: async ({ signal }) =>
    (await callAllPages(listProjects, {}, { signal, action: 'projects.names' })).map(({ name }) => name),
  staleTime: Number.POSITIVE_INFINITY,
})
`
const startPage = `import { projectNamesQuery } from '@lamella/shared/queries'
import { PageTitle } from '@lamella/shared/ui'
import { useQuery } from '@tanstack/react-query'

const PlatesStartPage = () => (
  <>
    <PageTitle title="Plates" />
    <ul>
      {useQuery(projectNamesQuery).data?.map((name) => (
        <li key={name}>{name}</li>
      ))}
    </ul>
  </>
)

export default PlatesStartPage
`

let squad: SquadTree

test.beforeAll(async ({ portal }) => {
  squad = await makeSquadTree()
  await squad.npm(['run', 'lamella', '--', 'remote', 'new', 'plates', '--no-install'])
  const queries = path.join(squad.folder, 'shared', 'queries')
  await writeFile(path.join(queries, 'project-names.ts'), query)
  await appendFile(path.join(queries, 'index.ts'), "export { projectNamesQuery } from './project-names.ts'\n")
  await writeFile(path.join(squad.folder, 'mfe-plates', 'src', 'pages', 'start', 'start-page.tsx'), startPage)
  await squad.npm(['run', 'build', '-w', '@lamella/mfe-plates'], { APP_VERSION: '1.0.0' })
  await portal.lamella('release', 'publish', 'plates', '--from', path.join(squad.folder, 'mfe-plates', 'dist'))
})
test.afterAll(() => squad?.remove())

const menu = (page: Page) => page.getByRole('navigation', { name: 'Main menu' })

const openPlates = async (page: Page): Promise<void> => {
  const overview = menu(page).getByRole('link', { name: 'Overview' }).and(page.locator('[href="/plates"]'))
  if (!(await overview.isVisible())) await menu(page).getByRole('button', { name: 'Plates' }).click()
  await overview.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Plates' })).toBeVisible()
}

const makeProject = async (page: Page, name: string): Promise<void> => {
  await menu(page).getByRole('link', { name: 'Projects', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible()
  await openNewProject(page)
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page).toHaveURL(/\/projects\/[0-9a-f-]{36}/)
}

/** From page to page without a load, so that the cache stays. */
const usePlates = async (page: Page, [first, second]: readonly [string, string]): Promise<void> => {
  const names = page.getByRole('main').getByRole('listitem')
  await makeProject(page, first)
  await openPlates(page)
  await expect(names.filter({ hasText: first })).toBeVisible()

  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Dashboard' }).click()
  await expect(page.getByRole('heading', { name: /^Welcome, / })).toBeVisible()
  await expect(page.getByRole('main').getByText(first)).toBeVisible()

  await makeProject(page, second)
  await openPlates(page)
  await expect(names.filter({ hasText: second })).toBeVisible()
  await expect(names.filter({ hasText: first })).toBeVisible()
}

test('a query of a remote passes the gate of a shell that does not know it', async ({ portal }) => {
  const needs = compatibility.parse(
    JSON.parse(await readFile(path.join(squad.folder, 'mfe-plates', 'dist', 'compatibility.json'), 'utf8')),
  )
  expect(needs.calls.map(({ name }) => name)).toEqual(['listProjects'])
  expect(await portal.lamella('release', 'check', 'plates', '1.0.0')).toMatch(/all \d+ files are as published/)
  expect(await portal.lamella('release', 'activate', 'plates', '1.0.0')).toContain('1.0.0 (100 %)')
})

test('it works in the shell of today, whose answers stay its own, and learns of changes by other remotes', async ({
  page,
  portal,
}) => {
  await enterByLogIn(page, demoAccount('member', portal.dataFolder))
  await usePlates(page, ['First of today', 'Second of today'])
})

test('it works in a portal that is all of an earlier release, shell and remotes', async ({ page, portal }) => {
  const scratch = await mkdtemp(path.join(tmpdir(), 'lamella-slow-'))
  const builds = await Promise.all(storedApps.map((app) => unpackStored(app, scratch)))
  // As docs/releases.md says: backwards, remotes go before the shell.
  for (const { app, version, folder } of builds.toSorted(
    (a, b) => Number(a.app === 'shell') - Number(b.app === 'shell'),
  )) {
    await portal.lamella('release', 'publish', app, '--from', folder)
    expect(await portal.lamella('release', 'activate', app, version)).toContain(`${version} (100 %)`)
  }
  await rm(scratch, { recursive: true })
  await enterByLogIn(page, demoAccount('member', portal.dataFolder))
  await usePlates(page, ['First of before', 'Second of before'])
  for (const { app, version } of builds.filter(({ app }) => app === 'shell' || app === 'projects'))
    expect(await loadedVersions(page, app)).toEqual([version])
  expect(await loadedVersions(page, 'plates')).toEqual(['1.0.0'])
})
