import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { registry as registrySchema } from '@lamella/shared/contract'
import { expect, type Page } from 'playwright/test'
import { enter, enterByLogIn } from './steps/account.ts'
import { demoAccount } from './support/demo.ts'
import { lateAddress } from './support/late-address.ts'
import { freePort, type OwnPortal, test } from './support/own-portal.ts'
import { makeSquadTree, type SquadTree } from './support/squad-tree.ts'

/*
 * What `npm run lamella -- remote new` makes, by the README's recipes and with the real tools: `npm run release` with types, tests, webpack and a server that
 * runs, its place in the portal, and its page for development.
 */

// Types, tests and webpack, perhaps beside other tests.
test.describe.configure({ mode: 'serial', timeout: 300_000 })

const name = 'quality-control'
const workspace = ['-w', `@lamella/mfe-${name}`]
let squad: SquadTree

/** Versions of everything that is active. */
const activeIn = async (page: Page): Promise<Record<string, string[]>> => {
  const { microFrontends } = registrySchema.parse(await (await page.request.get('/registry.json')).json())
  return Object.fromEntries(
    Object.entries(microFrontends).map(([app, versions = []]) => [
      app,
      versions.map(({ metadata }) => metadata.version),
    ]),
  )
}

const expectStartPage = async (page: Page): Promise<void> => {
  await expect(page.getByRole('main').getByRole('heading', { level: 1, name: 'Quality control' })).toBeVisible()
  await expect(page.getByRole('main').getByText('Nothing here yet')).toBeVisible()
}

test.beforeAll(async () => {
  squad = await makeSquadTree()
})
test.afterAll(() => squad?.remove())

/** `npm run release` on the machine of the server. @returns what it prints */
const release = ({ url, dataFolder }: OwnPortal, ...options: string[]): Promise<string> =>
  squad.npm(['run', 'release', '--', name, ...options], {
    HOST: '127.0.0.1',
    PORT: new URL(url).port,
    PUBLIC_URL: url,
    LAMELLA_DATA: dataFolder,
  })

test('one command makes it, and one releases it: its tests pass, and it is shown with its menu item, without a release of anything else', async ({
  page,
  portal,
}) => {
  const before = await activeIn(page)
  expect(await squad.npm(['run', 'lamella', '--', 'remote', 'new', name, '--no-install'])).toContain(
    `mfe-${name} is made.`,
  )
  const said = await release(portal)
  expect(said).toMatch(/Tests: +4 passed, 4 total/)
  expect(said).toContain(`${name} 1.0.0 is active for 100 % of the users`)
  await enterByLogIn(page, demoAccount('member', portal.dataFolder))
  const menu = page.getByRole('navigation', { name: 'Main menu' })
  await menu.getByRole('button', { name: 'Quality control' }).click()
  await menu
    .getByRole('link', { name: 'Overview' })
    .and(page.locator(`[href="/${name}"]`))
    .click()
  await expect(page).toHaveURL(`/${name}`)
  await expectStartPage(page)
  await expect(page).toHaveTitle(/Quality control/)
  expect(await activeIn(page)).toEqual({ ...before, [name]: ['1.0.0'] })
})

test('a change of it goes to some of the users by the same command, and to nobody when its tests fail', async ({
  portal,
}) => {
  const startPage = path.join(squad.folder, `mfe-${name}`, 'src', 'pages', 'start', 'start-page.tsx')
  const made = await readFile(startPage, 'utf8')
  await writeFile(startPage, made.replace('Nothing here yet', 'Broken'))
  await expect(release(portal)).rejects.toThrow(`${name} is not released: its tests fail.`)
  expect(await portal.lamella('release', 'list')).not.toContain('1.0.1')
  await writeFile(startPage, made.replace('the start of a new area', 'a change'))
  expect(await release(portal)).toContain(`${name} 1.0.1 is active for 10 % of the users`)
  expect(await portal.lamella('release', 'trials')).toMatch(new RegExp(`^${name} +1\\.0\\.1 +10 %`, 'm'))
  await portal.lamella('release', 'end-trial', name)
})

