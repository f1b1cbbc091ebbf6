import path from 'node:path'
import { expect, type Page } from 'playwright/test'
import { enter, enterByLogIn } from './steps/account.ts'
import { openNewProject } from './steps/new-project.ts'
import { demoAccount } from './support/demo.ts'
import { invalidateTokens, noNetwork, respondSlowly, respondUnavailable } from './support/faults.ts'
import { test, watchPolicy } from './support/policy.ts'

/** Faults of network and machine: responses are delayed or replaced in transit; the server is real. */
const api = '**/api/**'
const welcome = (page: Page) => page.getByRole('heading', { name: /^Welcome, / })

const fillLogin = async (page: Page): Promise<void> => {
  const { email, password } = demoAccount('member')
  await page.goto('/auth/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
}
const submit = (page: Page) => page.getByRole('button', { name: 'Log in', exact: true })

test('no network at the log-in: an error is shown, the address is kept, and the log-in works when the network is back', async ({
  page,
}) => {
  test.setTimeout(120_000)
  await fillLogin(page)
  await page.route(api, noNetwork)
  await submit(page).click()
  // The token call is retried five times (D1-7-09).
  await expect(page.getByRole('heading', { name: 'Sorry, something went wrong' })).toBeVisible({ timeout: 60_000 })
  await page.unroute(api)
  await page.getByText('Go back and try again').click()
  const { email, password } = demoAccount('member')
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await submit(page).click()
  await expect(welcome(page)).toBeVisible()
})

test('a log-in whose response takes 10 seconds: the button is disabled meanwhile, then the page is shown', async ({
  page,
}) => {
  await fillLogin(page)
  await page.route('**/oauth2/token', respondSlowly)
  await submit(page).click()
  await expect(submit(page)).toBeDisabled()
  await expect(page.getByLabel('Email')).toHaveValue(demoAccount('member').email)
  await expect(welcome(page)).toBeVisible()
})

test('lists whose response takes 10 seconds show skeletons, and the rest of the page works', async ({ page }) => {
  await enter(page, demoAccount('member'))
  await page.route('**/api/v2/projects*', respondSlowly)
  await page.goto('/projects')
  await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()
  await expect(page.locator('.mantine-Skeleton-root').first()).toBeVisible()
  await page.getByRole('link', { name: 'Data Storage', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Data Storage', level: 1 })).toBeVisible()
  await page.goBack()
  await expect(page.locator('.mantine-Skeleton-root')).toHaveCount(0)
  await expect(page.getByText(/\d+ total|No projects found/)).toBeVisible()
})

test('a form whose response takes 10 seconds is sent once, keeps its text, and is stored', async ({ page }) => {
  await enter(page, demoAccount('admin'))
  await page.goto('/projects/new')
  await page.route('**/api/v1/projects', respondSlowly)
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Stored on a slow day')
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/v1/projects')) sent.push(request.url())
  })
  const create = page.getByRole('button', { name: /create|save/i }).last()
  await create.click()
  await expect(create).toBeDisabled()
  await page.getByRole('textbox', { name: 'Name', exact: true }).press('Enter')
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Stored on a slow day')
  await expect(page.getByRole('heading', { name: 'Stored on a slow day', level: 1 })).toBeVisible()
  expect(sent).toHaveLength(1)
})

test('a service that is down leads to an error page, and back when it is up again', async ({ page }) => {
  await enter(page, demoAccount('member'))
  await page.route('**/api/v2/projects*', respondUnavailable)
  await page.goto('/')
  await expect(page).toHaveURL(/\/error(\/503)?$/)
  await page.unroute('**/api/v2/projects*')
  await page.getByText('Go back and try again').click()
  await expect(page).toHaveURL('/')
  await expect(welcome(page)).toBeVisible()
})

test('a token that is refused while a form is filled in is renewed, and nothing typed is lost', async ({ page }) => {
  await enter(page, demoAccount('admin'))
  await page.goto('/projects/new')
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Written before the token expired')
  await invalidateTokens(page, 'accessToken')
  const refused = page.waitForResponse((response) => response.status() === 401)
  await page
    .getByRole('button', { name: /create|save/i })
    .last()
    .click()
  await refused
  await expect(page.getByRole('heading', { name: 'Written before the token expired', level: 1 })).toBeVisible()
})

test('a session that ends while a form is filled in: a message is shown, and the text is restored after the log-in', async ({
  page,
}) => {
  const { email, password } = demoAccount('admin')
  await enter(page, demoAccount('admin'))
  await page.goto('/projects/new')
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Written before the session ended')
  await invalidateTokens(page, 'accessToken', 'refreshToken')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page).toHaveURL(/\/auth\/login\?return=%2Fprojects/)
  await expect(page.getByText(/your session expired/i)).toBeVisible()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await submit(page).click()
  // A failed creation leads to the list of projects (D2-4-08), from which the form is opened again.
  await openNewProject(page)
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Written before the session ended')
  await expect(page.getByText(/text was restored/)).toBeVisible()
})

