import { acceptInvitation, signup, signupConfirm } from '@lamella/shared/contract'
import { expect, type Page } from 'playwright/test'
import type { Account } from './steps/account.ts'
import { sendInvitation } from './steps/invite.ts'
import { totpCode } from './support/authenticator.ts'
import { mailedLink } from './support/outbox.ts'
import { test } from './support/policy.ts'
import { expectGoodAtAllWidths } from './support/widths.ts'

// An organisation of its own, because its requirement applies to all of its members.
const admin = { email: 'admin@strict-lab.org', password: 'Analytical#1843' }
const member = { email: 'member@strict-lab.org', password: 'Nanosecond#1906' }
const agreed = { agreementTerms: true, agreementPrivacy: true }

/** By API: the screens are tested in accounts.spec.ts and main-job.spec.ts. */
const signUp = async (page: Page): Promise<void> => {
  await page.request.post(signup.path, { data: { data: { email: admin.email, ...agreed } } })
  const token = new URL(await mailedLink(admin.email)).searchParams.get('token')
  const person = { firstName: 'Ada', lastName: 'Strict', organizationName: 'Strict Lab', password: admin.password }
  const answer = await page.request.post(signupConfirm.path, { data: { data: { ...person, token, ...agreed } } })
  expect(answer.status()).toBe(204)
}

const join = async (page: Page): Promise<void> => {
  const link = new URL(await mailedLink(member.email))
  const id = link.pathname.split('/').at(-1) ?? ''
  const person = { firstName: 'Grace', lastName: 'Strict', password: member.password }
  const answer = await page.request.post(acceptInvitation.path.replace(':invitationId', id), {
    data: { data: { ...person, token: link.searchParams.get('token'), ...agreed } },
  })
  expect(answer.status()).toBe(204)
}

/** Opens the log-in page, which logs out, and submits the password. */
const enterPassword = async (page: Page, { email, password }: Account): Promise<void> => {
  await page.goto('/auth/login?return=%2Fsettings')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in' }).click()
}
const expectSettings = (page: Page): Promise<void> =>
  expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()

/** @returns the key that the page shows, and the recovery codes */
const setUp = async (page: Page, password: string): Promise<{ key: string; codes: string[] }> => {
  const form = page.getByRole('form', { name: 'Set up two-step verification' })
  await expect(form.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible()
  const key = (await form.locator('code').textContent()) ?? ''
  await form.getByLabel('Code', { exact: true }).fill(totpCode(key))
  await form.getByLabel('Your password').fill(password)
  await page.keyboard.press('Enter')
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  return { key, codes: await codes.allInnerTexts() }
}

test('two-step verification from the first code to a whole organisation that needs it', async ({ page }) => {
  test.setTimeout(240_000)
  await signUp(page)
  await enterPassword(page, admin)
  await expectSettings(page)
  const card = page.getByRole('region', { name: 'Two-step verification' })

  const { key, codes } = await test.step('an admin turns it on', async () => {
    await card.getByRole('button', { name: 'Turn on' }).click()
    await expectGoodAtAllWidths(page, 'two-step-turn-on', page.getByRole('dialog', { name: 'Two-step verification' }))
    const enrolled = await setUp(page, admin.password)
    const kept = page.getByRole('dialog', { name: 'Keep your recovery codes' })
    await expectGoodAtAllWidths(page, 'two-step-recovery-codes', kept)
    await kept.getByRole('button', { name: 'I have kept them' }).click()
    await expect(card.getByText(/^On since .*, 10 recovery codes left\.$/)).toBeVisible()
    await expectGoodAtAllWidths(page, 'two-step-settings')
    return enrolled
  })

  await test.step('logs in with a code of the app', async () => {
    await enterPassword(page, admin)
    await expect(page.getByRole('heading', { level: 1, name: 'Two-step verification' })).toBeVisible()
    await expectGoodAtAllWidths(page, 'two-step-log-in')
    await page.getByLabel('Code', { exact: true }).fill('000000')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alert')).toContainText('This code is not correct')
    await page.getByLabel('Code', { exact: true }).fill(totpCode(key, 1))
    await page.keyboard.press('Enter')
    await expectSettings(page)
  })

  await test.step('logs in with a recovery code', async () => {
    await enterPassword(page, admin)
    await page.getByRole('button', { name: 'Use a recovery code' }).click()
    await page.getByLabel('Recovery code').fill(codes[0] ?? '')
    await page.keyboard.press('Enter')
    await expect(card.getByText(/, 9 recovery codes left\.$/)).toBeVisible()
  })

  await test.step('asks every member for it', async () => {
    await card.getByRole('switch').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Require it' }).click()
    await expect(card.getByRole('switch')).toBeChecked()
    await sendInvitation(page, member.email)
    await join(page)
  })

  await test.step('a member sets it up before anything else', async () => {
    await enterPassword(page, member)
    const title = page.getByRole('heading', { level: 1, name: 'Set up two-step verification' })
    await expect(title).toBeVisible()
    await expectGoodAtAllWidths(page, 'two-step-forced')
    await page.goto('/projects')
    await expect(title).toBeVisible()
    await setUp(page, member.password)
    await expectGoodAtAllWidths(page, 'two-step-forced-codes')
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible()
  })
})
