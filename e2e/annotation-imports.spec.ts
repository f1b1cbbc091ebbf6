import { readFile, writeFile } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import { expect, type Page } from 'playwright/test'
import { openPicture, panel, rows, squareRing, storedAnnotations } from './steps/annotation.ts'
import { expectGoodScreen } from './support/screen.ts'
import { test } from './support/watched-page.ts'

const feature = (geometry: object | null, properties: object = {}) => ({
  type: 'Feature',
  geometry,
  properties: { objectType: 'annotation', ...properties },
})

const choose = (page: Page, file: string) => page.getByLabel('Files of annotations').setInputFiles(file)

test('D3-3-27 a file of QuPath is imported with its labels and holes, taken back as one step, and exported as it came', async ({
  page,
}, info) => {
  const tumor = { classification: { name: 'Tumor', color: [200, 0, 0] }, measurements: { 'Area px^2': 8700 } }
  const many = Array.from({ length: 1500 }, (_, at) =>
    feature({ type: 'Polygon', coordinates: [squareRing((at % 50) * 12, Math.floor(at / 50) * 12, 8)] }),
  )
  const file = info.outputPath('cells.geojson.gz')
  const features = [
    feature({ type: 'Polygon', coordinates: [squareRing(100, 100, 200), squareRing(150, 150, 50)] }, tumor),
    feature(null, { name: 'Lost' }),
    feature({ type: 'Polygon', coordinates: [squareRing(580, 380, 100)] }),
    ...many,
  ]
  await writeFile(file, gzipSync(JSON.stringify({ type: 'FeatureCollection', features })))
  const broken = info.outputPath('broken.geojson')
  await writeFile(broken, '{"type": "FeatureCollection", "features": [{"type"')

  const project = await openPicture(page, info, 'Imports')
  await panel(page).getByRole('button', { name: 'Import annotations' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import annotations' })
  await expect(dialog.getByText('Nothing was imported into this image yet.')).toBeVisible()
  await choose(page, broken)
  const failed = dialog.getByRole('listitem', { name: 'broken.geojson' })
  await expect(failed).toContainText('Not imported: The file ends in the middle')
  await choose(page, file)
  const imported = dialog.getByRole('listitem', { name: 'cells.geojson.gz' })
  await expect(imported).toContainText('1,502 imported, 1 refused', { timeout: 20_000 })
  await expect(imported).toContainText('1 reaches beyond the image and was cut at its edge.')
  await imported.getByRole('button', { name: 'Show refused' }).click()
  await expect(imported.getByRole('list', { name: 'Refused objects' })).toHaveText(
    'Feature 2 (“Lost”): It has no geometry.',
  )
  await expectGoodScreen(page, 'annotation-imports')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  // Drawn, listed and counted without a reload; the label is there with its colour.
  await expect(panel(page)).toContainText('1,502')
  await expect(page.getByRole('region', { name: 'Labels' })).toContainText('Tumor')
  expect((await storedAnnotations(page, project))[0]?.geometry).toBe(
    'POLYGON ((100 100,300 100,300 300,100 300,100 100),(150 150,200 150,200 200,150 200,150 150))',
  )

  // One step back, and again.
  await page.getByRole('application').focus()
  await page.keyboard.press('Control+z')
  await expect(rows(page)).toHaveCount(0)
  expect(await storedAnnotations(page, project)).toEqual([])
  await page.getByRole('button', { name: 'Redo' }).click()
  await expect(panel(page)).toContainText('1,502')

  await page.getByRole('button', { name: 'Download' }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Annotations (GeoJSON)' }).click(),
  ])
  const exported = JSON.parse(await readFile(await download.path(), 'utf8'))
  expect(exported.features).toHaveLength(1502)
  const holed = exported.features.find((each: ReturnType<typeof feature>) => 'measurements' in each.properties)
  expect(holed).toMatchObject(features[0] ?? {})
})
