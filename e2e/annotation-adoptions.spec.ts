import { expect } from 'playwright/test'
import { runDabScoring } from './steps/analysis.ts'
import { openPicture, panel, rows } from './steps/annotation.ts'
import { expectGoodScreen } from './support/screen.ts'
import { test } from './support/watched-page.ts'

test('objects of a result become annotations with their classes as labels, and go again as one step', async ({
  page,
}, info) => {
  test.setTimeout(120_000)
  const project = await openPicture(page, info, 'Adoptions')
  await page.goto(`${project}/library`)
  await runDabScoring(page, { stained: 'field.png' })

  await page.getByRole('button', { name: 'Adopt as annotations' }).click()
  const dialog = page.getByRole('dialog', { name: 'Adopt as annotations' })
  const order = dialog.getByRole('button', { name: /^Adopt \d+ objects$/ })
  await expect(order).toBeVisible()
  const count = Number((await order.textContent())?.match(/\d+/)?.[0])
  await expectGoodScreen(page, 'annotation-adoption')
  await order.click()
  await expect(dialog.getByRole('status')).toHaveText(`${count} imported`, { timeout: 20_000 })
  await dialog.getByRole('link', { name: 'Open in viewer' }).click()

  await expect(panel(page).getByRole('heading')).toContainText(String(count))
  await expect(page.getByRole('region', { name: 'Labels' })).toContainText('3+')
  await panel(page).getByRole('button', { name: 'Import annotations' }).click()
  const imports = page.getByRole('dialog', { name: 'Import annotations' })
  const adopted = imports.getByRole('listitem', { name: /^DAB scoring \d/ })
  await adopted.getByRole('button', { name: 'Undo import' }).click()
  await expect(adopted).toContainText('Undone')
  await page.keyboard.press('Escape')
  await expect(rows(page)).toHaveCount(0)
})
