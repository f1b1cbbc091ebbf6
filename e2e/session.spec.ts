import { expect, type Page } from 'playwright/test'
import { enterByLogIn } from './steps/account.ts'
import { demoAccount } from './support/demo.ts'
import { test, watch } from './support/watched-page.ts'

const welcome = (page: Page) => page.getByRole('heading', { name: /^Welcome, / })
const loginForm = (page: Page) => page.getByRole('button', { name: 'Log in', exact: true })
const userMenu = (page: Page) => page.getByRole('button', { name: /user menu/i })
const storedToken = (page: Page) => page.evaluate(() => localStorage.getItem('authToken'))

test('D1-3-03 D1-3-27 D1-4.2-02 the token is stored under authToken, and renewed by a reload', async ({ page }) => {
  await enterByLogIn(page, demoAccount('member'))
  const before = JSON.parse((await storedToken(page)) ?? 'null')
  expect(Object.keys(before)).toEqual(
    expect.arrayContaining(['accessToken', 'expiresAt', 'expiresIn', 'refreshToken', 'tokenType']),
  )
  await page.reload()
  await expect(welcome(page)).toBeVisible()
  await expect
    .poll(async () => JSON.parse((await storedToken(page)) ?? 'null')?.accessToken)
    .not.toBe(before.accessToken)
})

test('a second tab has the same session, and log-out in one ends both', async ({ page, context, faults }) => {
  await enterByLogIn(page, demoAccount('member'))
  const second = await context.newPage()
  watch(second, faults)
  await second.goto('/projects')
  await expect(second.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()
  await userMenu(second).click()
  await second.getByRole('menuitem', { name: 'Log out' }).click()
  await expect(
    second.getByRole('link', { name: 'Log in again' }).or(second.getByRole('button', { name: 'Log in again' })),
  ).toBeVisible()
  await expect(loginForm(page)).toBeVisible()
  await expect(page.getByText('You logged out in another tab.')).toBeVisible()
  expect(await storedToken(page)).toBeNull()
})

test('two tabs that are reloaded at the same time both stay logged in', async ({ page, context, faults }) => {
  await enterByLogIn(page, demoAccount('member'))
  const second = await context.newPage()
  watch(second, faults)
  await second.goto('/')
  await expect(welcome(second)).toBeVisible()
  for (let round = 0; round < 3; round++) {
    await Promise.all([page.reload(), second.reload()])
    await Promise.all([expect(welcome(page)).toBeVisible(), expect(welcome(second)).toBeVisible()])
  }
})

test('D1-6-03 users who are not logged in are led to the requested page after the log-in', async ({ page }) => {
  await page.goto('/datastorage?scope=failed')
  await expect(page).toHaveURL(/\/auth\/login\?return=/)
  const { email, password } = demoAccount('member')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page).toHaveURL('/datastorage?scope=failed')
})

for (const target of ['https://evil.example/', '//evil.example/', '/\\evil.example/', 'javascript:alert(1)']) {
  test(`the log-in never leads to another site: return=${target}`, async ({ page, baseURL }) => {
    await page.goto(`/auth/login?return=${encodeURIComponent(target)}`)
    const { email, password } = demoAccount('member')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Log in', exact: true }).click()
    await expect(welcome(page)).toBeVisible()
    expect(new URL(page.url()).origin).toBe(new URL(baseURL ?? '').origin)
  })
}

test('the command palette leads to a page by the keyboard alone', async ({ page }) => {
  await enterByLogIn(page, demoAccount('admin'))
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog').filter({ has: page.getByPlaceholder(/Go to/) })
  await expect(palette).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(palette).toBeHidden()
  // Typed at once, as by somebody who knows it: nothing of it is lost.
  await page.keyboard.press('Control+k')
  await page.keyboard.type('Upload Monitor')
  await expect(palette.getByRole('combobox')).toHaveValue('Upload Monitor')
  await expect(palette.getByRole('option', { selected: true })).toHaveText(/^Upload Monitor/)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/datastorage/monitor')
})
