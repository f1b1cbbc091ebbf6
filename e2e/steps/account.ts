import { requestToken, runtimeConfig, tokenAnswer } from '@lamella/shared/contract'
import { expect, type Page, test } from 'playwright/test'
import { mailedLink } from '../support/outbox.ts'
import { expectGoodScreen } from '../support/screen.ts'
import { expectGoodAtAllWidths } from '../support/widths.ts'

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

/** From the log-in page to the dashboard, whoever it is. */
export const enterByLogIn = async (page: Page, account: Account): Promise<void> => {
  await page.goto('/auth/login')
  await fillIn(page, account)
  await expectDashboard(page)
}

/** In the page, before the first of its scripts; what becomes of the token later is the portal's affair. */
const storeOnce = (token: string): void => {
  if (sessionStorage.getItem('entered') === token) return
  sessionStorage.setItem('entered', token)
  localStorage.setItem('authToken', token)
}

/** The dashboard of somebody who logged in before, for tests about something else: the log-in page is not loaded. */
export const enter = async (page: Page, { email, password }: Account): Promise<void> => {
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
  await page.goto('/')
  await expectDashboard(page)
}

export const logIn = async (page: Page, account: Account): Promise<void> => {
  await fillIn(page, account)
  await expect(page.getByRole('heading', { name: 'Welcome, Ada Lovelace!' })).toBeVisible()
}

/** Who has no project is told of the trial, and then shown around, once (document 1 §4.4). */
const meetTrialAndTour = (page: Page): Promise<void> =>
  test.step('the free trial and the guided tour', async () => {
    const trial = page.getByRole('dialog', { name: /^Free trial/ })
    await expect(trial).toBeVisible()
    await expectGoodAtAllWidths(page, 'free-trial', trial)
    await trial.getByRole('button', { name: 'Start exploring' }).click()
    const skip = page.getByRole('button', { name: 'Skip tour' })
    await expect(skip).toBeVisible()
    const close = page.getByRole('button', { name: 'Close tour' })
    // Below 1000 px the tour asks for more room.
    await expectGoodAtAllWidths(page, 'tour', (width) => (width < 1000 ? close : skip))
    await page.setViewportSize({ width: 1280, height: 720 })
    await skip.click()
    await expect(skip).toBeHidden()
    await page.reload()
    await expect(page.getByRole('heading', { name: /^Welcome, / })).toBeVisible()
    // Neither comes again by itself; the dialog is a click away.
    await expect(page.getByRole('heading', { name: 'No projects found' })).toBeVisible()
    await expect(trial).toBeHidden()
    await expect(skip).toBeHidden()
    await page.getByRole('button', { name: /in the free trial phase left/ }).click()
    await trial.getByRole('button', { name: 'Start exploring' }).click()
    await expect(trial).toBeHidden()
    await expect(skip).toBeHidden()
  })

/** From nothing to the dashboard: sign-up, mail, link, form, welcome, log-in. */
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
