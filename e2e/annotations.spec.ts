import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { hDabField, toPng } from '@lamella/shared/testing/pictures/index.ts'
import { expect, type Page } from 'playwright/test'
import { enter } from './steps/account.ts'
import { uploadFiles } from './steps/library.ts'
import { createProject } from './steps/upload.ts'
import { openInViewer } from './steps/viewer.ts'
import { demoAccount } from './support/demo.ts'
import { expectGoodScreen } from './support/screen.ts'
import { test } from './support/watched-page.ts'

const panel = (page: Page) => page.getByRole('region', { name: 'Annotations' })
const rows = (page: Page) => panel(page).getByRole('button', { name: /^Annotation \d+$/ })

/** Drags with the first button from one place of the picture to another, in CSS pixels from its middle. */
const drag = async (page: Page, [fromX, fromY]: [number, number], [toX, toY]: [number, number]): Promise<void> => {
  const box = await page.getByRole('application').boundingBox()
  if (!box) throw new Error('There is no picture')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x + fromX, y + fromY)
  await page.mouse.down()
  await page.mouse.move(x + (fromX + toX) / 2, y + (fromY + toY) / 2)
  await page.mouse.move(x + toX, y + toY)
  await page.mouse.up()
}

/** Moves the picture by a key, and waits until it rests: the address then says where. */
const move = async (page: Page, key: string): Promise<void> => {
  const before = page.url()
  await page.keyboard.press(key)
  await expect(page).not.toHaveURL(before)
}

interface Feature {
  geometry: { type: string; coordinates: [number, number][][] }
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
  const folder = info.outputPath('pictures')
  await mkdir(folder, { recursive: true })
  const file = path.join(folder, 'field.png')
  await writeFile(file, await toPng(hDabField({ seed: 3, width: 600, height: 400, nuclei: 60, positiveShare: 0.4 })))
  await enter(page, demoAccount('admin'))
  const project = await createProject(page, 'Annotated')
  await uploadFiles(page, project, [file])
  await openInViewer(page, file)
  await page.getByRole('application').focus()
  await page.keyboard.press('1')
  await expect(page.getByRole('toolbar', { name: 'Zoom' })).toContainText('100 %')

  await expect(panel(page)).toContainText('Nothing is drawn yet')
  await page.keyboard.press('r')
  await expect(page.getByRole('application')).toHaveAttribute('data-draws', 'rectangle')
  await drag(page, [-100, -80], [60, 40])
  await expect(rows(page)).toHaveCount(1)
  await expect(panel(page).getByRole('status')).toHaveText('Saved')
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
  const list = page.getByRole('table', { name: 'Annotations' })
  await expect(list.getByRole('row')).toHaveCount(3)
  await expect(page.getByText('2 total annotations')).toBeVisible()
  await expectGoodScreen(page, 'annotations')
  await page.goto(project)
  await expect(page.getByRole('region', { name: 'Project Statistics' })).toContainText('2unlimitedAnnotations')
})
