import { cp } from 'node:fs/promises'
import path from 'node:path'
import { expect, type Page } from 'playwright/test'
import { type Breakage, type Build, breakBuild, loadedFiles } from './broken-builds.ts'
import { release, test } from './fixture.ts'

const login = { page: './src/pages/login/login-page.tsx', text: '"Forgot your password?"' }

/** Versions of the auth remote from which the page has loaded scripts. */
const versionsUsed = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const scripts = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)
    const versions = scripts.flatMap((script) => /^\/remotes\/auth\/([^/]+)\/.*\.js$/.exec(script)?.[1] ?? [])
    return [...new Set(versions)]
  })

const broken = (build: Build, breakage: Breakage, scratch: string): Promise<Build> =>
  breakBuild(build, breakage, login, path.join(scratch, build.version, breakage.replaceAll(' ', '-')))

// The other ways in which a release can be broken are tested on the real server: broken-releases.spec.ts.
for (const [index, file] of ['manifest', 'entry', 'exposed chunk'].entries()) {
  test(`a release whose ${file} never arrives: after five seconds the last good version is shown`, async ({
    page,
    portal,
    builds,
  }) => {
    const [, previous, newest] = builds.auth
    await release(portal, previous)
    await release(portal, newest)
    portal.stall('auth', newest.version, (await loadedFiles(newest))[index] ?? '')
    await page.goto(`${portal.url}/auth/login`, { waitUntil: 'commit' })
    await expect(page.getByRole('textbox', { name: 'Email' })).toBeVisible({ timeout: 10_000 })
    await expect(page.getByText('An earlier version of The account area is shown')).toBeVisible()
    expect(await versionsUsed(page)).toContain(previous.version)
  })
}

test('a release that works is shown without a notice', async ({ page, portal, builds }) => {
  for (const build of builds.auth) await release(portal, build)
  await page.goto(`${portal.url}/auth/login`)
  await expect(page.getByRole('textbox', { name: 'Email' })).toBeVisible()
  await expect(page.getByText('An earlier version')).toHaveCount(0)
  expect(await versionsUsed(page)).toEqual(['1.2.0-rc.1'])
})

test('two bad releases in a row: the second last good version is shown', async ({ page, portal, builds }) => {
  const [oldest, middle, newest] = builds.auth
  await release(portal, oldest)
  await release(portal, await broken(middle, 'page throws on first render', builds.scratch))
  await release(portal, await broken(newest, 'page chunk is missing', builds.scratch))
  await page.goto(`${portal.url}/auth/login`)
  await expect(page.getByRole('textbox', { name: 'Email' })).toBeVisible()
  expect(await versionsUsed(page)).toContain('1.0.0')
})

test('all versions fail: only that area shows an error, the rest works', async ({ page, portal, builds }) => {
  await release(portal, await broken(builds.auth[0], 'module throws on evaluation', builds.scratch))
  await release(portal, await broken(builds.auth[2], 'entry is missing', builds.scratch))
  await page.goto(`${portal.url}/auth/login`)
  await expect(page.getByRole('alert')).toContainText('The account area cannot be shown')
  await page.goto(`${portal.url}/probe/projects`)
  await expect(page.getByRole('heading', { name: 'Probe /probe/projects' })).toBeVisible()
})

test('"Try again" loads a version that has come back', async ({ page, portal, builds }) => {
  const [, , newest] = builds.auth
  for (const breakage of ['manifest is missing', 'entry is missing', 'page chunk is missing'] as const) {
    const dead = await broken(newest, breakage, `${builds.scratch}-${breakage}`)
    await release(portal, dead)
    await page.goto(`${portal.url}/auth/login`)
    await expect(page.getByRole('alert')).toContainText('The account area cannot be shown')
    await cp(newest.folder, dead.folder, { recursive: true })
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('textbox', { name: 'Email' })).toBeVisible()
  }
})

test('"Try again" after a rollback by the operator loads the old version', async ({ page, portal, builds }) => {
  const [, previous, newest] = builds.auth
  await release(portal, await broken(newest, 'module throws on evaluation', builds.scratch))
  await page.goto(`${portal.url}/auth/login`)
  await expect(page.getByRole('alert')).toContainText('The account area cannot be shown')
  await release(portal, previous)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('textbox', { name: 'Email' })).toBeVisible()
  expect(await versionsUsed(page)).toContain(previous.version)
})

test('a page that no version can render does not affect other pages of its remote', async ({
  page,
  portal,
  builds,
}) => {
  const [oldest, , newest] = builds.auth
  await release(portal, await broken(oldest, 'page throws on first render', builds.scratch))
  await release(portal, await broken(newest, 'page throws on first render', builds.scratch))
  await page.goto(`${portal.url}/auth/login`)
  await expect(page.getByRole('alert')).toContainText('The account area cannot be shown')
  await page.goto(`${portal.url}/auth/signup`)
  await expect(page.getByRole('button', { name: 'Start free trial' })).toBeVisible()
  expect(await versionsUsed(page)).toEqual(['1.2.0-rc.1'])
})

test('after a rollback the next load has the old version', async ({ page, portal, builds }) => {
  for (const build of builds.auth) await release(portal, build)
  await page.goto(`${portal.url}/auth/login`)
  await expect(page.getByRole('textbox', { name: 'Email' })).toBeVisible()
  expect(await versionsUsed(page)).toEqual(['1.2.0-rc.1'])
  await portal.activate('auth', '1.1.0')
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Email' })).toBeVisible()
  expect(await versionsUsed(page)).toEqual(['1.1.0'])
})

test('guards work although their remote cannot be loaded', async ({ page, portal, builds }) => {
  const [probe] = builds.probes
  await release(portal, builds.auth[0])
  await release(portal, await broken(probe, 'manifest is missing', builds.scratch))
  await page.goto(`${portal.url}/guarded/projects?from=here`)
  await expect(page).toHaveURL(`${portal.url}/auth/login?return=%2Fguarded%2Fprojects%3Ffrom%3Dhere`)
  await expect(page.getByRole('textbox', { name: 'Email' })).toBeVisible()
})
