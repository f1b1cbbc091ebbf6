import { expect, type Locator, type Page } from 'playwright/test'
import { demoAccount } from './support/demo.ts'
import { test } from './support/watched-page.ts'

/** Goes on by Tab until this has the focus: it fails where somebody without a mouse would be lost. */
const tabTo = async (page: Page, target: Locator): Promise<void> => {
  const isFocused = () => target.evaluate((element) => element === document.activeElement)
  for (let presses = 0; presses < 80 && !(await isFocused()); presses++) await page.keyboard.press('Tab')
  await expect(target).toBeFocused()
}
const press = async (page: Page, target: Locator, key = 'Enter'): Promise<void> => {
  await tabTo(page, target)
  await page.keyboard.press(key)
}

test('from the start page to a sign-up, without a mouse', async ({ page }) => {
  await page.goto('/home')
  await press(page, page.getByRole('link', { name: 'Get started' }))
  const signUp = page.getByRole('link', { name: 'Start free trial' })
  await expect(signUp).toBeVisible()
  await press(page, signUp)
  await tabTo(page, page.getByLabel('Business email'))
  await page.keyboard.type('emmy@noether-lab.org')
  await press(page, page.getByRole('checkbox'), 'Space')
  await press(page, page.getByRole('button', { name: 'Start free trial' }))
  await expect(page.getByRole('heading', { level: 1, name: 'Check your inbox' })).toBeFocused()
})

test('from the log-in through menus, a form and a dialog, without a mouse', async ({ page }) => {
  const { email, password } = demoAccount('admin')
  await page.goto('/auth/login')
  await expect(page.getByLabel('Email')).toBeFocused()
  await page.keyboard.type(email)
  await tabTo(page, page.getByLabel('Password', { exact: true }))
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: /^Welcome, / })).toBeFocused()

  await test.step('a page by the side menu', async () => {
    await page.keyboard.press('Shift+Tab')
    await press(page, page.getByRole('link', { name: 'Projects', exact: true }).first())
    await expect(page.getByRole('heading', { level: 1, name: 'Projects' })).toBeFocused()
  })

  await test.step('a form', async () => {
    await press(page, page.getByRole('main').locator('a, button').filter({ hasText: 'Create a new project' }))
    await expect(page.getByLabel('Name')).toBeFocused()
    await page.keyboard.type('Typed without a mouse')
    await tabTo(page, page.getByLabel('Description (optional)'))
    await page.keyboard.type('Every key')
    await press(page, page.getByRole('button', { name: 'Save' }))
    await expect(page.getByRole('heading', { level: 1, name: 'Typed without a mouse' })).toBeFocused()
  })

  await test.step('the user menu', async () => {
    await press(page, page.getByRole('button', { name: /^User menu/ }))
    await expect(page.getByRole('menu')).toBeVisible()
    const settings = page.getByRole('menuitem', { name: 'Settings', exact: true })
    for (let presses = 0; presses < 12; presses++) {
      if (await settings.evaluate((element) => element === document.activeElement)) break
      await page.keyboard.press('ArrowDown')
    }
    await expect(settings).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeFocused()
  })

  await test.step('a dialog, which gives the focus back', async () => {
    await page.goto('/settings/users')
    const opener = page.getByRole('button', { name: 'Invite users' })
    await expect(opener).toBeVisible()
    await press(page, opener)
    const dialog = page.getByRole('dialog', { name: 'Invite users' })
    await expect(dialog.getByLabel('Email addresses')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(opener).toBeFocused()
  })
})
