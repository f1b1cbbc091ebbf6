import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { hDabField, multichannelOmeTiff, toTiff } from '@lamella/shared/testing/pictures/index.ts'
import { test as base, expect, type Page } from 'playwright/test'
import { enter } from './steps/account.ts'
import { createProject } from './steps/upload.ts'
import { demoAccount } from './support/demo.ts'
import { test } from './support/policy.ts'
import { expectGoodScreen } from './support/screen.ts'
import { expectTouchTargets } from './support/targets.ts'

/** A section with 700 nuclei, enough for a hot spot, and a culture of two channels. */
const writePictures = async (folder: string): Promise<{ section: string; culture: string }> => {
  await mkdir(folder, { recursive: true })
  const pictures = { section: path.join(folder, 'ki67.tif'), culture: path.join(folder, 'culture.ome.tif') }
  await writeFile(pictures.section, toTiff(hDabField({ seed: 4, width: 1500, height: 1000, nuclei: 700 })))
  await writeFile(pictures.culture, multichannelOmeTiff({ seed: 3 }).bytes)
  return pictures
}

const upload = (page: Page, project: string, { section, culture }: { section: string; culture: string }) =>
  base.step('upload', async () => {
    await page.getByRole('banner').getByRole('link', { name: 'Upload images' }).click()
    await page.getByRole('radio', { name: project }).check()
    await page.getByRole('button', { name: 'Select images' }).click()
    await page.getByLabel('Files for 2D Images').setInputFiles(section)
    await page.getByLabel('Files for Multichannel Images').setInputFiles(culture)
    await page.getByRole('button', { name: 'Start upload' }).click()
    await page.getByRole('link', { name: 'Image library', exact: true }).click()
    await expect(page.getByText('Image uploads have completed.')).toBeVisible({ timeout: 60_000 })
    await page.getByRole('tab', { name: 'Available' }).click()
    for (const file of [section, culture]) {
      const tile = page.getByRole('button', { name: path.basename(file) }).filter({ has: page.locator('img') })
      await expect(tile).toBeVisible({ timeout: 60_000 })
    }
  })

const figure = (page: Page, title: string) =>
  page.getByRole('region', { name: 'Figures' }).locator('[data-figure]').filter({ hasText: title })

// The second walk goes on in the project of the first, with its images.
test.describe.configure({ mode: 'serial' })
let project: string

test('D3-1-24 the forms of Ki-67 breast and nuclei: an estimated diameter, a hot spot, a channel by its name', async ({
  page,
}, info) => {
  test.setTimeout(400_000)
  const pictures = await writePictures(info.outputPath('pictures'))
  await enter(page, demoAccount('admin'))
  project = await createProject(page, `Applications ${info.repeatEachIndex}`)
  await upload(page, `Applications ${info.repeatEachIndex}`, pictures)

  await page.goto(`${project}/analysis`)
  const image = (name: string) => page.getByRole('checkbox', { name })
  await page.getByRole('radio', { name: 'Ki-67 breast' }).check()
  await image('ki67.tif').press('Space')
  await expect(page.getByRole('spinbutton', { name: 'Nucleus diameter (px)' })).toHaveAttribute(
    'placeholder',
    'automatic',
  )
  await expectGoodScreen(page, 'analysis-ki67')
  await page.getByRole('button', { name: 'Analyse image' }).click()
  await expect(figure(page, 'Ki-67 index of the hot spot')).toContainText('%', { timeout: 90_000 })
  await expect(figure(page, 'Nucleus diameter')).toContainText('estimated from the image')
  await expect(page.getByRole('list', { name: 'Classes' }).getByText('hot spot')).toBeVisible()
  await expectGoodScreen(page, 'job-ki67')
  const index = await figure(page, 'Ki-67 index of the hot spot').textContent()
  await page.getByRole('link', { name: 'Open in viewer' }).click()
  const hotSpot = page.getByRole('region', { name: 'Hot spot' })
  await expect(hotSpot).toContainText(/\d % positive of \d{3} nuclei/)
  expect(index).toContain(/\d+\.\d/.exec((await hotSpot.textContent()) ?? '')?.[0])
  await hotSpot.getByRole('button', { name: 'Hide hot spot' }).click()
  await expect(hotSpot.getByRole('button', { name: 'Show hot spot' })).toBeVisible()

  await page.goto(`${project}/analysis`)
  await page.getByRole('radio', { name: 'Nuclei' }).check()
  await image('culture.ome.tif').press('Space')
  // What is found out of the image stands above the form, which it moves.
  const suitability = page.getByRole('region', { name: 'Suitability' })
  await expect(suitability).toContainText(/Nucleus diameter: \d/, { timeout: 90_000 })
  const channel = page.getByRole('combobox', { name: 'Channel' })
  await channel.click()
  const last = page.getByRole('option').last()
  const name = (await last.textContent()) ?? ''
  await last.click()
  await page.getByRole('spinbutton', { name: 'Nucleus diameter (px)' }).fill('30')
  await page.getByRole('button', { name: 'Analyse image' }).click()
  await expect(figure(page, 'Nucleus diameter')).toContainText('given by the user', { timeout: 90_000 })
  const provenance = page.getByRole('region', { name: 'Provenance' })
  await expect(provenance).toContainText(name)
  await expect(provenance).toContainText('name fluorescence-2; SHA-256')

  const count = page.locator('[data-figure=nuclei]')
  const found = Number.parseInt((await count.textContent()) ?? '', 10)
  await page
    .getByRole('region', { name: 'Objects', exact: true })
    .getByRole('button', { name: '3', exact: true })
    .click()
  await page.getByRole('button', { name: 'Leave out object 3' }).first().click()
  await expect(count).toContainText(String(found - 1))
  await expectGoodScreen(page, 'job-nuclei')
  await page.getByRole('button', { name: 'Save as new result' }).click()
  await expect(page.getByRole('note')).toContainText(/from the original result: 1 object left out by /)
  await expect(provenance).toContainText(/Left out\s*3 by /)
})

