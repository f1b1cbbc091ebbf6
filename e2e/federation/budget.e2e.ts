import { screens, scriptsOf } from '@lamella/shared/config/size-budget.ts'
import { expect } from 'playwright/test'
import { release, test } from './fixture.ts'

test('the budget of the log-in page counts exactly the scripts that a browser loads for it', async ({
  page,
  portal,
  builds,
}) => {
  const [auth] = builds.auth
  await release(portal, auth)
  const loaded: string[] = []
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (pathname.endsWith('.js')) loaded.push(pathname)
  })
  await page.goto(`${portal.url}/auth/login`)
  await expect(page.getByRole('textbox', { name: 'Email' })).toBeVisible()
  await page.waitForLoadState('networkidle')

  const screen = screens.find(({ name }) => name === 'log-in page')
  if (!screen) throw new Error('The log-in page has no budget')
  const counted = scriptsOf(screen).map(({ path }) =>
    path
      .replace('shell/dist', `/remotes/shell/${builds.shell.version}`)
      .replace('mfe-auth/dist', `/remotes/auth/${auth.version}`)
      .replace(/\.br$/, ''),
  )
  expect([...new Set(loaded)].sort()).toEqual(counted.sort())
})
