import { expect, type Locator, type Page } from 'playwright/test'
import { enter } from './steps/account.ts'
import { demoAccount } from './support/demo.ts'
import { test } from './support/watched-page.ts'

/** Presses Tab until `target` has the focus; fails when it cannot be reached by keyboard. */
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
    // By the dialog of the list, or directly as long as there are no projects.
    const main = page.getByRole('main')
    const add = main.getByRole('button', { name: 'Add project' })
    await press(page, add.or(main.getByRole('button', { name: 'Create a new project' })))
    const item = page.getByRole('dialog').getByRole('link', { name: 'Create new project' })
    await expect(item.or(page.getByRole('textbox', { name: 'Name', exact: true }))).toBeVisible()
    if (await item.isVisible()) await press(page, item)
    await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused()
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

  await test.step('a dialog, which returns the focus', async () => {
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

  await test.step('a dialog opened from a menu, which returns the focus to the menu', async () => {
    const menu = page.getByRole('button', { name: /^Role of/ }).first()
    await press(page, menu)
    await expect(page.getByRole('menuitem').first()).toBeFocused()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Change role' })
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(menu).toBeFocused()
  })

  await test.step('the skip link, after which the back button leads to the previous page', async () => {
    await page.goto('/projects')
    await page
      .getByRole('link', { name: 'Typed without a mouse' })
      .or(page.getByText('Typed without a mouse'))
      .first()
      .click()
    await expect(page.getByRole('heading', { level: 1, name: 'Typed without a mouse' })).toBeVisible()
    const skip = page.getByRole('link', { name: 'Skip to content' })
    await skip.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('main')).toBeFocused()
    await page.goBack()
    await expect(page).toHaveURL('/projects')
  })

  await test.step('the confirmation before a project is deleted, by mouse', async () => {
    await page.goForward()
    const menu = page.getByRole('button', { name: 'Project actions' })
    await menu.click()
    await page.getByRole('menuitem', { name: 'Delete project' }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete project' })
    await expect(dialog.getByRole('textbox')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(menu).toBeFocused()
  })
})

test('the way back after the log-in keeps the fragment of the address', async ({ page }) => {
  const { email, password } = demoAccount('member')
  await page.goto('/projects?a=1#list')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/projects?a=1#list')
})

test('with the menu minimised the breadcrumb is aligned with the content', async ({ page }) => {
  await enter(page, demoAccount('member'))
  await page.goto('/projects')
  await page.getByRole('button', { name: 'Minimize Menu' }).click()
  await expect(page.getByRole('button', { name: 'Expand Menu' })).toBeVisible()
  const left = (element: Locator) => element.evaluate((found) => found.getBoundingClientRect().left)
  const icon = page
    .getByRole('navigation', { name: 'Breadcrumb' })
    .getByRole('link', { name: 'Dashboard' })
    .locator('svg')
  expect(await left(icon)).toBeCloseTo(await left(page.getByRole('heading', { level: 1 })), 0)
})
