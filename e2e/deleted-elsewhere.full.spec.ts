import { deleteProject } from '@lamella/shared/contract'
import { type Browser, expect, type Page } from 'playwright/test'
import { enter } from './steps/account.ts'
import { demoAccount } from './support/demo.ts'
import { test, watch } from './support/watched-page.ts'

/** A page of a person in a browser of their own. */
const newBrowser = async (browser: Browser, faults: string[], person: 'admin' | 'member'): Promise<Page> => {
  const context = await browser.newContext({ reducedMotion: 'reduce', viewport: { width: 1280, height: 800 } })
  const page = await context.newPage()
  watch(page, faults)
  await enter(page, demoAccount(person))
  return page
}

const anotherWindow = async (page: Page, faults: string[], address: string, title: string): Promise<Page> => {
  const other = await page.context().newPage()
  watch(other, faults)
  await other.goto(address)
  await expect(other.getByRole('heading', { level: 1, name: title })).toBeVisible()
  return other
}

const deleteAs = async (page: Page, projectId: string): Promise<void> => {
  const stored = JSON.parse((await page.evaluate(() => localStorage.getItem('authToken'))) ?? '{}')
  const answer = await page.request.delete(deleteProject.path.replace(':projectId', projectId), {
    headers: { authorization: `Bearer ${stored.accessToken}` },
  })
  expect(answer.status()).toBe(204)
}

test('D2-2-60 all pages of a project follow its deletion in another browser, and keep what is being typed', async ({
  page: member,
  browser,
  faults,
}) => {
  test.setTimeout(120_000)
  const name = 'Deleted elsewhere'
  await enter(member, demoAccount('member'))
  await member.goto('/projects/new')
  await member.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
  await member.getByRole('button', { name: 'Save' }).click()
  await expect(member.getByRole('heading', { level: 1, name })).toBeVisible()
  const path = new URL(member.url()).pathname

  const looking = [
    member,
    await anotherWindow(member, faults, `${path}/library`, 'Image Library'),
    await anotherWindow(member, faults, `${path}/multichannel`, 'Multichannel Settings'),
    await anotherWindow(member, faults, `${path}/analysis`, 'Image Analysis'),
  ]
  const second = await newBrowser(browser, faults, 'member')
  const sets = await anotherWindow(second, faults, `${path}/labelsets`, 'Label Sets')
  await sets
    .getByRole('button', { name: /label set/i })
    .first()
    .click()
  await sets.getByRole('textbox', { name: 'Name' }).fill('Half a name')
  const sharing = await anotherWindow(second, faults, `${path}/sharing`, 'Sharing')
  await sharing.getByRole('combobox', { name: 'People to add' }).fill('eva@partner.test')
  await sharing.keyboard.press('Enter')
  await expect(sharing.getByRole('button', { name: 'Do not add eva@partner.test' })).toBeVisible()

  const admin = await newBrowser(browser, faults, 'admin')
  await deleteAs(admin, path.split('/').at(-1) ?? '')

  await test.step('who only looks is led to the projects list', async () => {
    for (const window of looking) {
      await expect(window.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible()
      await expect(window.getByText(new RegExp(`^${name} was deleted by .+\\.$`))).toBeVisible()
    }
  })
  await test.step('what is typed stays, to be copied', async () => {
    for (const [window, field, text] of [
      [sets, 'Name', 'Half a name'],
      [sharing, 'People to add', 'eva@partner.test'],
    ] as const) {
      await expect(window.getByRole('alert').getByText(/deleted the project in the meantime/)).toBeVisible()
      await expect(window.getByRole('textbox', { name: field })).toHaveValue(text)
      await window.getByRole('button', { name: 'Go to projects' }).click()
      await expect(window.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible()
    }
  })
})
