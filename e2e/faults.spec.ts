import { expect, type Page, test } from 'playwright/test'
import { enter } from './steps/account.ts'
import { demoAccount } from './support/demo.ts'

/** The network and the machine in trouble: the answers are held back or replaced on their way, the server is the real one. */
const api = '**/api/**'
const welcome = (page: Page) => page.getByRole('heading', { name: /^Welcome, / })

const fillLogin = async (page: Page): Promise<void> => {
  const { email, password } = demoAccount('member')
  await page.goto('/auth/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
}
const submit = (page: Page) => page.getByRole('button', { name: 'Log in', exact: true })

test('no network at the log-in: it is said, the address stays, and it works when the network is back', async ({
  page,
}) => {
  test.setTimeout(120_000)
  await fillLogin(page)
  await page.route(api, (route) => route.abort('internetdisconnected'))
  await submit(page).click()
  // The token call is tried five times more before it gives up.
  await expect(page.getByRole('heading', { name: 'Sorry, something went wrong' })).toBeVisible({ timeout: 60_000 })
  await page.unroute(api)
  await page.getByText('Go back and try again').click()
  const { email, password } = demoAccount('member')
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await submit(page).click()
  await expect(welcome(page)).toBeVisible()
})

test('an answer that takes 10 seconds: the button waits, then the page comes', async ({ page }) => {
  await fillLogin(page)
  const held: (() => void)[] = []
  await page.route('**/oauth2/token', async (route) => {
    await new Promise<void>((resolve) => held.push(resolve))
    await route.continue()
  })
  await submit(page).click()
  await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeDisabled()
  await expect.poll(() => held.length).toBe(1)
  for (const release of held) release()
  await expect(welcome(page)).toBeVisible()
})

test('a service that is down leads to an error page, and back when it is up again', async ({ page }) => {
  await enter(page, demoAccount('member'))
  await page.route('**/api/v2/projects*', (route) =>
    route.fulfill({ status: 503, json: { errors: [{ code: 'ERR_0503', detail: 'Down for a moment.' }] } }),
  )
  await page.goto('/')
  await expect(page).toHaveURL(/\/error(\/503)?$/)
  await page.unroute('**/api/v2/projects*')
  await page.getByText('Go back and try again').click()
  await expect(page).toHaveURL('/')
  await expect(welcome(page)).toBeVisible()
})

test('a token that expires while a form is filled in is renewed, and nothing typed is lost', async ({ page }) => {
  await enter(page, demoAccount('admin'))
  await page.goto('/projects/new')
  await page.getByLabel('Name').fill('Written before the token expired')
  let refused = 0
  await page.route('**/api/v1/projects', async (route) => {
    if (route.request().method() === 'POST' && refused++ === 0) {
      await route.fulfill({ status: 401, json: { errors: [{ code: 'ERR_0401', detail: 'The token has expired.' }] } })
    } else await route.fallback()
  })
  await page
    .getByRole('button', { name: /create|save/i })
    .last()
    .click()
  await expect(page.getByRole('heading', { name: 'Written before the token expired', level: 1 })).toBeVisible()
  expect(refused).toBeGreaterThan(1)
})

test('a clock that is an hour wrong changes nothing', async ({ browser, baseURL }) => {
  for (const hours of [-1, 1]) {
    const context = await browser.newContext({ baseURL })
    const page = await context.newPage()
    await page.clock.install({ time: Date.now() + hours * 3_600_000 })
    await page.clock.resume()
    await enter(page, demoAccount('member'))
    await page.reload()
    await expect(welcome(page)).toBeVisible()
    await context.close()
  }
})

test('without local storage one can work, and is told that the session ends with the page', async ({ page }) => {
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
    }
  })
  await enter(page, demoAccount('member'))
  await expect(page.getByText(/storage/i).first()).toBeVisible()
  await page.getByRole('link', { name: 'Projects', exact: true }).first().click()
  await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()
})
