import { requestToken, runtimeConfig, signup, signupConfirm } from '@lamella/shared/contract'
import { hDabField, toPng } from '@lamella/shared/testing/pictures/index.ts'
import { expect, type Locator, type Page } from 'playwright/test'
import { openInviteDialog } from './steps/invite.ts'
import { mailedLink } from './support/outbox.ts'
import { test } from './support/watched-page.ts'

// An organisation of its own: its sessions and invitations are ended here.
const account = { email: 'admin@focus-lab.org', password: 'Analytical#1843' }
const agreed = { agreementTerms: true, agreementPrivacy: true }

/** Without the screens, which accounts.spec.ts and main-job.spec.ts go through. */
const signUp = async (page: Page): Promise<void> => {
  await page.request.post(signup.path, { data: { data: { email: account.email, ...agreed } } })
  const token = new URL(await mailedLink(account.email)).searchParams.get('token')
  const person = { firstName: 'Ada', lastName: 'Focus', organizationName: 'Focus Lab', password: account.password }
  const answer = await page.request.post(signupConfirm.path, { data: { data: { ...person, token, ...agreed } } })
  expect(answer.status()).toBe(204)
}

const logInTo = async (page: Page, path: string): Promise<void> => {
  await page.goto(`/auth/login?return=${encodeURIComponent(path)}`)
  await page.getByLabel('Email').fill(account.email)
  await page.getByLabel('Password', { exact: true }).fill(account.password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page).toHaveURL(path)
}

/** A session in another browser. */
const logInElsewhere = async (page: Page, agent: string): Promise<void> => {
  const config = runtimeConfig.parse(await (await page.request.get('/assets/config/config.json')).json())
  const answer = await page.request.post(requestToken.path, {
    headers: { authorization: `Basic ${btoa(`${config.appId}:${config.appSecret}`)}`, 'user-agent': agent },
    form: { grant_type: 'password', scope: 'all_info', username: account.email, password: account.password },
  })
  expect(answer.status()).toBe(200)
}
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

const press = async (target: Locator): Promise<void> => {
  await target.focus()
  await target.press('Enter')
}
const title = (page: Page, name: string): Locator => page.getByRole('heading', { level: 1, name })

const upload = async (page: Page, names: readonly string[]): Promise<string> => {
  await page.goto('/projects/new')
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Focus')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(title(page, 'Focus')).toBeVisible()
  const project = new URL(page.url()).pathname
  await page.goto(`/datastorage/upload?project=${project.split('/').at(-1)}`)
  const files = names.map(async (name, seed) => ({
    name,
    mimeType: 'image/png',
    buffer: Buffer.from(await toPng(hDabField({ seed, width: 64, height: 48, nuclei: 2 }))),
  }))
  await page.getByLabel('Files for 2D Images').setInputFiles(await Promise.all(files))
  await page.getByRole('button', { name: 'Start upload' }).click()
  await expect(page.getByText('Image uploads have completed.')).toBeVisible({ timeout: 60_000 })
  await page.goto(`${project}/library`)
  for (const name of names) {
    const tile = page.getByRole('button', { name }).filter({ has: page.locator('img') })
    await expect(tile).toBeVisible({ timeout: 60_000 })
  }
  return project
}

/** Of the image whose details are shown. */
const deleteShown = async (page: Page): Promise<void> => {
  await press(page.getByRole('button', { name: 'More actions' }))
  await page.getByRole('menuitem', { name: 'Delete image' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Delete image' })
  await press(dialog.getByRole('button', { name: 'Delete' }))
  await expect(dialog).toHaveCount(0)
}

test('after every deletion the keyboard goes on at a neighbour of what is gone', async ({ page }) => {
  test.setTimeout(240_000)
  await signUp(page)
  await logInTo(page, '/settings')
  const project = await upload(page, ['a.png', 'b.png', 'c.png', 'd.png'])

  await test.step('an image among tiles, an image among rows, the last one', async () => {
    const grid = page.getByRole('main')
    const tile = (name: string) => grid.getByRole('button', { name, pressed: false })
    const order = await grid.locator('[data-item]').allInnerTexts()
    const names = order.map((text) => /[a-d]\.png/.exec(text)?.[0] ?? '')
    const [first = '', second = '', third = '', fourth = ''] = names
    await press(tile(second))
    await press(page.getByRole('button', { name: 'Close details' }))
    await expect(tile(second)).toBeFocused()
    await press(tile(second))
    await deleteShown(page)
    await expect(tile(third)).toBeFocused()

    await page.goto(`${project}/library?view=table`)
    const row = (name: string) => page.getByRole('table', { name: 'Images' }).getByRole('button', { name })
    await press(row(fourth))
    await deleteShown(page)
    await expect(row(third)).toBeFocused()
    await press(row(first))
    await deleteShown(page)
    await expect(row(third)).toBeFocused()
    await press(row(third))
    await deleteShown(page)
    await expect(page.getByRole('main').getByRole('heading').first()).toBeFocused()
  })

  await test.step('a project, whose page is gone with it', async () => {
    await page.goto(project)
    await press(page.getByRole('button', { name: 'Project actions' }))
    await page.getByRole('menuitem', { name: 'Delete project' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Delete project' })
    await dialog.getByRole('textbox').fill('Focus')
    await page.keyboard.press('Enter')
    await expect(title(page, 'Projects')).toBeFocused()
  })

  await test.step('invitations', async () => {
    const invite = await openInviteDialog(page, ['one@focus-lab.org', 'two@focus-lab.org'])
    await invite.getByRole('button', { name: 'Send invitations' }).click()
    await expect(invite).toHaveCount(0)
    const more = page.getByRole('table', { name: 'Invitations' }).locator('tbody').getByRole('button')
    await expect(more).toHaveCount(2)
    const revokeFirst = async () => {
      await press(more.first())
      await page.getByRole('menuitem', { name: 'Revoke' }).press('Enter')
      const question = page.getByRole('dialog', { name: 'Revoke invitation' })
      await press(question.getByRole('button', { name: 'Revoke' }))
      await expect(question).toHaveCount(0)
    }
    await revokeFirst()
    await expect(more).toHaveCount(1)
    await expect(more.first()).toBeFocused()
    await revokeFirst()
    await expect(page.getByRole('heading', { name: 'No open invitations' })).toBeFocused()
  })

  await test.step('sessions, which are not asked about', async () => {
    for (let count = 0; count < 2; count++) await logInElsewhere(page, firefox)
    await page.goto('/settings')
    const others = page.getByRole('region', { name: 'Sessions' }).getByRole('button', { name: /^Log out Firefox/ })
    await expect(others).toHaveCount(2)
    await press(others.first())
    await expect(others).toHaveCount(1)
    await expect(others.first()).toBeFocused()
    await press(others.first())
    await expect(others).toHaveCount(0)
    await expect(page.getByRole('heading', { name: 'Sessions' })).toBeFocused()
  })
})
