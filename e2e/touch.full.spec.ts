import { expect, type Page } from 'playwright/test'
import { enter } from './steps/account.ts'
import { demoAccount } from './support/demo.ts'
import { expectTouchTargets } from './support/targets.ts'
import { test } from './support/watched-page.ts'

/** Touch targets on the screens of the demo organisation; screens with images are tested in the main job. */
test.describe.configure({ mode: 'parallel' })
test.use({
  viewport: { width: 390, height: 844 },
  isMobile: true,
  hasTouch: true,
  contextOptions: { reducedMotion: 'reduce' },
})

const lookAt = async (page: Page, screens: Record<string, string>): Promise<void> => {
  for (const [name, path] of Object.entries(screens)) {
    await test.step(name, async () => {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.locator('.mantine-Skeleton-root')).toHaveCount(0)
      await expectTouchTargets(page, name)
    })
  }
}

test('the check finds a target that is too small, and the pointer is coarse', async ({ page }) => {
  test.fail()
  await page.setContent('<button type="button" style="width: 43px; height: 100px">x</button>')
  expect(await page.evaluate(() => matchMedia('(pointer: coarse)').matches)).toBe(true)
  await expectTouchTargets(page, 'flaw')
})

test('of public pages', async ({ page }) => {
  await lookAt(page, {
    home: '/home',
    login: '/auth/login',
    'sign-up': '/auth/signup',
    'password-reset': '/auth/password/reset',
    logout: '/auth/logout',
    welcome: '/auth/welcome',
    error: '/error/404',
  })
})

test('of an admin', async ({ page }) => {
  await enter(page, demoAccount('admin'))
  await lookAt(page, {
    dashboard: '/',
    projects: '/projects',
    'new-project': '/projects/new',
    'data-storage': '/datastorage',
    upload: '/datastorage/upload',
    monitor: '/datastorage/monitor',
    settings: '/settings',
    users: '/settings/users',
    invitations: '/settings/users?scope=invitations',
    subscriptions: '/settings/subscriptions',
    audit: '/settings/audit',
    'ai-dashboard': '/ai-trainer/dashboard',
    'ai-new-training': '/ai-trainer/new-training',
    'ai-overview': '/ai-trainer/training-overview',
  })
})

test('of a guest', async ({ page }) => {
  await enter(page, demoAccount('guest'))
  await lookAt(page, { dashboard: '/', settings: '/settings', 'ai-guest': '/ai-trainer/guest' })
})

test('of overlays', async ({ page }) => {
  await enter(page, demoAccount('admin'))
  await page.goto('/settings/users')
  await page.getByRole('button', { name: 'Open menu' }).tap()
  await page.getByRole('button', { name: 'Pages of AI' }).tap()
  await expect(page.getByRole('link', { name: 'New Training' })).toBeVisible()
  await expectTouchTargets(page, 'side menu')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^User menu/ }).tap()
  await expect(page.getByRole('menu')).toBeVisible()
  await expectTouchTargets(page, 'user menu')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Invite users' }).tap()
  await expect(page.getByRole('dialog', { name: 'Invite users' })).toBeVisible()
  await expectTouchTargets(page, 'invite')
})

/** With both free plans the header shows the trial indicator beside the enlarged touch targets. */
for (const width of [320, 360, 390]) {
  test(`of a member on trial at ${width} px, in a header that is not too wide`, async ({ page }) => {
    await page.setViewportSize({ width, height: 700 })
    await page.route(
      (url) => url.pathname === '/api/v1/subscriptions',
      async (route) => {
        const response = await route.fetch()
        const { data, ...answer } = await response.json()
        const plans = ['LAMELLA_PORTAL_CLOUD_FREE', 'LAMELLA_AI_CLOUD_FREE']
        const free = plans.map((name) => ({
          ...data[0],
          validUntil: '2099-01-01T00:00:00.000Z',
          subscriptionPlan: { ...data[0].subscriptionPlan, name },
        }))
        await route.fulfill({ response, json: { ...answer, data: free } })
      },
    )
    await enter(page, demoAccount('member'))
    await page.goto('/settings')
    await expect(page.getByRole('button', { name: 'free trial' })).toBeVisible()
    await expectTouchTargets(page, 'trial')
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(overflow).toBeLessThanOrEqual(0)
  })
}
