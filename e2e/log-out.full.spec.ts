import { deleteProject, eventStream } from '@lamella/shared/contract'
import { expect, type Page } from 'playwright/test'
import { enter } from './steps/account.ts'
import { demoAccount } from './support/demo.ts'
import { test } from './support/policy.ts'

const name = 'Deleted in another window'

/** As another window of the same user would. */
const deleteElsewhere = async (page: Page): Promise<void> => {
  const projectId = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  const stored = JSON.parse((await page.evaluate(() => localStorage.getItem('authToken'))) ?? '{}')
  const answer = await page.request.delete(deleteProject.path.replace(':projectId', projectId), {
    headers: { authorization: `Bearer ${stored.accessToken}` },
  })
  expect(answer.status()).toBe(204)
}

test('D1-2.1-22 a toast that stays is gone with the log-out', async ({ page }) => {
  // This window does not hear of what others do, which it would follow: the deletion has to fail in it.
  await page.route(`**${eventStream.path}*`, (route) => route.abort())
  await enter(page, demoAccount('member'))
  await page.goto('/projects/new')
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()

  await page.getByRole('button', { name: 'Project actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete project' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete project' })
  await dialog.getByRole('textbox').fill(name)
  await deleteElsewhere(page)
  await dialog.getByRole('button', { name: 'Delete' }).click()
  const toast = page
    .getByRole('region', { name: 'Messages' })
    .getByText(/^Project could not be deleted due to an error/)
  await expect(toast).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  // It stays on another page.
  await page.getByRole('link', { name: 'Data Storage', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Data Storage' })).toBeVisible()
  await expect(toast).toBeVisible()
  await page.getByRole('button', { name: /^User menu/ }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Goodbye' })).toBeVisible()
  await expect(toast).toHaveCount(0)
})
