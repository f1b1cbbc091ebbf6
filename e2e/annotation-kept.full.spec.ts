import { expect, type Page } from 'playwright/test'
import { enter, enterByLogIn } from './steps/account.ts'
import { clickAt, drawOne, drawUnsaved, openPicture, panel, rows, storedAnnotations } from './steps/annotation.ts'
import { demoAccount } from './support/demo.ts'
import { expectGoodScreen } from './support/screen.ts'
import { test } from './support/watched-page.ts'

const state = (page: Page) => panel(page).getByRole('status')
const changes = '**/annotations/changes'

test('who is logged out while something is not saved finds it saved after they have logged in again', async ({
  page,
}, info) => {
  const project = await openPicture(page, info, 'Logged out')
  const address = page.url()
  const other = await page.context().newPage()
  await other.goto(address)
  await expect(rows(other).or(panel(other).getByText('Nothing is drawn yet'))).toBeVisible()
  await other.route(changes, (route) => route.abort())
  await drawUnsaved(other, [20, 20], [80, 80])
  await expect(state(other)).toContainText('1 change is kept in this browser')
  await other.getByRole('button', { name: /user menu/i }).click()
  await other.getByRole('menuitem', { name: 'Log out' }).click()
  await expect(
    other.getByText('1 change not saved. This browser keeps what is missing, and sends it when you log in again.'),
  ).toBeVisible()
  await other.unroute(changes)
  await enterByLogIn(other, demoAccount('admin'))
  await other.goto('/projects')
  await expect(other.getByText('Saved: 1 change of field.png that this browser had kept.')).toBeVisible()
  expect(await storedAnnotations(other, project)).toHaveLength(1)
})

test('D3-3-27 objects are merged as a whole or not at all, also where somebody else has changed one of them', async ({
  page,
  browser,
  baseURL,
}, info) => {
  const project = await openPicture(page, info, 'Merged by one')
  await drawOne(page, [-200, -100], [-100, 0])
  await drawOne(page, [-150, -50], [-50, 50])
  const context = await browser.newContext({ ...(baseURL && { baseURL }), viewport: page.viewportSize() })
  const other = await context.newPage()
  await enter(other, demoAccount('admin'), new URL(page.url()).pathname + new URL(page.url()).search)
  await expect(rows(other)).toHaveCount(2)
  await rows(other).first().click()
  await rows(other)
    .nth(1)
    .click({ modifiers: ['Control'] })
  await other.route(changes, (route) => route.abort())
  await other.getByRole('toolbar', { name: 'Selection' }).getByRole('button', { name: 'Merge' }).click()
  await expect(rows(other)).toHaveCount(1)
  await expect(state(other)).toContainText('kept in this browser')

  // The first one is moved meanwhile.
  await clickAt(page, [[-190, -90]])
  await page.getByRole('application').focus()
  await page.keyboard.press('Alt+ArrowRight')
  await expect(state(page)).toHaveText('Saved')
  await other.unroute(changes)
  const dialog = other.getByRole('dialog', { name: 'Changed by two' })
  await expect(dialog).toContainText('Your version comes with what you did to another object in the same step.')
  await expect(rows(other)).toHaveCount(2)
  expect(await storedAnnotations(page, project)).toHaveLength(2)
  await expectGoodScreen(other, 'annotate-conflict-of-step')
  await dialog.getByRole('button', { name: 'Keep mine' }).click()
  await expect(rows(other)).toHaveCount(1)
  await expect(rows(page)).toHaveCount(1)
  await expect(state(other)).toHaveText('Saved')
  expect(await storedAnnotations(page, project)).toHaveLength(1)
  await other.getByRole('application').focus()
  await other.keyboard.press('Control+z')
  await expect(rows(page)).toHaveCount(2)
  await context.close()
})
