import path from 'node:path'
import { screens, scriptsOf } from '@lamella/shared/config/size-budget.ts'
import { expect } from 'playwright/test'
import { enterByLogIn } from './steps/account.ts'
import { demoAccount } from './support/demo.ts'
import { test } from './support/watched-page.ts'

test('the budget of the dashboard counts exactly the scripts that a browser loads for it', async ({
  page,
  context,
}) => {
  await enterByLogIn(page, demoAccount('admin'))
  // The chunk of the tour is counted in the budget of new users.
  await page.evaluate(() => localStorage.setItem('hasSeenDashboardTour', 'true'))
  const second = await context.newPage()
  const loaded = new Set<string>()
  second.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (pathname.endsWith('.js')) loaded.add(path.basename(pathname))
  })
  await second.goto('/')
  await expect(second.getByRole('heading', { name: /^Welcome, / })).toBeVisible()
  await expect(second.locator('.mantine-Skeleton-root')).toHaveCount(0)

  const screen = screens.find(({ name }) => name === 'dashboard')
  if (!screen) throw new Error('The dashboard has no budget')
  const counted = scriptsOf(screen).map((script) => path.basename(script.path, '.br'))
  await expect.poll(() => [...loaded].sort()).toEqual(counted.sort())
})
