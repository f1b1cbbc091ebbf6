import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { registry as registrySchema } from '@lamella/shared/contract'
import { expect, type Page } from 'playwright/test'
import type { Build } from './federation/broken-builds.ts'
import { stampBuild } from './federation/stamped-build.ts'
import { enter } from './steps/account.ts'
import { demoAccount } from './support/demo.ts'
import { test } from './support/own-portal.ts'
import { expectGoodAtAllWidths } from './support/widths.ts'

test.describe.configure({ mode: 'serial' })

const app = 'datastorage'
const next = '9.0.0'
let present = ''
let scratch = ''

/** The active version of the app, for a browser without trial. */
const activeVersion = async (page: Page): Promise<string | undefined> => {
  const { microFrontends } = registrySchema.parse(await (await page.request.get('/registry.json')).json())
  return microFrontends[app]?.find(({ deployment }) => deployment.default)?.metadata.version
}

const row = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('button', { name: app, exact: true }) })
const build = (page: Page, version: string) => page.getByRole('region', { name: `${app} ${version}` })
const history = (page: Page) => page.getByRole('region', { name: `History of ${app}` })

const openReleases = async (page: Page): Promise<void> => {
  await page.goto(`/settings/releases?app=${app}`)
  await expect(row(page)).toBeVisible()
}

test.beforeAll(async ({ portal }) => {
  scratch = await mkdtemp(path.join(tmpdir(), 'lamella-operator-'))
  const { microFrontends } = registrySchema.parse(await (await fetch(`${portal.url}/registry.json`)).json())
  present = microFrontends[app]?.[0]?.metadata.version ?? ''
  const built: Build = { app, version: present, folder: path.resolve(import.meta.dirname, `../mfe-${app}/dist`) }
  const stamped = await stampBuild(built, next, scratch)
  await portal.lamella('release', 'publish', app, '--from', stamped.folder, '--notes', 'Uploads are sorted by time')
})
test.afterAll(() => rm(scratch, { recursive: true }))

test('Releases: who is no operator gets the forbidden page and no menu item', async ({ page, portal }) => {
  await enter(page, demoAccount('member', portal.dataFolder))
  const menu = page.getByRole('navigation', { name: 'Main menu' })
  await menu.getByRole('button', { name: 'Pages of Settings' }).click()
  await expect(menu.getByRole('link', { name: 'Users' })).toBeVisible()
  await expect(menu.getByRole('link', { name: 'Releases' })).toHaveCount(0)
  await page.goto('/settings/releases')
  await expect(page).toHaveURL('/error/403')
})

