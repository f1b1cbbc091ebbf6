import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { registry as registrySchema } from '@lamella/shared/contract'
import { expect, type Page } from 'playwright/test'
import { enter } from './steps/account.ts'
import { appAtHand } from './support/app-at-hand.ts'
import { demoAccount } from './support/demo.ts'
import { test } from './support/own-portal.ts'
import { enterInOwnBrowser, publishStamped } from './support/stamped-release.ts'
import { expectGoodAtAllWidths } from './support/widths.ts'

test.describe.configure({ mode: 'serial' })
// A portal of its own: here a member becomes an operator, which other files of the same worker do not expect.
test.use({ environment: {} })

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
  present = (await appAtHand(app)).version
  await publishStamped(portal, app, next, scratch, undefined, ['--notes', 'Uploads are sorted by time'])
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

test('Releases: two operators see at once what the other one does, and neither overwrites it', async ({
  browser,
  page,
  portal,
}) => {
  const member = demoAccount('member', portal.dataFolder)
  await portal.lamella('admin', 'operator', 'add', member.email)
  await enter(page, demoAccount('admin', portal.dataFolder))
  const other = await enterInOwnBrowser(browser, portal, member)
  for (const each of [page, other]) await openReleases(each)

  await test.step('one starts a trial', async () => {
    await build(page, next).getByRole('button', { name: 'Start a trial' }).click()
    const form = page.getByRole('dialog', { name: `Start a trial of ${app} ${next}` })
    await expectGoodAtAllWidths(page, 'release-trial-form', form)
    await form.getByLabel('Share of users (%)').fill('10')
    await form.getByLabel('Reason (optional)').fill('New order of uploads')
    await form.getByRole('button', { name: 'Start the trial' }).click()
    for (const each of [page, other]) {
      await expect(build(each, next).getByText('On trial')).toBeVisible()
      await expect(row(each)).toContainText('10 %')
      await expect(history(each).getByText('New order of uploads')).toBeVisible()
    }
    await expectGoodAtAllWidths(page, 'releases-trial')
  })
  await test.step('the other one changes it while a dialog is open, which is refused in words', async () => {
    await build(page, next).getByRole('button', { name: 'End the trial' }).click()
    await build(other, next).getByText('25 %', { exact: true }).click()
    const share = other.getByRole('dialog', { name: `Change the share of ${app} ${next}` })
    await share.getByRole('button', { name: 'Give it to 25 %' }).click()
    const dialog = page.getByRole('dialog', { name: `End the trial of ${app} ${next}` })
    await expect(row(page)).toContainText('25 %')
    await dialog.getByRole('button', { name: 'End the trial' }).click()
    await expect(dialog.getByText(/^Somebody else has changed this app in the meantime/)).toBeVisible()
    await expect(dialog.getByText(`On trial: ${next}, 25 %.`)).toBeVisible()
    await dialog.getByRole('button', { name: 'Look again' }).click()
  })
  await test.step('one ends it', async () => {
    await build(page, next).getByRole('button', { name: 'End the trial' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'End the trial' }).click()
    await expect(history(other).getByText(`Ended the trial of ${next}`)).toBeVisible()
  })
})

test('Releases: the operators activate one version after the other, and go back step by step', async ({
  browser,
  page,
  portal,
}) => {
  const newer = '9.1.0'
  await publishStamped(portal, app, newer, scratch)
  await enter(page, demoAccount('admin', portal.dataFolder))
  const other = await enterInOwnBrowser(browser, portal, demoAccount('member', portal.dataFolder))
  for (const each of [page, other]) await openReleases(each)
  const confirm = async (on: Page, title: string, action: string): Promise<void> => {
    await on.getByRole('dialog', { name: title }).getByRole('button', { name: action }).click()
    await expect(on.getByRole('dialog', { name: title })).toHaveCount(0)
  }
  await history(page)
    .getByRole('button', { name: /^Show all/ })
    .click()
  await history(page)
    .getByRole('button', { name: `Activate ${next}` })
    .click()
  await confirm(page, `Activate ${app} ${next}`, 'Activate for all')
  // A change names the state that its page shows.
  await expect(row(other).getByRole('cell', { name: next, exact: true })).toBeVisible()
  await build(other, newer).getByRole('button', { name: 'Activate for all' }).click()
  await confirm(other, `Activate ${app} ${newer}`, 'Activate for all')
  expect(await activeVersion(page)).toBe(newer)

  for (const version of [next, present]) {
    await history(page)
      .getByRole('button', { name: `Roll back to ${version}` })
      .click()
    await confirm(page, `Roll back ${app}`, `Roll back to ${version}`)
    const line = history(other)
      .getByRole('listitem')
      .filter({ hasText: `Rolled back to ${version}` })
    await expect(line.first()).toContainText('Ines')
    expect(await activeVersion(page)).toBe(version)
  }
})

test('Releases: versions that nobody needs are removed, one or all old ones, and what stays is said with the reason', async ({
  page,
  portal,
}) => {
  const [unused, old, newest] = ['9.2.0', '9.2.1', '9.2.2'] as const
  for (const version of [unused, old, newest]) await publishStamped(portal, app, version, scratch)
  const stored = () => readdir(path.join(portal.dataFolder, 'blobs', 'releases', app))
  await enter(page, demoAccount('admin', portal.dataFolder))
  await openReleases(page)
  await history(page)
    .getByRole('button', { name: `Remove ${unused}` })
    .click()
  const dialog = page.getByRole('dialog', { name: `Remove ${app} ${unused}` })
  await dialog.getByRole('button', { name: `Remove ${unused}` }).click()
  await expect(history(page).getByText(`Published ${unused}, removed later`)).toBeVisible()

  await history(page).getByRole('button', { name: 'Remove old versions' }).click()
  const prune = page.getByRole('dialog', { name: `Remove old versions of ${app}` })
  await prune.getByLabel('Keep the newest').fill('1')
  const stays = prune.getByRole('list', { name: 'Stays' })
  for (const version of [present, next, newest]) await expect(stays.getByText(version)).toBeVisible()
  await expect(stays.getByText(old)).toHaveCount(0)
  await expectGoodAtAllWidths(page, 'release-removal', prune)
  await prune.getByRole('button', { name: `Remove ${old}` }).click()
  await expect(history(page).getByText(`Published ${old}, removed later`)).toBeVisible()
  // Files follow one version after the other, the list at once.
  const listed = await portal.lamella('release', 'list')
  for (const version of [present, next, newest]) expect(listed).toMatch(new RegExp(`^${app} +${version} `, 'm'))
  expect(listed).not.toMatch(new RegExp(`^${app} +${old} `, 'm'))
  await expect.poll(stored).not.toContain(old)
  expect(await stored()).toEqual(expect.arrayContaining([present, next, newest]))
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
