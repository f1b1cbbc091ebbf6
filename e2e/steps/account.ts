import { requestToken, runtimeConfig, tokenAnswer } from '@lamella/shared/contract'
import { expect, type Page, test } from 'playwright/test'
import { mailedLink } from '../support/outbox.ts'
import { expectGoodScreen } from '../support/screen.ts'
import { expectGoodAtAllWidths } from '../support/widths.ts'

/** Credentials of a user. */
export interface Account {
  email: string
  password: string
}

const fillIn = async (page: Page, { email, password }: Account): Promise<void> => {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in' }).click()
}

const expectDashboard = (page: Page): Promise<void> =>
  expect(page.getByRole('heading', { name: /^Welcome, / })).toBeVisible()

/** Logs in by the log-in page and waits for the dashboard, for any account. */
export const enterByLogIn = async (page: Page, account: Account): Promise<void> => {
  await page.goto('/auth/login')
  await fillIn(page, account)
  await expectDashboard(page)
}

/** Runs in the page before its first script. Stores the token once only: later changes by the portal are kept. */
const storeOnce = (token: string): void => {
  if (sessionStorage.getItem('entered') === token) return
  sessionStorage.setItem('entered', token)
  localStorage.setItem('authToken', token)
}

/**
 * Opens a page, the dashboard unless said, with a session made by API, for tests that are not about the log-in page.
 * @param at - path
 */
export const enter = async (page: Page, { email, password }: Account, at = '/'): Promise<void> => {
  const config = runtimeConfig.parse(await (await page.request.get('/assets/config/config.json')).json())
  const answer = await page.request.post(requestToken.path, {
    headers: { authorization: `Basic ${btoa(`${config.appId}:${config.appSecret}`)}` },
    form: { grant_type: 'password', scope: 'all_info', username: email, password },
  })
  const token = tokenAnswer.parse(await answer.json())
  const stored = {
    accessToken: token.access_token,
    expiresIn: token.expires_in,
    refreshToken: token.refresh_token,
    tokenType: token.token_type,
    expiresAt: Date.now() + token.expires_in * 1000,
  }
  await page.addInitScript(storeOnce, JSON.stringify(stored))
  await page.goto(at)
  if (at === '/') await expectDashboard(page)
}

/** Logs in from the open log-in page, for the account of `signUpAndLogIn`. */
export const logIn = async (page: Page, account: Account): Promise<void> => {
  await fillIn(page, account)
  await expect(page.getByRole('heading', { name: 'Welcome, Ada Lovelace!' })).toBeVisible()
}

/** Users without project see the trial dialog and then the tour, each once (D1-4.4-06, D1-4.4-07). */
const meetTrialAndTour = (page: Page): Promise<void> =>
  test.step('the free trial and the guided tour', async () => {
    const trial = page.getByRole('dialog', { name: /^Free trial/ })
    await expect(trial).toBeVisible()
    await expectGoodAtAllWidths(page, 'free-trial', trial)
    await trial.getByRole('button', { name: 'Start exploring' }).click()
    const skip = page.getByRole('button', { name: 'Skip tour' })
    await expect(skip).toBeVisible()
    const close = page.getByRole('button', { name: 'Close tour' })
    // Below 1000 px a dialog says that the tour is not available (D2-2-83).
    await expectGoodAtAllWidths(page, 'tour', (width) => (width < 1000 ? close : skip))
    await page.setViewportSize({ width: 1280, height: 720 })
    await skip.click()
    await expect(skip).toBeHidden()
    await page.reload()
    await expect(page.getByRole('heading', { name: /^Welcome, / })).toBeVisible()
    // Neither opens again by itself; the dialog can be opened by its button.
    await expect(page.getByRole('heading', { name: 'No projects found' })).toBeVisible()
    await expect(trial).toBeHidden()
    await expect(skip).toBeHidden()
    await page.getByRole('button', { name: /in the free trial phase left/ }).click()
    await trial.getByRole('button', { name: 'Start exploring' }).click()
    await expect(trial).toBeHidden()
    await expect(skip).toBeHidden()
  })

/** Sign-up, mail, link, form, welcome page, log-in, dashboard. */
export const signUpAndLogIn = (page: Page, name: string): Promise<Account> =>
  test.step('sign up, confirm by mail, log in', async () => {
    const account = { email: `${name}@lovelace-lab.org`, password: 'Analytical#1843' }
    await page.goto('/auth/login')
    await page.getByRole('link', { name: 'Start free trial' }).click()
    await expect(page.getByRole('button', { name: 'Start free trial' })).toBeDisabled()
    await expectGoodScreen(page, 'sign-up')
    await page.getByLabel('Business email').fill(account.email)
    await page.getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Start free trial' }).click()
    await expect(page.getByRole('heading', { name: 'Check your inbox' })).toBeVisible()
    await expectGoodScreen(page, 'check-your-inbox')

    await page.goto(await mailedLink(account.email))
    await page.getByLabel('First name').fill('Ada')
    await page.getByLabel('Last name').fill('Lovelace')
    await page.getByLabel('Organization').fill('Lovelace Lab')
    await page.getByLabel('Password', { exact: true }).fill(account.password)
    await page.getByLabel('Confirm password').fill(account.password)
    await expectGoodScreen(page, 'finish-sign-up')
    await page.getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Create account' }).click()
    await expect(page).toHaveURL(/\/auth\/welcome$/)
    await expectGoodScreen(page, 'welcome')
    await page.getByRole('link', { name: 'Continue to Lamella' }).click()
    await expectGoodScreen(page, 'log-in')
    await logIn(page, account)
    await meetTrialAndTour(page)
    await expectGoodScreen(page, 'dashboard-empty')
    return account
  })
