import { expect, type Page } from 'playwright/test'
import { enterByLogIn } from './steps/account.ts'
import { sendInvitation } from './steps/invite.ts'
import { demoAccount } from './support/demo.ts'
import { mailedLink } from './support/outbox.ts'
import { test } from './support/watched-page.ts'
import { expectGoodAtAllWidths } from './support/widths.ts'

const invited = { email: 'grace.hopper@lamella.test', password: 'Nanosecond#1906' }
const hostileName = '<img src=x onerror=alert(1)>'
const changed = { ...invited, password: 'Compiler!1952' }

const leave = async (page: Page): Promise<void> => {
  await page.goto('/auth/logout')
  await expect.poll(() => page.evaluate(() => localStorage.getItem('authToken'))).toBeNull()
}

const invite = (page: Page): Promise<void> =>
  test.step('an admin invites a person', async () => {
    await enterByLogIn(page, demoAccount('admin'))
    await sendInvitation(page, invited.email)
    await leave(page)
  })

const accept = (page: Page, link: string): Promise<void> =>
  test.step('the person accepts and is a member', async () => {
    await page.goto(link)
    await expect(page.getByRole('heading', { level: 1, name: 'Join Demo laboratory' })).toBeVisible()
    await page.getByLabel('First name').fill('Grace')
    // A page that rendered the name as markup would run this.
    await page.getByLabel('Last name').fill(hostileName)
    await page.getByLabel('Password', { exact: true }).fill(invited.password)
    await page.getByLabel('Confirm password').fill(invited.password)
    await page.getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Create account' }).click()
    await expect(page).toHaveURL(/\/auth\/welcome$/)
    await enterByLogIn(page, invited)
    await expect(page.getByRole('heading', { name: `Welcome, Grace ${hostileName}!` })).toBeVisible()
    await leave(page)
  })

const resetPassword = (page: Page): Promise<void> =>
  test.step('the person sets a new password by mail', async () => {
    await page.goto(`/auth/password/reset?email=${encodeURIComponent(invited.email)}`)
    await page.getByRole('button', { name: 'Send link' }).click()
    await expect(page.getByRole('heading', { name: 'Check your mailbox' })).toBeVisible()
    await expectGoodAtAllWidths(page, 'check-your-mailbox')
    await page.goto(await mailedLink(invited.email, 2))
    await expect(page).toHaveURL(/\/auth\/password\/reset$/)
    await page.getByLabel('New password').fill(changed.password)
    await page.getByLabel('Confirm password').fill(changed.password)
    await page.getByRole('button', { name: 'Change password' }).click()
    await expect(page.getByRole('heading', { name: 'Password changed' })).toBeVisible()
    await expectGoodAtAllWidths(page, 'password-changed')
    await enterByLogIn(page, changed)
  })

test('D1-7-17 invitation, acceptance by the mailed link, new password by the mailed link', async ({ page }) => {
  await invite(page)
  const link = await mailedLink(invited.email)
  await accept(page, link)
  await resetPassword(page)
})