test('the pixel size is set beside the circle, which follows at once; the result says who set it', async ({
  page,
  browser,
  baseURL,
}) => {
  test.setTimeout(400_000)
  await enter(page, demoAccount('admin'))
  await page.goto(`${project}/analysis`)
  await page.getByRole('radio', { name: 'Ki-67 breast' }).check()
  await page.getByRole('checkbox', { name: 'ki67.tif' }).press('Space')
  const automatic = page.getByRole('status').filter({ hasText: 'Automatic' })
  await expect(automatic).toContainText('px, estimated from the image', { timeout: 150_000 })
  const suitability = page.getByRole('region', { name: 'Suitability' })
  await expect(suitability).toContainText(/Nucleus diameter: [\d.]+ px, estimated from the image\./)
  const circle = page.getByRole('slider', { name: 'Nucleus diameter as a circle' })
  await expect(circle).toBeVisible()
  await expect(page.getByText('not known', { exact: true })).toBeVisible()
  await expectGoodScreen(page, 'analysis-diameter')

  await page.getByRole('button', { name: 'Edit pixel size' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('spinbutton', { name: 'Pixel size (µm)' }).fill('0.4')
  await expectGoodScreen(page, 'pixel-size')
  await dialog.getByRole('button', { name: 'Set pixel size' }).click()
  await expect(dialog).toBeHidden()
  await expect(automatic).toHaveText('Automatic 20 px, from the pixel size')
  await expect(page.getByText(/^0\.40 µm, set by /)).toBeVisible()

  const field = page.getByRole('spinbutton', { name: 'Nucleus diameter (px)' })
  await circle.press('ArrowUp')
  await expect(field).toHaveValue('21')
  const before = await circle.boundingBox()
  await field.fill('42')
  const after = await circle.boundingBox()
  expect((after?.width ?? 0) / (before?.width ?? 1)).toBeCloseTo(2, 2)
  await test.step('the edge of the circle is dragged', async () => {
    const { x = 0, y = 0, width = 0, height = 0 } = after ?? {}
    await page.mouse.move(x + width, y + height / 2)
    await page.mouse.down()
    await page.mouse.move(x + width - width / 4, y + height / 2)
    await page.mouse.up()
    await expect(field).toHaveValue('21')
  })

  await test.step('on a phone', async () => {
    const context = await browser.newContext({
      baseURL,
      viewport: { width: 390, height: 844 },
      isMobile: true,
      hasTouch: true,
      reducedMotion: 'reduce',
      storageState: await page.context().storageState(),
    })
    const phone = await context.newPage()
    await phone.goto(`${project}/analysis`)
    await phone.getByRole('radio', { name: 'Ki-67 breast' }).check()
    await phone.getByRole('checkbox', { name: 'ki67.tif' }).press('Space')
    const small = phone.getByRole('slider', { name: 'Nucleus diameter as a circle' })
    await expect(small).toBeVisible()
    await small.scrollIntoViewIfNeeded()
    await expectGoodScreen(phone, 'analysis-diameter-phone')
    await expectTouchTargets(phone, 'analysis-diameter-phone')
    await context.close()
  })

  await field.fill('')
  await page.getByRole('button', { name: 'Analyse image' }).click()
  await expect(figure(page, 'Nucleus diameter')).toContainText('20', { timeout: 90_000 })
  await expect(figure(page, 'Nucleus diameter')).toContainText('from the pixel size, for nuclei of 8 µm')
  const provenance = page.getByRole('region', { name: 'Provenance' })
  await expect(provenance).toContainText(/Pixel size from ?set by \S+ \S+, \d{4}/)
})
