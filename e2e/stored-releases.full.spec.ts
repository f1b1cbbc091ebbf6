import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { compatibility, contractVersion, type Registry, registry as registrySchema } from '@lamella/shared/contract'
import { expect, type Page } from 'playwright/test'
import {
  mostMinorsBehind,
  type StoredApp,
  storedApps,
  storedBuilds,
  unpackStored,
} from './federation/stored/stored-builds.ts'
import { enterByLogIn } from './steps/account.ts'
import { demoAccount } from './support/demo.ts'
import { loadedVersions } from './support/loaded-versions.ts'
import { guardedPath, newerRegistry, olderRegistry, plates, unknownParts } from './support/other-registries.ts'
import { type OwnPortal, test } from './support/own-portal.ts'

/*
 * Builds of an earlier release (`npm run store-builds`) beside those of today, on the server of today. The gate has to admit them: what the
 * portal refuses here it would refuse in every portal that is brought up to date one app after the other. And registries of earlier and later
 * servers, for the shells of both times.
 */

test.describe.configure({ mode: 'serial' })
// A portal that no other file of the same worker has used: these tests leave it in another release.
test.use({ environment: {} })

const remotes = storedApps.filter((app) => app !== 'shell')
let scratch = ''
/** Version of the stored builds. */
let stored = ''

test.beforeAll(async ({ portal }) => {
  scratch = await mkdtemp(path.join(tmpdir(), 'lamella-stored-'))
  for (const app of storedApps) {
    const { version, folder } = await unpackStored(app, scratch)
    await portal.lamella('release', 'publish', app, '--from', folder)
    stored = version
  }
})
test.afterAll(() => rm(scratch, { recursive: true }))

/** Activates a stored build, unforced. */
const activate = async (portal: OwnPortal, app: StoredApp): Promise<void> => {
  expect(await portal.lamella('release', 'activate', app, stored)).toContain(`${stored} (100 %)`)
}

const menu = (page: Page) => page.getByRole('navigation', { name: 'Main menu' })

