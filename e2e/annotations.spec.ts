import { readFile } from 'node:fs/promises'
import { expect, type Page } from 'playwright/test'
import { enter } from './steps/account.ts'
import { drawRectangle, makeLabels, openPicture, panel, rows } from './steps/annotation.ts'
import { demoAccount } from './support/demo.ts'
import { expectGoodScreen } from './support/screen.ts'
import { test } from './support/watched-page.ts'

/** Moves the picture by a key, and waits until it rests: the address then says where. */
const move = async (page: Page, key: string): Promise<void> => {
  const before = page.url()
  await page.keyboard.press(key)
  await expect(page).not.toHaveURL(before)
}

interface Feature {
  geometry: { type: string; coordinates: [number, number][][] }
  properties: { classification?: object }
}

/** The features of the GeoJSON file that the viewer offers. */
const download = async (page: Page): Promise<Feature[]> => {
  await page.getByRole('button', { name: 'Download' }).click()
  const file = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Annotations (GeoJSON)' }).click()
  const saved = await file
  expect(saved.suggestedFilename()).toBe('field annotations.geojson')
  return JSON.parse(await readFile(await saved.path(), 'utf8')).features
}

test('D1-1-03 D2-2-10 D3-3-18 a rectangle that is drawn is stored, listed, counted and exported', async ({
  page,
}, info) => {
  const project = await openPicture(page, info, 'Annotated')

  await expect(panel(page)).toContainText('Nothing is drawn yet')
  await drawRectangle(page, [-100, -80], [60, 40])
  await page.getByRole('application').focus()
  // The second one by keys: a corner in the middle, then the other after the picture was moved.
  await page.keyboard.press('Enter')
  for (const key of ['ArrowRight', 'ArrowDown']) await move(page, key)
  await page.keyboard.press('Enter')
  await expect(rows(page)).toHaveCount(2)
  await expectGoodScreen(page, 'annotate')

  await page.reload()
  await expect(rows(page)).toHaveCount(2)
  const [first] = await download(page)
  const xs = first?.geometry.coordinates[0]?.map(([x]) => x) ?? []
  const ys = first?.geometry.coordinates[0]?.map(([, y]) => y) ?? []
  // At one CSS pixel per pixel of the image.
  expect([first?.geometry.type, Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys)]).toEqual([
    'Polygon',
    160,
    120,
  ])

  const other = await page.context().newPage()
  await other.goto(page.url())
  await expect(rows(other)).toHaveCount(2)
  await page.bringToFront()
  await rows(page).first().click()
  await expect(panel(page).getByRole('row', { selected: true })).toHaveCount(1)
  await page.getByRole('application').focus()
  await page.keyboard.press('Delete')
  await expect(rows(page)).toHaveCount(1)
  // Another tab sees what is changed in this one.
  await expect(rows(other)).toHaveCount(1)
  await page.keyboard.press('Control+z')
  await expect(rows(page)).toHaveCount(2)
  await expect(rows(other)).toHaveCount(2)
  await other.close()
  await page.keyboard.press('Control+z')
  await expect(panel(page).getByRole('status')).toHaveText('Saved')
  await page.reload()
  await expect(rows(page)).toHaveCount(2)
  await page.goto(`${project}/annotations`)
  const pictures = page.getByRole('list', { name: 'Annotations' }).getByRole('listitem')
  await expect(pictures).toHaveCount(2)
  await expect(page.getByText('2 total annotations')).toBeVisible()
  await expectGoodScreen(page, 'annotations')
  await page.getByRole('radio', { name: 'Grid' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('table', { name: 'Annotations' }).getByRole('row')).toHaveCount(3)
  await page.goto(project)
  await expect(page.getByRole('region', { name: 'Project Statistics' })).toContainText('2unlimitedAnnotations')
})

test('D2-7-53 labels are given by keys; two who label the same object while one has no network both see it, and nothing is lost', async ({
  page,
  browser,
  baseURL,
}, info) => {
  const project = await openPicture(page, info, 'Labelled')
  await makeLabels(page, project, ['Positive', 'Negative', 'Unsure'])
  const labels = (at: Page) => at.getByRole('region', { name: 'Labels' })
  await expect(labels(page).getByRole('button', { name: 'Unsure', exact: true })).toBeVisible()
  await page.getByRole('application').focus()
  await page.keyboard.press('1')
  await expect(labels(page).getByRole('button', { name: 'Positive', pressed: true })).toBeVisible()
  await drawRectangle(page, [-100, -80], [-20, -10])
  // For the next one: what was just drawn keeps its label.
  await page.getByRole('application').focus()
  await page.keyboard.press('2')
  await drawRectangle(page, [20, 10], [90, 80])
  const listed = panel(page).getByRole('row')
  await expect(listed.nth(1)).toContainText('Positive')
  await expect(listed.nth(2)).toContainText('Negative')
  await expectGoodScreen(page, 'annotate-labels')
  // At once for one that is selected.
  await rows(page).nth(1).click()
  await page.getByRole('application').focus()
  await page.keyboard.press('3')
  await expect(listed.nth(2)).toContainText('Unsure')
  await page.keyboard.press('Control+z')
  await expect(listed.nth(2)).toContainText('Negative')
  await expect(panel(page).getByRole('status')).toHaveText('Saved')
  const [first] = await download(page)
  expect(first?.properties.classification).toEqual({ name: 'Positive', color: [0xe2, 0x43, 0x28] })

  const context = await browser.newContext({ ...(baseURL && { baseURL }), viewport: page.viewportSize() })
  const other = await context.newPage()
  await enter(other, demoAccount('admin'), new URL(page.url()).pathname + new URL(page.url()).search)
  await expect(rows(other)).toHaveCount(2)
  await expect(labels(other).getByRole('button', { name: 'Unsure', exact: true })).toBeVisible()
  await context.setOffline(true)
  await rows(other).first().click()
  await expect(labels(other).getByRole('checkbox', { checked: true })).toHaveCount(1)
  await other.getByRole('application').focus()
  await other.keyboard.press('3')
  await expect(panel(other).getByRole('status')).toContainText('1 change is kept in this browser and sent again soon')
  await rows(page).first().click()
  await page.getByRole('application').focus()
  await page.keyboard.press('2')
  await expect(panel(page).getByRole('status')).toHaveText('Saved')
  await context.setOffline(false)
  const dialog = other.getByRole('dialog', { name: 'Changed by two' })
  await expect(dialog.getByRole('region', { name: 'Yours' })).toContainText('Unsure')
  await expect(dialog.getByRole('region', { name: 'Theirs' })).toContainText('Negative')
  await expectGoodScreen(other, 'annotate-conflict')
  await dialog.getByRole('button', { name: 'Keep both' }).click()
  // The page that was not asked sees the second one beside its own.
  await expect(rows(page)).toHaveCount(3)
  await expect(listed.nth(1)).toContainText('Negative')
  await expect(listed.nth(3)).toContainText('Unsure')
  await context.close()

  await page.goto(`${project}/annotations`)
  const pictures = page.getByRole('list', { name: 'Annotations' }).getByRole('listitem')
  await expect(pictures).toHaveCount(3)
  await page.getByRole('combobox', { name: 'Label' }).click()
  await page.getByRole('option', { name: 'Unsure' }).click()
  await expect(pictures).toHaveCount(1)
  await expectGoodScreen(page, 'annotations-filtered')
  await page.getByRole('button', { name: /^Unsure, annotation \d+ of field\.png$/ }).click()
  await page.keyboard.press('1')
  await expect(page.getByText('No annotations found.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Positive 1 33.3 %' })).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(pictures).toHaveText(/Unsure/)
})