/** Changes a file of the remote, which must have what is replaced. */
const edit = async (file: string, replaced: string, by: string): Promise<void> => {
  const place = path.join(squad.folder, `mfe-${name}`, file)
  const text = await readFile(place, 'utf8')
  expect(text).toContain(replaced)
  await writeFile(place, text.replace(replaced, by))
}

const writePage = async (page: string, title: string): Promise<void> => {
  const folder = path.join(squad.folder, `mfe-${name}`, 'src', 'pages', page)
  await mkdir(folder)
  await writeFile(
    path.join(folder, `${page}-page.tsx`),
    `import { PageTitle } from '@lamella/shared/ui'

const Page = () => <PageTitle title="${title}" />

export default Page
`,
  )
}

/** Two pages by the recipe of docs/releases.md: one that needs an AI plan and is not for guests, and the one that is shown instead. */
const addGuardedPage = async (): Promise<void> => {
  await writePage('plates', 'Plates')
  await writePage('no-plates', 'No plates')
  const users = "roles: ['USER', 'ORG_ADMIN', 'GUEST'], guards: ['login', 'role']"
  await edit(
    'manifest.ts',
    'routes: [',
    `routes: [
    { id: 'plates', path: '/plates', title: 'Plates', crumb: 'Plates', ${users}, ownGuards: ['has-plates'] },
    { id: 'no-plates', path: '/plates/none', title: 'No plates', crumb: 'None', ${users} },`,
  )
  await edit(
    'manifest.ts',
    'groups: [',
    "guards: [{ id: 'has-plates', guests: false, plan: 'trainingLimit', otherwise: '/plates/none' }],\n  groups: [",
  )
  await edit(
    'src/routes.tsx',
    '  start:',
    `  plates: () => import('./pages/plates/plates-page.tsx'),
  'no-plates': () => import('./pages/no-plates/no-plates-page.tsx'),
  start:`,
  )
  await edit('test/page-access.ts', 'import { members', 'import { portalUsers, members')
  await edit(
    'test/page-access.ts',
    '  start:',
    `  plates: { ends: { ...portalUsers, guest: '/plates/none', 'guest without AI': '/plates/none', 'member without AI': '/plates/none' } },
  'no-plates': { ends: portalUsers },
  start:`,
  )
}

test('a guard that it brings along leads guests, and members without the plan, to its other page', async ({
  page,
  browser,
  portal,
}) => {
  await addGuardedPage()
  expect(await release(portal, '--minor', '--all')).toContain(`${name} 1.1.0 is active for 100 % of the users`)
  const open = async (visitor: Page, title: string) => {
    await visitor.goto('/plates')
    await expect(visitor.getByRole('main').getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect(visitor).toHaveURL(title === 'Plates' ? '/plates' : '/plates/none')
  }
  await enter(page, demoAccount('member', portal.dataFolder))
  await open(page, 'Plates')
  await using guests = await browser.newContext({ baseURL: portal.url })
  const guest = await guests.newPage()
  await enter(guest, demoAccount('guest', portal.dataFolder))
  await open(guest, 'No plates')
  await portal.lamella('admin', 'plan', 'end', 'LAMELLA_AI_ON_PREMISE', '--organisation', 'Demo laboratory')
  await open(page, 'No plates')
})

test('its page for development says that the address of the portal is wrong, and shows the page once it is right', async ({
  page,
  portal,
}) => {
  const [address, port] = [await lateAddress(portal.url), await freePort()]
  const alone = squad.npmServer(['run', 'dev', ...workspace], { SERVER_URL: address.url, PORT: port })
  try {
    await expect(async () => {
      await page.goto(`http://localhost:${port}/${name}`)
      await expect(page.getByRole('alert')).toBeVisible({ timeout: 10_000 })
    }).toPass({ timeout: 90_000 })
    await expect(page.getByRole('heading', { level: 1, name: `No portal at ${address.url}` })).toBeVisible()
    await expect(page.getByRole('alert')).toContainText('It does not answer.')
    await address.answer()
    await page.reload()
    const { email, password } = demoAccount('member', portal.dataFolder)
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Log in' }).click()
    await expect(page.getByRole('button', { name: 'Log in' })).toHaveCount(0)
    await expectStartPage(page)
  } finally {
    await alone.end()
    address.close()
  }
})
