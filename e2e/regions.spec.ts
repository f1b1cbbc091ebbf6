import { expect, type Page } from 'playwright/test'
import { clickAt, drag, drawOne, drawRectangle, makeLabels, openPicture, panel, rows } from './steps/annotation.ts'
import { expectGoodScreen } from './support/screen.ts'
import { test } from './support/watched-page.ts'

const regions = (page: Page) => page.getByRole('region', { name: 'Regions of interest' })
const saved = (page: Page) => expect(panel(page).getByRole('status')).toHaveText('Saved')

test('D3-3-18 D3-3-28 regions are drawn and named, are no annotations, and are there after a reload', async ({
  page,
}, info) => {
  const project = await openPicture(page, info, 'Regions')
  await expect(regions(page)).toContainText('There are none')
  const picture = page.getByRole('application')
  await page.keyboard.press('g')
  await expect(picture).toHaveAttribute('data-draws', 'rectangle')
  await drag(page, [-150, -100], [50, 20])
  await expect(regions(page).getByRole('button', { name: 'RoiWithoutAName 24,000 px²' })).toBeVisible()
  await saved(page)

  // With corners.
  await picture.focus()
  await page.keyboard.press('Shift+G')
  await expect(picture).toHaveAttribute('data-draws', 'polygon')
  await clickAt(page, [
    [100, 60],
    [200, 60],
    [200, 160],
  ])
  await picture.focus()
  await page.keyboard.press('Enter')
  const triangle = regions(page).getByRole('button', { name: 'RoiWithoutAName 5,000 px²' })
  await expect(triangle).toHaveAttribute('aria-pressed', 'true')
  await regions(page).getByLabel('Name').fill('Tumour border')
  await page.keyboard.press('Enter')
  await expect(regions(page).getByRole('button', { name: 'Tumour border 5,000 px²' })).toBeVisible()
  await saved(page)
  await expect(rows(page)).toHaveCount(0)
  await expectGoodScreen(page, 'regions')

  // A click into a region selects it; the key deletes it, and undo brings it back with its name.
  await picture.focus()
  await page.keyboard.press('v')
  await clickAt(page, [[-50, -40]])
  await expect(regions(page).getByRole('button', { name: /^RoiWithoutAName/ })).toHaveAttribute('aria-pressed', 'true')
  await regions(page)
    .getByRole('button', { name: /^Tumour border/ })
    .click()
  await picture.focus()
  await page.keyboard.press('Delete')
  await expect(regions(page).getByRole('listitem')).toHaveCount(1)
  await page.keyboard.press('Control+z')
  await expect(regions(page).getByRole('button', { name: /^Tumour border/ })).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(regions(page).getByRole('button', { name: /^RoiWithoutAName/ })).toHaveCount(2)
  await page.keyboard.press('Control+Shift+z')
  await expect(regions(page).getByRole('button', { name: /^Tumour border/ })).toBeVisible()
  await saved(page)

  await page.reload()
  await expect(regions(page).getByRole('listitem')).toHaveCount(2)
  await expect(regions(page).getByRole('button', { name: 'Tumour border 5,000 px²' })).toBeVisible()
  await page.goto(`${project}/library`)
  await page.getByRole('button', { name: 'field' }).first().click()
  const details = page.getByRole('complementary', { name: /^Details of field/ })
  await expect(details).toContainText('Regions of interest2')
  await expect(details).toContainText('Annotations0')
})

test('a region is marked as exhaustively annotated until something in it changes', async ({ page }, info) => {
  const project = await openPicture(page, info, 'Coverage')
  await makeLabels(page, project, ['Positive', 'Negative', 'Unsure'])
  const picture = page.getByRole('application')
  await drawOne(page, [-100, -60], [-60, -20])
  await picture.focus()
  await page.keyboard.press('g')
  await expect(picture).toHaveAttribute('data-draws', 'rectangle')
  await drag(page, [-150, -100], [50, 20])
  const row = regions(page).getByRole('button', { name: /^RoiWithoutAName/ })
  await expect(row).toContainText('not marked')
  const box = (name: string) =>
    regions(page).getByRole('group', { name: 'Exhaustively annotated for' }).getByLabel(name)
  const mark = async (name: string): Promise<void> => {
    await box(name).click()
    await expect(box(name)).toBeChecked()
  }
  await mark('Positive')
  await mark('Unsure')
  await expect(row).toContainText('exhaustively annotated for 2 of 3 labels')
  await mark('Negative')
  await expect(row).toContainText('exhaustively annotated for all labels')
  await saved(page)
  await expectGoodScreen(page, 'region-marks')
  await page.goto(`${project}/annotations`)
  await expect(page.getByRole('region', { name: 'Regions of interest' })).toContainText(
    'Drawn1Exhaustively annotated for a label1',
  )
  await page.goBack()

  // Beside it; then in it, and what the page knows of the region goes on from there.
  await expect(row).toContainText('exhaustively annotated for all labels')
  await drawRectangle(page, [100, 60], [150, 110])
  await expect(row).toContainText('exhaustively annotated for all labels')
  await drawRectangle(page, [-20, -60], [20, -20])
  await expect(row).toContainText('not marked')
  await row.click()
  await mark('Negative')
  await regions(page).getByLabel('Name').fill('Field')
  await page.keyboard.press('Enter')
  await expect(regions(page).getByRole('button', { name: /^Field/ })).toContainText('for 1 of 3 labels')
  await saved(page)
  await page.getByRole('button', { name: 'History of the annotations' }).click()
  const history = page.getByRole('region', { name: 'History' })
  await expect(history).toContainText('added 1 annotation, took the mark from 1 region')
  await expect(history).toContainText('marked 1 region as exhaustively annotated')
})
