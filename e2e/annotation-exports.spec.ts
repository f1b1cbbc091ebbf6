import { readFile } from 'node:fs/promises'
import { expect } from 'playwright/test'
import { drawOne, openPicture, panel, rows, storedAnnotations } from './steps/annotation.ts'
import { expectGoodScreen } from './support/screen.ts'
import { test } from './support/watched-page.ts'

test('D3-3-27 annotations are exported as COCO and CSV, of the image, the selection and the project, and COCO comes back', async ({
  page,
}, info) => {
  const project = await openPicture(page, info, 'Exports')
  await drawOne(page, [-100, -80], [-40, -20])
  await drawOne(page, [20, 20], [80, 60])
  const drawn = await storedAnnotations(page, project)

  const dialog = page.getByRole('dialog', { name: 'Export annotations' })
  const open = async () => {
    await page.getByRole('button', { name: 'Download' }).click()
    await page.getByRole('menuitem', { name: 'Annotations (COCO, CSV, masks, project)' }).click()
    await expect(dialog.getByRole('list', { name: 'Files of annotations' })).toBeAttached()
  }
  const make = async (format: string, scope: string) => {
    await dialog.getByRole('radio', { name: format }).check()
    await dialog.getByRole('radio', { name: scope }).check()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Make the file' }).click(),
    ])
    return { name: download.suggestedFilename(), path: await download.path() }
  }

  await rows(page).first().click()
  await open()
  const table = await make('CSV', 'What is selected (1)')
  expect((await readFile(table.path, 'utf8')).trimEnd().split('\n')).toHaveLength(2)
  const whole = await make('GeoJSON', 'All images of the project')
  expect(whole.name).toBe('Exports annotations.zip')
  const coco = await make('COCO', 'This image')
  expect(coco.name).toBe('field annotations.json')
  expect(JSON.parse(await readFile(coco.path, 'utf8')).annotations).toHaveLength(2)
  await expectGoodScreen(page, 'annotation-exports')
  const files = dialog.getByRole('list', { name: 'Files of annotations' }).getByRole('listitem')
  await expect(files).toHaveCount(3)
  await files.filter({ hasText: 'annotations.zip' }).getByRole('button', { name: 'Remove' }).click()
  await expect(files).toHaveCount(2)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  await page.getByRole('application').focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Delete')
  await expect(rows(page)).toHaveCount(0)
  await panel(page).getByRole('button', { name: 'Import annotations' }).click()
  await page.getByLabel('Files of annotations').setInputFiles(coco.path)
  await expect(page.getByRole('dialog', { name: 'Import annotations' })).toContainText('2 imported')
  await page.keyboard.press('Escape')
  await expect(rows(page)).toHaveCount(2)
  const geometries = (objects: typeof drawn) => objects.map(({ geometry }) => JSON.stringify(geometry)).toSorted()
  expect(geometries(await storedAnnotations(page, project))).toEqual(geometries(drawn))
})
