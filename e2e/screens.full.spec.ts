import { expect, type Page } from 'playwright/test'
import { enter } from './steps/account.ts'
import { demoAccount } from './support/demo.ts'
import { test } from './support/watched-page.ts'
import { expectGoodAtAllWidths } from './support/widths.ts'

/** Public screens, by path. */
const open = {
  home: '/home',
  'sign-up': '/auth/signup',
  welcome: '/auth/welcome',
  login: '/auth/login',
  logout: '/auth/logout',
  'password-reset': '/auth/password/reset',
  'password-confirm': '/auth/password/confirm?email=ada@lovelace-lab.org&token=none',
  'error-401': '/error/401',
  'error-403': '/error/403',
  'error-404': '/error/404',
  'error-410': '/error/410',
  'error-503': '/error/503',
  'error-504': '/error/504',
  'error-agreements': '/error/noAgreementOrTerms',
  'error-other': '/error',
}

/** Screens of all users except guests, as an admin sees them. */
const ofWork = {
  dashboard: '/',
  projects: '/projects',
  'new-project': '/projects/new',
  'data-storage': '/datastorage',
  upload: '/datastorage/upload',
  monitor: '/datastorage/monitor',
}

const ofAdmin = {
  settings: '/settings',
  users: '/settings/users',
  invitations: '/settings/users?scope=invitations',
  subscriptions: '/settings/subscriptions',
  audit: '/settings/audit',
  // The admin of the demo organisation is an operator.
  releases: '/settings/releases',
  'ai-dashboard': '/ai-trainer/dashboard',
  'ai-new-training': '/ai-trainer/new-training',
  'ai-overview': '/ai-trainer/training-overview',
  'ai-evaluation': '/ai-trainer/training-evaluation',
  'ai-robustness': '/ai-trainer/algorithm-robustness',
}

const ofGuest = {
  'guest-dashboard': '/',
  'guest-ai': '/ai-trainer/guest',
  'guest-settings': '/settings',
  'guest-new-project': '/projects/new',
  'guest-upload': '/datastorage/upload',
}

/** Waits until the page is loaded: no skeletons are left. */
const settled = async (page: Page): Promise<void> => {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('.mantine-Skeleton-root')).toHaveCount(0)
}

const lookAt = async (page: Page, screens: Record<string, string>): Promise<void> => {
  for (const [name, path] of Object.entries(screens)) {
    await test.step(name, async () => {
      await page.goto(path)
      await settled(page)
      if (!path.startsWith('/error')) expect(new URL(page.url()).pathname).not.toMatch(/^\/error/)
      await expectGoodAtAllWidths(page, name)
    })
  }
}

for (const [flaw, html] of Object.entries({
  'a picture without a text': '<img src="data:,">',
  'pale text': '<p style="color: #ccc; background-color: #fff">Hardly seen</p>',
  'content wider than a phone': '<p style="width: 500px">Wide</p>',
})) {
  test(`the check of screens finds ${flaw}`, async ({ page }) => {
    test.fail()
    await page.setContent(`<html lang="en"><title>Flaw</title><main><h1>Flaw</h1>${html}</main></html>`)
    await expectGoodAtAllWidths(page, 'flaw')
  })
}

test.describe('Every screen at 320, 800, 1001 and 1440 px, light and dark', () => {
  test.describe.configure({ mode: 'parallel', timeout: 360_000 })

  test('public', async ({ page }) => {
    await lookAt(page, open)
  })

  test('of all users except guests', async ({ page }) => {
    await enter(page, demoAccount('admin'))
    await lookAt(page, ofWork)
  })

  test('of an admin', async ({ page }) => {
    await enter(page, demoAccount('admin'))
    await lookAt(page, ofAdmin)
  })

  test('of a guest', async ({ page }) => {
    await enter(page, demoAccount('guest'))
    await lookAt(page, ofGuest)
  })
})