// The admin of the demo organisation is one.
test('Releases: an operator activates a build, rolls it back, and finds both in the history', async ({
  page,
  portal,
}) => {
  await enter(page, demoAccount('admin', portal.dataFolder))
  const menu = page.getByRole('navigation', { name: 'Main menu' })
  await menu.getByRole('button', { name: 'Pages of Settings' }).click()
  await menu.getByRole('link', { name: 'Releases' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Releases' })).toBeVisible()
  await row(page).getByRole('button', { name: app }).click()
  await expect(build(page, next).getByText('Uploads are sorted by time')).toBeVisible()
  await expect(build(page, next).getByText('Files match their hash')).toBeVisible()

  await test.step('activate', async () => {
    await build(page, next).getByRole('button', { name: 'Activate for all' }).click()
    const dialog = page.getByRole('dialog', { name: `Activate ${app} ${next}` })
    await expectGoodAtAllWidths(page, 'release-activate', dialog)
    await dialog.getByLabel('Reason (optional)').fill('It was tried')
    await dialog.getByRole('button', { name: 'Activate for all' }).click()
    await expect(history(page).getByText(`Activated ${next}`)).toBeVisible()
    await expect(history(page).getByText('It was tried')).toBeVisible()
    expect(await activeVersion(page)).toBe(next)
  })
  await test.step('roll back', async () => {
    await build(page, next)
      .getByRole('button', { name: `Roll back to ${present}` })
      .click()
    await page
      .getByRole('dialog', { name: `Roll back ${app}` })
      .getByRole('button', { name: `Roll back to ${present}` })
      .click()
    await expect(history(page).getByText(`Rolled back to ${present}`)).toBeVisible()
    expect(await activeVersion(page)).toBe(present)
  })
})

test('Releases: a trial is started, shown as it is changed elsewhere, and ended', async ({ page, portal }) => {
  await enter(page, demoAccount('admin', portal.dataFolder))
  await openReleases(page)
  await build(page, next).getByRole('button', { name: 'Start a trial' }).click()
  const form = page.getByRole('dialog', { name: `Start a trial of ${app} ${next}` })
  await expectGoodAtAllWidths(page, 'release-trial-form', form)
  await form.getByLabel('Share of users (%)').fill('10')
  await form.getByLabel('Reason (optional)').fill('New order of uploads')
  await form.getByRole('button', { name: 'Start the trial' }).click()
  await expect(build(page, next).getByText('On trial')).toBeVisible()
  await expect(row(page)).toContainText('10 %')
  await expectGoodAtAllWidths(page, 'releases-trial')

  await test.step('somebody else changes it, while the dialog that ends it is open', async () => {
    await build(page, next).getByRole('button', { name: 'End the trial' }).click()
    await portal.lamella('release', 'trial', app, '--share', '25%', '--reason', 'No failures')
    const dialog = page.getByRole('dialog', { name: `End the trial of ${app} ${next}` })
    await expect(row(page)).toContainText('25 %')
    await dialog.getByRole('button', { name: 'End the trial' }).click()
    await expect(dialog.getByText(/^Somebody else has changed this app in the meantime/)).toBeVisible()
    await dialog.getByRole('button', { name: 'Look again' }).click()
  })
  await build(page, next).getByRole('button', { name: 'End the trial' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'End the trial' }).click()
  await expect(history(page).getByText(`Ended the trial of ${next}`)).toBeVisible()
})

test('Releases: a version that nobody needs is removed, and what stays is said with the reason', async ({
  page,
  portal,
}) => {
  const unused = '9.0.1'
  const built: Build = { app, version: present, folder: path.resolve(import.meta.dirname, `../mfe-${app}/dist`) }
  await portal.lamella('release', 'publish', app, '--from', (await stampBuild(built, unused, scratch)).folder)
  await enter(page, demoAccount('admin', portal.dataFolder))
  await openReleases(page)
  await history(page)
    .getByRole('button', { name: `Remove ${unused}` })
    .click()
  const dialog = page.getByRole('dialog', { name: `Remove ${app} ${unused}` })
  await dialog.getByRole('button', { name: `Remove ${unused}` }).click()
  await expect(history(page).getByText(`Published ${unused}, removed later`)).toBeVisible()
  await history(page).getByRole('button', { name: 'Remove old versions' }).click()
  const old = page.getByRole('dialog', { name: `Remove old versions of ${app}` })
  await old.getByLabel('Keep the newest').fill('1')
  await expect(old.getByRole('list', { name: 'Stays' }).getByText(present)).toBeVisible()
  await expectGoodAtAllWidths(page, 'release-removal', old)
})

test('Releases: a token is made, its secret shown once, and removed', async ({ page, portal }) => {
  await enter(page, demoAccount('admin', portal.dataFolder))
  await openReleases(page)
  const tokens = page.getByRole('region', { name: 'Tokens' }).first()
  await tokens.getByRole('button', { name: 'New token' }).click()
  const form = page.getByRole('dialog', { name: 'New token' })
  await expectGoodAtAllWidths(page, 'release-token-form', form)
  await form.getByLabel('Name').fill('storage-ci')
  await form.getByRole('checkbox', { name: app }).check()
  await form.getByRole('button', { name: 'Make token' }).click()
  const made = page.getByRole('dialog', { name: 'Token made' })
  const secret = (await made.getByLabel('Secret').textContent()) ?? ''
  expect(secret).toMatch(/^lmt_/)
  await made.getByRole('button', { name: 'Done' }).click()
  await expect(tokens.getByText('storage-ci')).toBeVisible()
  const asked = () => page.request.get('/api/v1/releases', { headers: { authorization: `Bearer ${secret}` } })
  expect((await asked()).status()).toBe(200)
  await tokens.getByRole('button', { name: 'Remove storage-ci' }).click()
  await page.getByRole('dialog', { name: 'Remove token' }).getByRole('button', { name: 'Remove' }).click()
  await expect(tokens.getByText('storage-ci')).toHaveCount(0)
  expect((await asked()).status()).toBe(401)
})

test('Releases: the page and its tables are good at all widths', async ({ page, portal }) => {
  await enter(page, demoAccount('admin', portal.dataFolder))
  await openReleases(page)
  await expect(page.locator('.mantine-Skeleton-root')).toHaveCount(0)
  await expectGoodAtAllWidths(page, 'releases')
  await page.getByRole('button', { name: 'Show as a table' }).click()
  await expectGoodAtAllWidths(page, 'releases-table')
})
