import path from 'node:path'
import { encodeOmeTiff } from '@lamella/shared/testing/pictures/ome-tiff.ts'
import { expect, type Locator, type Page } from 'playwright/test'
import { enter } from './steps/account.ts'
import {
  bar,
  choose,
  chosenNames,
  count,
  details,
  filesInZip,
  hashesOf,
  namesInView,
  tileOf,
  uploadFiles,
  writePictures,
} from './steps/library.ts'
import { createProject } from './steps/upload.ts'
import { demoAccount } from './support/demo.ts'
import { expectTouchTargets } from './support/targets.ts'
import { test } from './support/watched-portal.ts'
import { expectGoodAtAllWidths } from './support/widths.ts'

const wide = { width: 1440, height: 900 }
const names = ['a-1.png', 'b-2.png', 'c-3.png', 'd-4.png', 'e-5.png', 'f-6.png']

/** Touches 12 px beside the edge of a control on its right and below, as a finger does that aims at it. */
const touchBeside = async (page: Page, control: Locator): Promise<void> => {
  const box = await control.boundingBox()
  if (!box) throw new Error('There is no such control')
  await page.touchscreen.tap(box.x + box.width + 11, box.y + box.height + 10)
}

test('D3-2-16 D3-2-20 images are chosen, tagged, renamed, downloaded, moved, deleted and taken back', async ({
  page,
  portal,
}, info) => {
  test.setTimeout(300_000)
  await page.setViewportSize(wide)
  await enter(page, demoAccount('member', portal.dataFolder))
  const target = await createProject(page, 'Archive')
  await page.goto('/')
  const project = await createProject(page, 'Bench')
  const library = `${project}/library`
  const files = await writePictures(info.outputPath('pictures'), names)
  await page.goto(library)
  await expect(page.getByRole('heading', { name: 'No images yet' })).toBeVisible()
  await expectGoodAtAllWidths(page, 'library-empty')
  await page.setViewportSize(wide)
  await uploadFiles(page, project, files)
  await page.goto(`${library}?sort=name`)
  await count(page, 'Available', '6')

  await test.step('a range by Shift and the keyboard', async () => {
    await tileOf(page, 'a-1.png').click()
    await tileOf(page, 'c-3.png').click({ modifiers: ['Shift'] })
    expect(await chosenNames(page)).toEqual(names.slice(0, 3))
    await page.keyboard.press('Shift+ArrowRight')
    await expect(bar(page)).toContainText('4 images selected')
    await page.keyboard.press('Shift+ArrowLeft')
    await page.keyboard.press('Shift+ArrowLeft')
    await expect(bar(page)).toContainText('2 images selected')
    expect(await chosenNames(page)).toEqual(names.slice(0, 2))
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Control+a')
    await expect(bar(page)).toContainText('6 images selected')
    await page.keyboard.press('Space')
    await expect(bar(page)).toContainText('5 images selected')
    await expectGoodAtAllWidths(page, 'library-selection')
    await page.setViewportSize(wide)
    await page.getByRole('button', { name: 'Clear selection' }).click()
  })

  await test.step('tags', async () => {
    await choose(page, 'a-1.png', 'b-2.png')
    await bar(page).getByRole('button', { name: 'Tags' }).click()
    const dialog = page.getByRole('dialog', { name: 'Tags of 2 images' })
    await dialog.getByRole('combobox', { name: 'Tags' }).fill('good')
    await page.keyboard.press('Enter')
    await expectGoodAtAllWidths(page, 'library-tags', dialog)
    await page.setViewportSize(wide)
    await dialog.getByRole('button', { name: 'Save tags' }).click()
    await expect(dialog).toBeHidden()
    await page.goto(`${library}?sort=name&tag=good`)
    await expect.poll(() => namesInView(page)).toEqual(['a-1.png', 'b-2.png'])
    await page.goto(`${library}?sort=name`)
  })

  await test.step('pixel sizes', async () => {
    await choose(page, 'c-3.png', 'd-4.png')
    await bar(page).getByRole('button', { name: 'Pixel size' }).click()
    const dialog = page.getByRole('dialog', { name: 'Pixel size of 2 images' })
    await dialog.getByRole('textbox', { name: 'Width of a pixel (µm)' }).fill('0.25')
    await expectGoodAtAllWidths(page, 'library-pixel-size', dialog)
    await page.setViewportSize(wide)
    await dialog.getByRole('button', { name: 'Set pixel size' }).click()
    await expect(dialog).toBeHidden()
    await tileOf(page, 'd-4.png').click()
    await expect(details(page, 'd-4.png')).toContainText('0.25 µm, set by')
    await expect(details(page, 'd-4.png')).toContainText('80.0 µm × 60.0 µm')
    await page.getByRole('button', { name: 'Close details' }).click()
  })

  await test.step('rename', async () => {
    await tileOf(page, 'f-6.png').click()
    await details(page, 'f-6.png').getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Rename' }).click()
    const dialog = page.getByRole('dialog', { name: 'Rename image' })
    await dialog.getByRole('textbox', { name: 'Name' }).fill('bb-6.png')
    await dialog.getByRole('textbox', { name: 'Name' }).press('Enter')
    await expect(dialog).toBeHidden()
    await expect
      .poll(() => namesInView(page))
      .toEqual(['a-1.png', 'b-2.png', 'bb-6.png', 'c-3.png', 'd-4.png', 'e-5.png'])
    await expectGoodAtAllWidths(page, 'library-details', details(page, 'bb-6.png'))
    await page.setViewportSize(wide)
    await page.getByRole('button', { name: 'Close details' }).click()
  })

  await test.step('a zip with the right bytes', async () => {
    await choose(page, 'a-1.png', 'c-3.png', 'e-5.png')
    const download = page.waitForEvent('download')
    await bar(page).getByRole('button', { name: 'Download' }).click()
    const zip = info.outputPath('images.zip')
    await (await download).saveAs(zip)
    expect((await download).suggestedFilename()).toMatch(/^images \d{4}-\d\d-\d\d\.zip$/)
    const wanted = await hashesOf(files.filter((file) => /[ace]-\d\.png$/.test(file)))
    expect(await filesInZip(zip)).toEqual(wanted)
    await page.getByRole('button', { name: 'Clear selection' }).click()
  })

  await test.step('move to another project', async () => {
    await choose(page, 'd-4.png', 'e-5.png')
    await bar(page).getByRole('button', { name: 'Move' }).click()
    const dialog = page.getByRole('dialog', { name: 'Move 2 images' })
    await dialog.getByRole('combobox', { name: 'Project' }).click()
    await page.getByRole('option', { name: 'Archive' }).click()
    await dialog.getByRole('button', { name: 'Move' }).click()
    await count(page, 'Available', '4')
    await page.goto(`${target}/library?sort=name`)
    await expect.poll(() => namesInView(page)).toEqual(['d-4.png', 'e-5.png'])
    await page.goto(`${library}?sort=name`)
  })

  await test.step('delete, and undo', async () => {
    await choose(page, 'a-1.png', 'b-2.png')
    await bar(page).getByRole('button', { name: 'Delete' }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete images' })
    await expect(dialog).toContainText('2 images go to the trash of this project for 30 days')
    await expectGoodAtAllWidths(page, 'library-delete', dialog)
    await page.setViewportSize(wide)
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await count(page, 'Available', '2')
    await count(page, 'Trash', '2')
    await expectGoodAtAllWidths(page, 'library-undo', page.getByText('2 images are in the trash.'))
    await page.setViewportSize(wide)
    await page.getByRole('button', { name: 'Undo' }).click()
    await count(page, 'Available', '4')
    await expect(tileOf(page, 'a-1.png').locator('img')).toBeVisible()
    await count(page, 'Trash', '0')
  })

  await test.step('the offer to undo ends after 30 seconds, the trash keeps the image', async () => {
    await page.clock.install()
    await page.goto(`${library}?sort=name`)
    await choose(page, 'a-1.png', 'b-2.png')
    await bar(page).getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    const undo = page.getByRole('button', { name: 'Undo' })
    await expect(undo).toBeVisible()
    await page.clock.fastForward(25_000)
    await expect(undo).toBeVisible()
    await page.clock.fastForward(6_000)
    await expect(undo).toBeHidden()
    await count(page, 'Available', '2')
    await count(page, 'Trash', '2')
  })

  await test.step('the trash gives back, and deletes for good after a question', async () => {
    await page.getByRole('tab', { name: /^Trash/ }).click()
    await expect(page.getByText(/stay here for 30 days/)).toBeVisible()
    await expectGoodAtAllWidths(page, 'library-trash')
    await page.setViewportSize(wide)
    await page.getByRole('button', { name: 'Restore a-1.png' }).click()
    await count(page, 'Available', '3')
    await page.getByRole('button', { name: 'Delete b-2.png' }).click()
    const question = page.getByRole('dialog', { name: 'Delete image' })
    await expect(question).toContainText('b-2.png is deleted permanently')
    await question.getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText('The trash is empty')).toBeVisible()
    await page.goto(`${library}?sort=name`)
    await expect.poll(() => namesInView(page)).toEqual(['a-1.png', 'bb-6.png', 'c-3.png'])
  })
})