for (const { fault, trouble, leads } of [
  { fault: 'no network', trouble: noNetwork, leads: '/projects/new' },
  { fault: 'a service that is down', trouble: respondUnavailable, leads: '/projects' },
]) {
  test(`${fault} while a form is filled in: the text is kept until it is over`, async ({ page }) => {
    const name = `Written at the time of ${fault}`
    await enter(page, demoAccount('admin'))
    await page.goto('/projects/new')
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
    await page.route('**/api/v1/projects', trouble)
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText(/not known whether the project was created|Something went wrong/)).toBeVisible()
    await expect(page).toHaveURL(leads)
    await page.unroute('**/api/v1/projects')
    await page.goto('/projects/new')
    await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue(name)
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
  })
}

test('names typed for selected files survive the end of the session, with the files, and a reload', async ({
  page,
}) => {
  const { email, password } = demoAccount('admin')
  const pick = (...names: string[]) =>
    page
      .getByLabel('Files for 2D Images')
      .setInputFiles(names.map((name) => ({ name, mimeType: 'image/png', buffer: Buffer.from(name) })))
  const typed = page.getByRole('textbox', { name: 'New name of second.png' })
  const rename = (name: string) => page.getByRole('button', { name: `Edit name of ${name}` }).click()
  await enter(page, { email, password })
  await page.goto('/projects/new')
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Named in trouble')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { name: 'Named in trouble', level: 1 })).toBeVisible()
  await page.goto(`/datastorage/upload?project=${path.basename(new URL(page.url()).pathname)}`)
  await pick('first.png', 'second.png')
  await rename('first.png')
  await page.getByRole('textbox', { name: 'New name of first.png' }).fill('Liver 7')
  await page.getByRole('button', { name: 'Save name' }).click()
  await rename('second.png')
  await typed.fill('Liver 8, not yet sa')

  await test.step('the session ends', async () => {
    await invalidateTokens(page, 'accessToken', 'refreshToken')
    await page.getByRole('link', { name: 'Projects', exact: true }).first().click()
    await expect(page.getByText(/your session expired/i)).toBeVisible()
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await submit(page).click()
    await page.getByRole('banner').getByRole('link', { name: 'Upload images' }).click()
    await page.getByRole('radio', { name: 'Named in trouble' }).check()
    await page.getByRole('button', { name: 'Select images' }).click()
    await expect(page.getByText('Liver 7')).toBeVisible()
    await expect(typed).toHaveValue('Liver 8, not yet sa')
  })
  await test.step('a reload: after selecting the files again their names are restored', async () => {
    await page.reload()
    await page.getByRole('radio', { name: 'Named in trouble' }).check()
    await page.getByRole('button', { name: 'Select images' }).click()
    await expect(page.getByText('No data is selected')).toBeVisible()
    await pick('first.png', 'second.png')
    await expect(page.getByText('Liver 7')).toBeVisible()
    await expect(page.getByText('Liver 8, not yet sa')).toBeVisible()
  })
})

test('a clock that is wrong by one hour changes nothing', async ({ browser, baseURL, violations }) => {
  for (const hours of [-1, 1]) {
    const context = await browser.newContext({ baseURL })
    await watchPolicy(context, violations)
    const page = await context.newPage()
    await page.clock.install({ time: Date.now() + hours * 3_600_000 })
    await page.clock.resume()
    await enterByLogIn(page, demoAccount('member'))
    await page.reload()
    await expect(welcome(page)).toBeVisible()
    await context.close()
  }
})

/** Browsers whose local storage is full or disabled. */
const storageFaults = {
  full: () => {
    Storage.prototype.setItem = () => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
    }
  },
  disabled: () => {
    Object.defineProperty(window, 'localStorage', {
      get: () => {
        throw new DOMException('Access is denied for this document.', 'SecurityError')
      },
    })
  },
}

for (const [fault, begin] of Object.entries(storageFaults)) {
  test(`with a local storage that is ${fault} the portal works, and a message says that the session ends with the page`, async ({
    page,
  }) => {
    await page.addInitScript(begin)
    await enterByLogIn(page, demoAccount('member'))
    await expect(page.getByText('You stay logged in only in this tab')).toBeVisible()
    await page.getByRole('link', { name: 'Projects', exact: true }).first().click()
    await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()
  })
}
