import { expect, type Page } from 'playwright/test'
import { type Account, enterByLogIn } from './steps/account.ts'
import { demoAccount } from './support/demo.ts'
import { test } from './support/own-portal.ts'

const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

const logIn = async (page: Page, { email, password }: Account): Promise<void> => {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
}

const agree = async (page: Page): Promise<void> => {
  await expect(page).toHaveURL('/auth/terms/confirm')
  await page.getByRole('button', { name: 'Accept and proceed' }).click()
  await expect(title(page, 'Thank you')).toBeVisible()
  await expect(page.getByRole('heading', { name: /^Welcome, / })).toBeVisible()
  await expect(page).toHaveURL('/')
}

/** Everybody of the server has to agree again: on one of its own. */
test('D1-1-09 D1-4.1-08 D1-6-03 new terms and a new privacy policy, from the operator to everybody', async ({
  page,
  browser,
  portal,
}) => {
  test.setTimeout(180_000)
  const member = demoAccount('member', portal.dataFolder)
  await enterByLogIn(page, member)
  await page.goto('/projects')
  await expect(title(page, 'Projects')).toBeVisible()

  await test.step('the operator publishes them, while somebody works', async () => {
    const said = await portal.lamella('admin', 'renew-agreements', '--terms', '2026-12-01', '--privacy', '2026-12-02')
    expect(said).toContain('Users who have to agree again: 3')
  })
  await test.step('a session that runs goes to the log-in page at its next request, and comes back', async () => {
    await page.getByRole('link', { name: 'Data Storage', exact: true }).click()
    await expect(page).toHaveURL('/auth/login?return=%2Fdatastorage')
    await logIn(page, member)
    await expect(title(page, 'Updated agreements')).toBeVisible()
    await expect(page.getByRole('main').getByRole('link', { name: 'Terms of Service' }).first()).toBeVisible()
  })
  await test.step('whoever does not agree does not get in', async () => {
    await page.goto('/projects')
    await expect(page).toHaveURL('/auth/login?return=%2Fprojects')
    await logIn(page, member)
    await expect(page).toHaveURL('/auth/terms/confirm')
    await page.getByRole('link', { name: `Not your account (${member.email})?` }).click()
    await expect(page).toHaveURL('/auth/login')
  })
  await test.step('whoever agrees does, and is not asked again', async () => {
    await logIn(page, member)
    await agree(page)
    await page.goto('/projects')
    await expect(title(page, 'Projects')).toBeVisible()
    await enterByLogIn(page, member)
  })
  await test.step('the others are asked too, and the admin finds in the audit log what was published and who agreed', async () => {
    const others = await browser.newPage({ baseURL: portal.url })
    await others.goto('/auth/login')
    await logIn(others, demoAccount('admin', portal.dataFolder))
    await agree(others)
    await others.goto('/settings/audit')
    const entry = (text: string) => others.getByRole('row').filter({ hasText: text })
    await expect(entry('Published new Terms of Service of version 2026-12-01')).toContainText('Operator')
    await expect(entry('Published a new Privacy Policy of version 2026-12-02')).toContainText('Operator')
    await expect(entry('Agreed to the Terms of Service')).toHaveCount(2)
    await others.close()
  })
})
