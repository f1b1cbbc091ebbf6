import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { boxOf, geometryOfWkt } from '@lamella/shared/geometry'
import { hDabField, timeSeriesOmeTiff, toPng } from '@lamella/shared/testing/pictures/index.ts'
import { expect, type Page } from 'playwright/test'
import { enter } from './steps/account.ts'
import { colourAt, distance, drawOne, type Place, panel, rows, storedAnnotations } from './steps/annotation.ts'
import { tileOf } from './steps/library.ts'
import { createProject } from './steps/upload.ts'
import { openInViewer } from './steps/viewer.ts'
import { demoAccount } from './support/demo.ts'
import { expectGoodScreen } from './support/screen.ts'
import { test } from './support/watched-page.ts'

const saved = (page: Page) => expect(panel(page).getByRole('status')).toHaveText('Saved')

test('D3-3-27 annotations are copied beside themselves, into another image and to all time points, and drawn in colours of owners', async ({
  page,
}, info) => {
  const [field, series] = ['field.png', 'series.ome.tif'] as const
  const folder = info.outputPath('pictures')
  await mkdir(folder, { recursive: true })
  const picture = hDabField({ seed: 3, width: 600, height: 400, nuclei: 60, positiveShare: 0.4 })
  await writeFile(path.join(folder, field), await toPng(picture))
  await writeFile(path.join(folder, series), timeSeriesOmeTiff({ seed: 5, sizeT: 5 }).bytes)
  await enter(page, demoAccount('admin'))
  const project = await createProject(page, 'Copies')
  await page.goto(`/datastorage/upload?project=${project.split('/').at(-1)}`)
  await page.getByLabel('Files for 2D Images').setInputFiles(path.join(folder, field))
  await page.getByLabel('Files for Time Series Images').setInputFiles(path.join(folder, series))
  await page.getByRole('button', { name: 'Start upload' }).click()
  await page.getByRole('link', { name: 'Image library', exact: true }).click()
  for (const name of [field, series]) await expect(tileOf(page, name).locator('img')).toBeVisible({ timeout: 60_000 })

  await openInViewer(page, field)
  await page.getByRole('application').focus()
  await page.keyboard.press('z')
  await drawOne(page, [-100, -60], [-20, 0])
  await page.keyboard.press('Control+c')
  await page.keyboard.press('Control+v')
  await expect(rows(page)).toHaveCount(2)
  await page.keyboard.press('Control+v')
  await expect(rows(page)).toHaveCount(3)
  await saved(page)
  const corners = (await storedAnnotations(page, project)).map(({ geometry }) => boxOf(geometryOfWkt(geometry)))
  expect(corners.map(([left, top]) => [left, top])).toEqual([
    [200, 140],
    [212, 152],
    [224, 164],
  ])
  await page.keyboard.press('Control+z')
  await page.keyboard.press('Control+z')
  await expect(rows(page)).toHaveCount(1)

  // Filled, and in the colour of the first owner.
  const inside: Place = [-90, -50]
  const before = await colourAt(page, inside)
  await panel(page).getByRole('button', { name: 'How annotations are drawn' }).click()
  const choices = page.getByRole('dialog', { name: 'How annotations are drawn' })
  await choices.getByText('Owners', { exact: true }).click()
  await choices.getByText('Filled', { exact: true }).click()
  await expect(choices.getByRole('list', { name: 'Owners' }).getByRole('listitem')).toHaveCount(1)
  const orange = [0xe6, 0x9f, 0x00]
  const filled = before.map((value, channel) => value * 0.45 + (orange[channel] ?? 0) * 0.55)
  await page.keyboard.press('Escape')
  await expect(choices).toBeHidden()
  // What is selected is white, and has no fill.
  await page.getByRole('application').press('Escape')
  await expect(async () => expect(distance(await colourAt(page, inside), filled)).toBeLessThan(20)).toPass()
  await panel(page).getByRole('button', { name: 'How annotations are drawn' }).click()
  await choices.getByRole('slider', { name: 'Opacity' }).press('Home')
  await expect(choices).toContainText('10 %')
  await expect(async () => expect(distance(await colourAt(page, inside), before)).toBeLessThan(20)).toPass()
  await choices.getByRole('slider', { name: 'Opacity' }).press('End')
  await expectGoodScreen(page, 'annotate-display')

  // Into a smaller image: what lies beyond it is cut away.
  await page.goto(`${project}/library`)
  await openInViewer(page, series)
  await page.getByRole('button', { name: 'Paste annotations' }).click()
  await expect(rows(page)).toHaveCount(1)
  await saved(page)
  const ofSeries = async () => (await storedAnnotations(page, project)).filter(({ imageName }) => imageName === series)
  const [pasted] = await ofSeries()
  expect([boxOf(geometryOfWkt(pasted?.geometry ?? '')), pasted?.timeSeriesStep]).toEqual([[200, 140, 256, 200], 0])
  await page.getByRole('button', { name: 'Copy to all time points' }).click()
  await expect(rows(page)).toHaveCount(5)
  await saved(page)
  expect((await ofSeries()).map(({ timeSeriesStep }) => timeSeriesStep)).toEqual([0, 1, 2, 3, 4])
  await page.getByRole('button', { name: 'Copy to all time points' }).click()
  await expect(page.getByText('What is selected lies at all time points already.')).toBeVisible()
  await page.getByRole('application').focus()
  await page.keyboard.press('Control+z')
  await expect(rows(page)).toHaveCount(1)
  await saved(page)
  // How they are drawn has stayed.
  await panel(page).getByRole('button', { name: 'How annotations are drawn' }).click()
  await expect(choices.getByRole('radio', { name: 'Owners' })).toBeChecked()
})
