import { writeFile } from 'node:fs/promises'
import { expect, type Page } from 'playwright/test'
import {
  clickAt,
  colourAt,
  distance,
  drag,
  openPicture,
  type Place,
  panel,
  squareRing,
  storedAnnotations,
} from './steps/annotation.ts'
import { test } from './support/watched-page.ts'

const feature = (coordinates: number[][][], name: string, color: number[]) => ({
  type: 'Feature',
  geometry: { type: 'Polygon', coordinates },
  properties: { objectType: 'annotation', classification: { name, color } },
})

/** Red enough to be that of an outline or a fill over the picture. */
const isRed = async (page: Page, place: Place): Promise<boolean> => {
  const [red = 0, green = 0, blue = 0] = await colourAt(page, place)
  return red > green + 40 && red > blue + 40
}

test('thousands of annotations are drawn, found, moved and taken back as a few are', async ({ page }, info) => {
  test.setTimeout(120_000)
  const project = await openPicture(page, info, 'Many')
  // Below them the large one is left free.
  const cells = Array.from({ length: 3000 }, (_, at) =>
    feature([squareRing((at % 100) * 6, Math.floor(at / 100) * 6, 4)], 'Cell', [0, 0, 200]),
  )
  const large = feature([squareRing(240, 240, 100), squareRing(280, 280, 20)], 'Gland', [230, 0, 0])
  const file = info.outputPath('many.geojson')
  await writeFile(file, JSON.stringify({ type: 'FeatureCollection', features: [large, ...cells] }))
  await panel(page).getByRole('button', { name: 'Import annotations' }).click()
  await page.getByLabel('Files of annotations').setInputFiles(file)
  await expect(page.getByRole('listitem', { name: 'many.geojson' })).toContainText('3,001 imported', {
    timeout: 30_000,
  })
  const before = await colourAt(page, [50, 150])
  await page.keyboard.press('Escape')
  await expect(panel(page)).toContainText('3,001')

  // From the middle, which is (300, 200): the outline on the left of the large one, and the cells above it.
  await expect.poll(() => isRed(page, [-62, 60])).toBe(true)
  await expect.poll(async () => distance(await colourAt(page, [-290, -190]), before)).toBeGreaterThan(20)
  await page.getByRole('button', { name: 'How annotations are drawn' }).click()
  await page.getByText('Filled', { exact: true }).click()
  await page.keyboard.press('Escape')
  await expect.poll(() => isRed(page, [-40, 60])).toBe(true)

  // One of them is selected by a click, and moved; what was there is not red any more.
  await clickAt(page, [[-50, 50]])
  const chosen = panel(page).getByRole('row', { selected: true })
  await expect(chosen.getByRole('button', { name: 'Annotation 1', exact: true })).toBeVisible()
  await drag(page, [-45, 55], [105, 55])
  await expect(panel(page).getByRole('status')).toHaveText('Saved')
  await page.keyboard.press('Escape')
  await expect.poll(() => isRed(page, [110, 60])).toBe(true)
  await expect.poll(() => isRed(page, [-50, 120])).toBe(false)
  const [moved] = await storedAnnotations(page, project)
  expect(moved?.geometry).toBe(
    'POLYGON ((390 240,490 240,490 340,390 340,390 240),(430 280,450 280,450 300,430 300,430 280))',
  )

  await page.getByRole('application').focus()
  await page.keyboard.press('Control+z')
  await expect.poll(() => isRed(page, [-40, 60])).toBe(true)
  await expect.poll(() => isRed(page, [110, 60])).toBe(false)
  await page.keyboard.press('Control+z')
  await expect(panel(page)).not.toContainText('3,001')
  await expect.poll(() => isRed(page, [-40, 60])).toBe(false)
})
