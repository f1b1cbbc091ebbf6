import { hDabField, toPng } from '@lamella/shared/testing/pictures/index.ts'
import { type Browser, expect, type Page } from 'playwright/test'
import { enter, enterByLogIn } from './steps/account.ts'
import { shareWith } from './steps/sharing.ts'
import { demoAccount } from './support/demo.ts'
import { mailedLink } from './support/outbox.ts'
import { test, watch } from './support/watched-page.ts'
import { expectGoodAtAllWidths } from './support/widths.ts'

/** A page of another person, in a browser of their own. */
const newPerson = async (browser: Browser, faults: string[]): Promise<Page> => {
  const context = await browser.newContext({ reducedMotion: 'reduce', viewport: { width: 1280, height: 800 } })
  const page = await context.newPage()
  watch(page, faults)
  return page
}

const contributors = (page: Page) => page.getByRole('table', { name: 'Contributors' })
const rowOf = (page: Page, name: string) => contributors(page).getByRole('row', { name })
const removeFrom = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Remove from project' }).click()
}

test('admin, editor and guest work together in one project', async ({ page: admin, browser, faults }, info) => {
  test.setTimeout(300_000)
  const name = `Shared study ${info.repeatEachIndex}`
  const invited = { email: `ida.berg-${info.repeatEachIndex}@partner.test`, password: 'Nanosecond#1906' }
  const editor = await newPerson(browser, faults)
  const guest = await newPerson(browser, faults)

  const project = await test.step('the admin makes a project', async () => {
    await enter(admin, demoAccount('admin'))
    await admin.goto('/projects/new')
    await admin.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
    await admin.getByRole('button', { name: 'Save' }).click()
    await expect(admin.getByRole('heading', { level: 1, name })).toBeVisible()
    return new URL(admin.url()).pathname
  })

  await test.step('shares it with a member as editor, and invites somebody by mail', async () => {
    await admin.getByRole('link', { name: 'Share the project' }).click()
    await expect(admin.getByRole('heading', { level: 1, name: 'Sharing' })).toBeVisible()
    await shareWith(admin, 'Jonas Weber', 'Editor')
    await expect(rowOf(admin, 'Jonas Weber')).toBeVisible()
    await shareWith(admin, invited.email, 'Viewer')
    await expect(admin.getByRole('table', { name: 'Invitations' }).getByText(invited.email)).toBeVisible()
    await expectGoodAtAllWidths(admin, 'sharing')
  })

  await test.step('the editor finds it, and uploads an image', async () => {
    await enter(editor, demoAccount('member'))
    await editor.goto(`${project}/sharing`)
    await expect(rowOf(editor, 'Jonas Weber')).toBeVisible()
    await editor.goto(`/datastorage/upload?project=${project.split('/').at(-1)}&return=${project}/library`)
    const buffer = await toPng(hDabField({ seed: 9, width: 300, height: 200, nuclei: 12 }))
    await editor.getByLabel('Files for 2D Images').setInputFiles({ name: 'liver.png', mimeType: 'image/png', buffer })
    await editor.getByRole('button', { name: 'Start upload' }).click()
  })

  await test.step('the guest accepts, and sees the image, but no way to change anything', async () => {
    await guest.goto(await mailedLink(invited.email))
    await guest.getByLabel('First name').fill('Ida')
    await guest.getByLabel('Last name').fill('Berg')
    await guest.getByLabel('Password', { exact: true }).fill(invited.password)
    await guest.getByLabel('Confirm password').fill(invited.password)
    await guest.getByRole('checkbox').check()
    await guest.getByRole('button', { name: 'Create account' }).click()
    await expect(guest).toHaveURL(/\/auth\/welcome$/)
    await enterByLogIn(guest, invited)
    await guest.goto(`${project}/library`)
    const tile = guest.getByRole('button', { name: 'liver.png' }).filter({ has: guest.locator('img') })
    await expect(tile).toBeVisible({ timeout: 60_000 })
    await expect(guest.getByRole('link', { name: 'Upload images' })).toHaveCount(0)
    await guest.goto(`${project}/sharing`)
    await expect(rowOf(guest, 'Ida Berg')).toContainText('(you)')
    await expect(guest.getByRole('combobox', { name: 'People to add' })).toHaveCount(0)
    await expectGoodAtAllWidths(guest, 'sharing-guest')
  })

  await test.step('the admin sees the guest come, without a reload', async () => {
    await expect(rowOf(admin, 'Ida Berg')).toContainText('Viewer')
    await expect(admin.getByRole('table', { name: 'Invitations' })).toHaveCount(0)
  })

  await test.step('both want to remove the guest: the second is told, and the guest is out', async () => {
    await editor.goto(`${project}/sharing`)
    await removeFrom(editor, 'Ida Berg')
    const question = editor.getByRole('dialog', { name: 'Remove from project' })
    await expect(question).toContainText('Ida Berg, Viewer, loses access')
    await removeFrom(admin, 'Ida Berg')
    await admin
      .getByRole('dialog', { name: 'Remove from project' })
      .getByRole('button', { name: 'Remove', exact: true })
      .click()
    await expect(rowOf(admin, 'Ida Berg')).toHaveCount(0)
    await expect(guest).toHaveURL(/\/error/)
    expect(faults.filter((fault) => !/404|403/.test(fault))).toEqual([])
    faults.length = 0

    await question.getByRole('button', { name: 'Remove', exact: true }).click()
    await expect(editor.getByText('ERROR(User is not a contributor)')).toBeVisible()
    await expect(rowOf(editor, 'Ida Berg')).toHaveCount(0)
    expect(faults.filter((fault) => !/409/.test(fault))).toEqual([])
    faults.length = 0
  })

  await test.step('an editor who becomes a viewer loses the controls on the open page', async () => {
    await expect(editor.getByRole('combobox', { name: 'People to add' })).toBeVisible()
    await admin.getByRole('combobox', { name: 'Role of Jonas Weber' }).click()
    await admin.getByRole('option', { name: 'Viewer', exact: true }).click()
    await expect(editor.getByText('As Viewer you cannot share this project.')).toBeVisible()
    await expect(editor.getByRole('combobox', { name: 'People to add' })).toHaveCount(0)
    // The invitations, which are no longer theirs to see.
    expect(faults.filter((fault) => !/403/.test(fault))).toEqual([])
    faults.length = 0
  })
  for (const page of [editor, guest]) await page.context().close()
})