test('a Z stack is shown by its maximum where that was chosen in the wizard, and by another plane later', {
  tag: '@full',
}, async ({ page, portal }) => {
  await page.setViewportSize(wide)
  await enter(page, demoAccount('member', portal.dataFolder))
  const project = await createProject(page, 'Stacks')
  const stack = encodeOmeTiff({
    name: 'stack',
    width: 320,
    height: 240,
    channels: [{ name: 'DAPI', color: 0x00ff00 }],
    sizeZ: 3,
    sizeT: 1,
    pixelSizeUm: 0.5,
    stepUm: 1,
    intervalSeconds: 1,
    // A bright stripe in each plane, at another place.
    plane: (_, z) =>
      Uint16Array.from({ length: 320 * 240 }, (_, at) => (Math.floor((at % 320) / 107) === z ? 4000 : 100)),
  })
  await page.goto(`/datastorage/upload?project=${path.basename(project)}`)
  const file = { name: 'stack.ome.tif', mimeType: 'image/tiff', buffer: Buffer.from(stack) }
  await page.getByLabel('Files for 2D Images').setInputFiles(file)
  await page
    .getByRole('radiogroup', { name: /^Z planes of/ })
    .getByText('Maximum')
    .click()
  await expectGoodAtAllWidths(page, 'upload-z-stack')
  await page.setViewportSize(wide)
  await page.getByRole('button', { name: 'Start upload' }).click()
  await page.getByRole('link', { name: 'Image library', exact: true }).click()
  await expect(tileOf(page, 'stack.ome.tif').locator('img')).toBeVisible({ timeout: 60_000 })
  await tileOf(page, 'stack.ome.tif').click()
  const plane = page.getByRole('combobox', { name: 'Z plane shown first' })
  await expect(plane).toHaveValue('Maximum of all planes')
  await expectGoodAtAllWidths(page, 'library-z-stack', details(page, 'stack.ome.tif'))
  await page.setViewportSize(wide)
  await plane.click()
  await page.getByRole('option', { name: 'Plane 1 of 3' }).click()
  await expect(plane).toHaveValue('Plane 1 of 3')
  await page.reload()
  await tileOf(page, 'stack.ome.tif').click()
  await expect(plane).toHaveValue('Plane 1 of 3')
})

test.describe('with fingers', { tag: '@full' }, () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })
  test('every target of the library and of its selection is large enough', async ({ page, portal }, info) => {
    await enter(page, demoAccount('member', portal.dataFolder))
    const project = await createProject(page, 'Library for fingers')
    await uploadFiles(page, project, await writePictures(info.outputPath('pictures'), names.slice(0, 2)))
    await page.goto(`${project}/library?sort=name`)
    await expectTouchTargets(page, 'library')
    await choose(page, 'a-1.png', 'b-2.png')
    await expect(bar(page)).toBeVisible()
    await expectTouchTargets(page, 'library with a selection')
    await page.goto(`${project}/library?sort=name&view=table`)
    await expect(page.getByRole('table', { name: 'Images' })).toBeVisible()
    await expectTouchTargets(page, 'library as a table')
    for (const view of ['grid', 'table']) {
      await page.goto(`${project}/library?sort=name&view=${view}`)
      const box = page.getByRole('checkbox', { name: 'Select a-1.png' })
      await expect(box).toBeVisible()
      await touchBeside(page, box)
      await expect(box, `in the ${view} a finger beside the box chooses too`).toBeChecked()
    }
  })
})
