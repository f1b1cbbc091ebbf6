import { type Browser, expect, type Page } from 'playwright/test'
import { enter } from './steps/account.ts'
import { demoAccount } from './support/demo.ts'
import { test, watch } from './support/watched-page.ts'
import { expectGoodAtAllWidths } from './support/widths.ts'

/** A page of another person, in a browser of their own. */
const newPerson = async (browser: Browser, faults: string[]): Promise<Page> => {
  const context = await browser.newContext({ reducedMotion: 'reduce', viewport: { width: 1280, height: 800 } })
  const page = await context.newPage()
  watch(page, faults)
  return page
}

const bellOf = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^Notifications/ })
const unreadOf = async (page: Page): Promise<number> =>
  Number(/(\d+) unread/.exec((await bellOf(page).getAttribute('aria-label')) ?? '')?.[1] ?? 0)

test('the bell of one person rings when another shares a project, and leads there by keyboard', async ({
  page: admin,
  browser,
  faults,
}, info) => {
  const name = `Rung study ${info.repeatEachIndex}`
  const member = await newPerson(browser, faults)
  await enter(member, demoAccount('member'))
  // The dashboard may begin its tour.
  await member.goto('/projects')
  await expect(bellOf(member)).toBeVisible()
  const before = await unreadOf(member)

  await test.step('the admin makes a project and shares it', async () => {
    await enter(admin, demoAccount('admin'))
    await admin.goto('/projects/new')
    await admin.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
    await admin.getByRole('button', { name: 'Save' }).click()
    await admin.getByRole('link', { name: 'Share the project' }).click()
    await admin.getByRole('combobox', { name: 'People to add' }).fill('Jonas Weber')
    await admin.keyboard.press('Enter')
    await admin.getByRole('button', { name: 'Add person' }).click()
    await expect(
      admin.getByRole('table', { name: 'Contributors' }).getByRole('row', { name: 'Jonas Weber' }),
    ).toBeVisible()
  })

  await test.step('the bell of the member counts it without a reload, and says so', async () => {
    await expect(bellOf(member)).toHaveAccessibleName(`Notifications, ${before + 1} unread`)
    await expect(member.getByRole('status').filter({ hasText: `${before + 1} unread` })).toHaveCount(1)
  })

  const panel = member.getByRole('dialog', { name: 'Notifications' })
  const link = panel.getByRole('link', { name: new RegExp(`^Unread: .+ shared ${name}$`) })
  await test.step('the panel is good at all widths, in light and dark', async () => {
    await bellOf(member).focus()
    await member.keyboard.press('Enter')
    await expect(link).toBeVisible()
    await expectGoodAtAllWidths(member, 'notifications', link)
    await member.setViewportSize({ width: 1280, height: 800 })
  })

  await test.step('Escape gives the focus back to the bell, Enter follows the link', async () => {
    await member.keyboard.press('Escape')
    await expect(panel).toBeHidden()
    await expect(bellOf(member)).toBeFocused()
    await member.keyboard.press('Enter')
    await expect(link).toBeVisible()
    await link.focus()
    await member.keyboard.press('Enter')
    await expect(member.getByRole('heading', { level: 1, name })).toBeVisible()
    await expect.poll(() => unreadOf(member)).toBe(before)
  })

  await test.step('what is no longer shared is no longer told', async () => {
    // Away from the project, which its page would read again in vain.
    await member.goto('/settings#notifications')
    await expect(member.getByRole('region', { name: 'Notifications' })).toBeInViewport()
    await admin.getByRole('button', { name: 'Actions for Jonas Weber' }).click()
    await admin.getByRole('menuitem', { name: 'Remove from project' }).click()
    const question = admin.getByRole('dialog', { name: 'Remove from project' })
    await question.getByRole('button', { name: 'Remove', exact: true }).click()
    await expect(
      admin.getByRole('table', { name: 'Contributors' }).getByRole('row', { name: 'Jonas Weber' }),
    ).toHaveCount(0)
    await bellOf(member).click()
    await expect(panel.getByRole('button', { name: 'Mark all as read' })).toBeVisible()
    await expect(panel.getByText(name)).toHaveCount(0)
  })
})
