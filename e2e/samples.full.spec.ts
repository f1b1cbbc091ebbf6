import { expect } from 'playwright/test'
import { enter } from './steps/account.ts'
import { demoAccount } from './support/demo.ts'
import { test } from './support/watched-page.ts'
import { expectGoodAtAllWidths } from './support/widths.ts'

test('D2-2-48 D2-4-16 D2-7-07 a member adds a sample, whose images are drawn while they look on', async ({ page }) => {
  test.setTimeout(240_000)
  await enter(page, demoAccount('member'))
  await page.goto('/projects')
  const main = page.getByRole('main')
  // The list offers it by its dialog, or directly as long as it is empty.
  const add = main.getByRole('button', { name: 'Add project' })
  await add
    .or(main.getByRole('button', { name: 'Add a sample project' }))
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  await expectGoodAtAllWidths(page, 'add-project', dialog)
  await dialog.getByRole('button', { name: /^Myocardial ultra-structure analysis \(TEM\)/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Myocardial ultra-structure analysis' })).toBeVisible()
  await expect(page).toHaveURL(/\/projects\/[0-9a-f-]{36}$/)
  const project = new URL(page.url()).pathname

  await test.step('its images become available without a reload', async () => {
    await page.goto(`${project}/library`)
    for (const number of [1, 2, 3]) {
      const image = page.getByRole('button', { name: `Left ventricle, field ${number}` })
      await expect(image.locator('img')).toBeVisible({ timeout: 120_000 })
    }
  })

  await test.step('one is looked at, with its scale', async () => {
    await page.getByRole('button', { name: 'Left ventricle, field 1' }).dblclick()
    await expect(page.getByText(/^\d+ (nm|µm)$/).first()).toBeVisible()
  })

  await test.step('it has labels', async () => {
    await page.goto(`${project}/labelsets`)
    await expect(page.getByText('Mitochondrion')).toBeVisible()
  })
})
