import { expect, type Page } from 'playwright/test'
import { enterByLogIn } from './steps/account.ts'
import { demoAccount } from './support/demo.ts'
import { test } from './support/killable-portal.ts'

/** The real server is killed while a page is open, and started again. */

const banner = (page: Page) => page.getByRole('status').filter({ hasText: 'The server does not answer.' })
const title = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 })
const save = (page: Page) => page.getByRole('button', { name: 'Save' })

test('the server dies while a form is saved: the text is kept, nothing is sent again, and saving works when it is back', async ({
  page,
  portal,
}) => {
  test.setTimeout(240_000)
  await enterByLogIn(page, demoAccount('admin', portal.dataFolder))
  await page.goto('/projects/new')
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Saved in a crash')
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/v1/projects')) sent.push(request.url())
  })
  await portal.kill()
  await save(page).click()
  await expect(banner(page)).toBeVisible()
  await expect(page.getByText('it is not known whether the project was created')).toBeVisible()
  await expect(page).toHaveURL('/projects/new')
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Saved in a crash')
  await expect(page.getByText('Nothing was lost')).toHaveCount(0)

  await portal.start()
  await expect(banner(page)).toHaveCount(0, { timeout: 45_000 })
  await expect(page.getByText('Your last change may not have been saved.')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Saved in a crash')
  expect(sent).toHaveLength(1)
  await save(page).click()
  await expect(title(page, 'Saved in a crash')).toBeVisible()
  await page.getByRole('link', { name: 'Projects', exact: true }).first().click()
  await expect(page.getByText('1 total (owner or contributor)')).toBeVisible()
})

test('D1-8-24 the server dies while a page is open: what could not be loaded meanwhile is loaded automatically when it is back', async ({
  page,
  portal,
}) => {
  test.setTimeout(300_000)
  await enterByLogIn(page, demoAccount('admin', portal.dataFolder))
  for (const name of ['First', 'Second']) {
    await page.goto('/projects/new')
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
    await save(page).click()
    await expect(title(page, name)).toBeVisible()
  }
  await page.goto('/projects')
  await page.getByRole('link', { name: 'First', exact: true }).click()
  await expect(title(page, 'First')).toBeVisible()
  await page.getByRole('link', { name: 'Projects', exact: true }).first().click()
  await expect(page.getByRole('link', { name: 'Second', exact: true })).toBeVisible()

  await test.step('the page stays as it is, with a banner', async () => {
    await portal.kill()
    await expect(banner(page)).toBeVisible({ timeout: 30_000 })
    await expect(page.getByRole('link', { name: 'Second', exact: true })).toBeVisible()
  })
  await test.step('a page without cached data leads to /error', async () => {
    await page.getByRole('link', { name: 'Second', exact: true }).click()
    await expect(page).toHaveURL('/error', { timeout: 30_000 })
    await expect(banner(page)).toBeVisible()
  })
  await test.step('the portal returns to it when the server answers', async () => {
    await portal.start()
    await expect(title(page, 'Second')).toBeVisible({ timeout: 45_000 })
    await expect(banner(page)).toHaveCount(0)
  })
  await test.step('an area whose scripts were missing is loaded', async () => {
    await portal.kill()
    await expect(banner(page)).toBeVisible({ timeout: 30_000 })
    await page.getByRole('link', { name: 'Settings', exact: true }).first().click()
    await expect(page.getByText('The page is loaded as soon as it does.')).toBeVisible({ timeout: 30_000 })
    await portal.start()
    await expect(title(page, 'Settings')).toBeVisible({ timeout: 45_000 })
    await expect(page.getByText(/An earlier version/)).toHaveCount(0)
  })
})
