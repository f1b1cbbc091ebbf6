import { expect, type Page } from 'playwright/test'
import { enter, enterByLogIn } from './steps/account.ts'
import { openInviteDialog, sendInvitation } from './steps/invite.ts'
import { type DemoRole, demoAccount } from './support/demo.ts'
import { mailedLink } from './support/outbox.ts'
import { test } from './support/watched-page.ts'
import { expectGoodAtAllWidths } from './support/widths.ts'

/** Overlays, and pages that are reached only by a mail or in a certain state of the account, at all widths. */
test.describe.configure({ mode: 'parallel', timeout: 240_000 })

const submitLogin = async (page: Page, role: DemoRole): Promise<void> => {
  const { email, password } = demoAccount(role)
  await page.goto('/auth/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
}

/** Changes the data of the real response to matching calls. */
const changeAnswer = (page: Page, calls: string, change: object) =>
  page.route(calls, async (route) => {
    const response = await route.fetch()
    const { data } = await response.json()
    await route.fulfill({ response, json: { data: { ...data, ...change } } })
  })

test('inviting people', async ({ page }) => {
  await enter(page, demoAccount('admin'))
  const addresses = ['h.moreau@nordlund-lab.org', 'li.wei@nordlund-lab.org', 'reviewer2@openpathology']
  const dialog = await openInviteDialog(page, addresses)
  await dialog.getByLabel('Message').fill('Hi, this is where our slides live now.')
  await expectGoodAtAllWidths(page, 'invite', dialog)
})

test('accepting an invitation', async ({ page }) => {
  const email = 'invited.to.look@lamella.test'
  await enter(page, demoAccount('admin'))
  await sendInvitation(page, email)
  await expectGoodAtAllWidths(page, 'invitations-open')
  await page.goto('/auth/logout')
  await expect(page.getByRole('heading', { name: 'Goodbye' })).toBeVisible()
  await page.goto(await mailedLink(email))
  await expect(page.getByRole('heading', { level: 1, name: 'Join Demo laboratory' })).toBeVisible()
  await expectGoodAtAllWidths(page, 'invitation')
})

test('finishing a sign-up', async ({ page }) => {
  await page.goto('/auth/signup')
  await page.getByLabel('Business email').fill('mary@somerville-lab.org')
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Start free trial' }).click()
  await expect(page.getByRole('heading', { name: 'Check your inbox' })).toBeVisible()
  await expectGoodAtAllWidths(page, 'check-your-inbox')
  await page.goto(await mailedLink('mary@somerville-lab.org'))
  await page.getByLabel('Password', { exact: true }).fill('Short1')
  await page.getByLabel('Confirm password').fill('Other')
  await page.getByLabel('First name').focus()
  await expectGoodAtAllWidths(page, 'finish-sign-up')
})

test('agreements that must be confirmed again', async ({ page }) => {
  await changeAnswer(page, '**/api/v1/users/me*', { agreementTerms: false })
  await submitLogin(page, 'member')
  await expect(page).toHaveURL(/\/auth\/terms\/confirm$/)
  await expectGoodAtAllWidths(page, 'terms-confirm')
})

for (const role of ['admin', 'member'] as const) {
  test(`an expired subscription, as its ${role === 'admin' ? 'owner' : 'member'} sees it`, async ({ page }) => {
    await changeAnswer(page, '**/api/v1/organisation/about*', { portalWebAccess: false })
    await submitLogin(page, role)
    const dialog = page.getByRole('dialog', { name: 'Subscription expired' })
    await expectGoodAtAllWidths(page, `expired-${role}`, dialog)
  })
}

test('menus of the header, the command palette, and confirmations', async ({ page }) => {
  await enter(page, demoAccount('admin'))
  // Not the dashboard, where the tour may start.
  await page.goto('/settings')
  await page.getByRole('button', { name: /^User menu/ }).click()
  await expectGoodAtAllWidths(page, 'user-menu', page.getByRole('menu'))
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  const palette = page.getByPlaceholder(/Go to/)
  await palette.fill('tr')
  await expectGoodAtAllWidths(page, 'palette', palette)
  await page.keyboard.press('Escape')
  await page.goto('/settings/subscriptions')
  await page.getByRole('button', { name: 'Request an upgrade' }).click()
  await expectGoodAtAllWidths(page, 'upgrade', page.getByRole('dialog'))
  await page.goto('/settings/users')
  await page.getByRole('switch', { name: /Jonas Weber/ }).click({ force: true })
  await expectGoodAtAllWidths(page, 'deactivate', page.getByRole('dialog'))
})

test('the AI trainer without a subscription to it', async ({ page }) => {
  await changeAnswer(page, '**/api/v1/organisation/about*', { canAccessAITrainer: false })
  await enter(page, demoAccount('member'))
  await page.goto('/ai-trainer/dashboard')
  await expect(page).toHaveURL('/ai-trainer/subscription')
  await expectGoodAtAllWidths(page, 'ai-subscription')
})

test('the limit of projects, and a message that stays', async ({ page }) => {
  await changeAnswer(page, '**/api/v1/organisation/about*', { restrictions: [{ key: 'projectLimit', value: 0 }] })
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
    }
  })
  await enterByLogIn(page, demoAccount('member'))
  await page
    .getByRole('button', { name: 'Create a new project' })
    .or(page.getByRole('link', { name: 'Create a new project' }))
    .first()
    .click()
  await expectGoodAtAllWidths(page, 'limit', page.getByRole('dialog'))
  await expectGoodAtAllWidths(page, 'message', page.getByText('You stay logged in only in this tab'))
})

test('waiting for the log-in', async ({ page }) => {
  let answer = (): void => undefined
  await page.route('**/oauth2/token', async (route) => {
    await new Promise<void>((resolve) => {
      answer = resolve
    })
    await route.continue()
  })
  await submitLogin(page, 'member')
  await expectGoodAtAllWidths(page, 'processing', page.getByText('Logging in'))
  answer()
  await expect(page.getByRole('heading', { name: /^Welcome, / })).toBeVisible()
})

test('the kit: every shared component in every state', async ({ page }) => {
  await page.goto('/dev/kit')
  await expectGoodAtAllWidths(page, 'kit', page.getByRole('heading', { level: 1, name: 'Shared components' }))
})
