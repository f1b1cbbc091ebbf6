import { readFile } from 'node:fs/promises'
import { unzipSync } from 'fflate'
import { expect } from 'playwright/test'
import { drawOne, openPicture, panel, rows, storedAnnotations } from './steps/annotation.ts'
import { expectGoodScreen } from './support/screen.ts'
import { test } from './support/watched-page.ts'

/** Corners of an area, whichever of them is the first and whichever way it goes. */
const corners = ({ geometry }: { geometry: string }) =>
  [...new Set(geometry.match(/\d+ \d+/g))].toSorted((one, other) => one.localeCompare(other)).join()

test('D3-3-27 annotations are exported as a label mask, and come back from it with the same corners', async ({
  page,
}, info) => {
  const project = await openPicture(page, info, 'Masks')
  await drawOne(page, [-100, -80], [-40, -20])
  await drawOne(page, [20, 20], [80, 60])
  const drawn = await storedAnnotations(page, project)

  await page.getByRole('button', { name: 'Download' }).click()
  await page.getByRole('menuitem', { name: 'Annotations (COCO, CSV, masks, project)' }).click()
  const exports = page.getByRole('dialog', { name: 'Export annotations' })
  await exports.getByRole('radio', { name: 'Label mask, TIFF' }).check()
  await expect(exports.getByRole('radio', { name: 'Each annotation has its number' })).toBeChecked()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    exports.getByRole('button', { name: 'Make the file' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('field mask.zip')
  await expectGoodScreen(page, 'annotation-mask-exports')
  await page.keyboard.press('Escape')
  await expect(exports).toBeHidden()

  await page.getByRole('application').focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Delete')
  await expect(rows(page)).toHaveCount(0)
  const mask = unzipSync(await readFile(await download.path()))['field.tif']
  await panel(page).getByRole('button', { name: 'Import annotations' }).click()
  await page
    .getByLabel('Files of annotations')
    .setInputFiles({ name: 'mask.tif', mimeType: 'image/tiff', buffer: Buffer.from(mask ?? []) })
  const dialog = page.getByRole('dialog', { name: 'Import annotations' })
  await expect(dialog.getByText('What is each value of mask.tif?')).toBeVisible()
  await expectGoodScreen(page, 'annotation-mask-imports')
  await dialog.getByRole('button', { name: 'An object' }).click()
  await expect(dialog.getByRole('listitem', { name: 'mask.tif' })).toContainText('2 imported', { timeout: 20_000 })
  await page.keyboard.press('Escape')
  await expect(rows(page)).toHaveCount(2)
  expect((await storedAnnotations(page, project)).map(corners).toSorted()).toEqual(drawn.map(corners).toSorted())
})