/** Makes a project, finds it in the list, and opens its pages by clicks. */
const useProjects = async (page: Page, name: string): Promise<void> => {
  await menu(page).getByRole('link', { name: 'Projects', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible()
  await page.goto('/projects/new')
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page).toHaveURL(/\/projects\/[0-9a-f-]{36}/)
  await menu(page).getByRole('link', { name: 'Image Library' }).click()
  await expect(page).toHaveURL(/\/library$/)
  await menu(page).getByRole('link', { name: 'Image Analysis' }).click()
  await expect(page).toHaveURL(/\/analysis$/)
  await menu(page).getByRole('link', { name: 'Projects', exact: true }).click()
  await expect(page.getByRole('main').getByRole('link', { name, exact: true })).toBeVisible()
}

/** The main page of each other app. */
const openOthers = async (page: Page): Promise<void> => {
  for (const [area, title] of [
    ['/datastorage', 'Data Storage'],
    ['/settings', 'Settings'],
    ['/ai-trainer', 'AI Trainer'],
  ] as const) {
    await page.goto(area)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  }
  await expect(page.getByText('An earlier version')).toHaveCount(0)
  await expect(page.getByText('cannot be shown')).toHaveCount(0)
}

/** Versions of an app of which files are loaded from now on, also by pages that are left. */
const followVersions = (page: Page): ((app: string) => string[]) => {
  const loaded = new Set<string>()
  page.on('request', (request) => {
    const [, app, version] = /\/remotes\/([^/]+)\/([^/]+)\//.exec(request.url()) ?? []
    if (app) loaded.add(`${app} ${version}`)
  })
  return (app) => [...loaded].filter((each) => each.startsWith(`${app} `)).map((each) => each.slice(app.length + 1))
}

/** Lets the page get another registry than the server sends. */
const changeRegistry = (page: Page, change: (registry: Registry) => object) =>
  page.route('/registry.json', async (route) => {
    const answer = await route.fetch({ headers: { ...route.request().headers(), 'if-none-match': '' } })
    const { etag: _, ...headers } = answer.headers()
    await route.fulfill({ status: 200, headers, json: change(registrySchema.parse(await answer.json())) })
  })

const skippedIn = async (page: Page): Promise<string[]> => {
  const log = await page.evaluate(() => globalThis.__LAMELLA_TELEMETRY__)
  return log.filter(({ event }) => event === 'registry-skipped').map(({ detail }) => detail)
}

const linksOf = async (page: Page): Promise<string[]> => {
  await expect(menu(page).getByRole('link', { name: 'Projects', exact: true })).toBeVisible()
  return menu(page).getByRole('link').allTextContents()
}

/** A registry of tomorrow: all that the shell knows is shown and works, and only what it does not know is left out, with a warning. */
const useNewerRegistry = async (page: Page, portal: OwnPortal): Promise<void> => {
  const member = demoAccount('member', portal.dataFolder)
  await enterByLogIn(page, member)
  const known = await linksOf(page)
  expect(known).not.toContain(plates)
  await changeRegistry(page, newerRegistry)
  await page.reload()
  await expect(menu(page).getByRole('link', { name: plates }).locator('svg')).toBeVisible()
  expect((await linksOf(page)).filter((link) => link !== plates)).toEqual(known)
  expect((await skippedIn(page)).toSorted()).toEqual(unknownParts.toSorted())
  await openOthers(page)
  await page.goto('/projects')
  await expect(page.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible()
  // A page is never shown without its guard.
  await page.goto(guardedPath)
  await expect(page).toHaveURL(/\/error\/404$/)
}

test('the stored builds are of one of the last releases', async () => {
  const { contract } = await storedBuilds()
  const [[major, minor = 0], [majorNow, minorNow = 0]] = [
    contract.split('.').map(Number),
    contractVersion.split('.').map(Number),
  ]
  const advice = `The stored builds are of contract ${contract}, which is old: npm run store-builds`
  expect(major, advice).toBe(majorNow)
  expect(minorNow - minor, advice).toBeLessThanOrEqual(mostMinorsBehind)
})

test('the shell of today with the registry of a newer server', ({ page, portal }) => useNewerRegistry(page, portal))

test('the shell of today with the registry of an older server', async ({ page, portal }) => {
  await changeRegistry(page, olderRegistry)
  await enterByLogIn(page, demoAccount('member', portal.dataFolder))
  expect(await skippedIn(page)).toEqual([])
  await openOthers(page)
  await page.goto('/projects')
  await useProjects(page, 'Found by an old registry')
})

test('all remotes of an earlier release work in the shell of today', async ({ page, portal }) => {
  for (const app of remotes) await activate(portal, app)
  const loaded = followVersions(page)
  await enterByLogIn(page, demoAccount('member', portal.dataFolder))
  await useProjects(page, 'Made by the remotes of before')
  await openOthers(page)
  for (const app of remotes) expect(loaded(app)).toEqual([stored])
  expect(await loadedVersions(page, 'shell')).not.toContain(stored)
  for (const app of remotes) await portal.lamella('release', 'rollback', app)
})

/** Why the stored shell does not fit: remotes of today that need parts that it really does not have. @returns their names */
const remotesAhead = async (portal: OwnPortal): Promise<StoredApp[]> => {
  const check = await portal.lamella('release', 'check', 'shell', stored).catch((error: Error) => error.message)
  const file = path.join(scratch, 'shell', stored, 'compatibility.json')
  const { provides } = compatibility.parse(JSON.parse(await readFile(file, 'utf8')))
  const needs = [...check.matchAll(/^ +(\S+) \S+ needs (.+) of (\S+), which shell/gm)]
  for (const [, , names = '', module = ''] of needs)
    expect(names.split(', ').filter((name) => provides[module]?.names?.includes(name))).toEqual([])
  return remotes.filter((app) => needs.some(([, name]) => name === app))
}

test.describe('A shell of an earlier release', () => {
  test('works with the remotes of today, except those that the gate names as ahead of it', async ({ page, portal }) => {
    // As docs/releases.md says: backwards, such a remote goes before the shell.
    const ahead = await remotesAhead(portal)
    for (const app of ahead) await activate(portal, app)
    expect(await portal.lamella('release', 'activate', 'shell', stored)).toContain(`${stored} (100 %)`)
    const loaded = followVersions(page)
    await enterByLogIn(page, demoAccount('member', portal.dataFolder))
    await useProjects(page, 'Made in the shell of before')
    await openOthers(page)
    expect(loaded('shell')).toEqual([stored])
    for (const app of remotes) expect(loaded(app).includes(stored)).toBe(ahead.includes(app))
  })

  test('works with the registry of a newer server', async ({ page, portal }) => {
    await useNewerRegistry(page, portal)
    expect(await loadedVersions(page, 'shell')).toEqual([stored])
  })
})
