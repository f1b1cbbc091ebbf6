import path from 'node:path'
import { expect, type Locator, type Page, test } from 'playwright/test'
import type { Pictures } from '../support/pictures.ts'
import { pixelsOf } from '../support/pixels.ts'
import { expectGoodScreen } from '../support/screen.ts'

/** The canvas of the open viewer. */
export const canvasOf = (page: Page): Locator => page.getByRole('application').locator('canvas').first()

/** Expects each image in the library to have a thumbnail with contrast. */
export const expectThumbnails = (page: Page, pictures: Pictures): Promise<void> =>
  test.step('thumbnails are real pictures', async () => {
    for (const file of [...pictures.plain, pictures.multichannel]) {
      const thumbnail = page.getByRole('button', { name: path.basename(file) }).locator('img')
      await expect.poll(async () => (await pixelsOf(thumbnail)).contrast).toBeGreaterThan(4)
    }
    await expectGoodScreen(page, 'library')
    const name = path.basename(pictures.deep)
    await page.getByRole('button', { name }).click()
    await expect(
      page
        .getByRole('complementary', { name: `Details of ${name}` })
        .locator('img')
        .first(),
    ).toBeVisible()
    await expectGoodScreen(page, 'library-details')
    await page.getByRole('button', { name: 'Close details' }).click()
  })

/** Opens an image from the library, by its details. */
export const openInViewer = async (page: Page, file: string): Promise<void> => {
  const name = path.basename(file)
  await page.getByRole('button', { name }).click()
  await page
    .getByRole('complementary', { name: `Details of ${name}` })
    .getByRole('link', { name: 'Open in viewer' })
    .click()
  await expect(page.getByRole('application', { name: `Picture of ${name}` })).toBeVisible()
  await expect.poll(async () => (await pixelsOf(canvasOf(page))).contrast).toBeGreaterThan(2)
}

/** Collects the pyramid levels of loaded tiles; 0 is the smallest. */
const collectLevels = (page: Page): Set<number> => {
  const levels = new Set<number>()
  page.on('response', (response) => {
    const address = new URL(response.url())
    if (address.pathname === '/api/v1/tiles' && response.status() === 200)
      levels.add(Number(address.searchParams.get('z')))
  })
  return levels
}

/** Opens the deep image and zooms in until tiles of the largest level are loaded. */
export const zoomIn = (page: Page, pictures: Pictures): Promise<void> =>
  test.step('deep zoom from tiles', async () => {
    const levels = collectLevels(page)
    await openInViewer(page, pictures.deep)
    // The details in the library have read it already: only a reload asks for it again.
    const viewed = page.waitForResponse(/\/api\/v1\/images\/[0-9a-f-]+\/view$/)
    await page.reload()
    const { data: view } = await (await viewed).json()
    const deepest = view.levels.length - 1
    expect(deepest).toBeGreaterThan(1)
    await expect.poll(async () => (await pixelsOf(canvasOf(page))).contrast).toBeGreaterThan(2)
    expect(levels.size).toBeGreaterThan(0)
    await expectGoodScreen(page, 'viewer')
    const percent = page.getByRole('toolbar', { name: 'Zoom' })
    for (let step = 0; step < 8 && !levels.has(deepest); step++) {
      const before = await percent.textContent()
      await page.getByRole('button', { name: 'Zoom in' }).click()
      await expect(percent).not.toHaveText(before ?? '')
    }
    await expect.poll(() => levels.has(deepest)).toBe(true)
    await expect.poll(async () => (await pixelsOf(canvasOf(page))).contrast).toBeGreaterThan(2)
  })

/** Switches the channels of the multichannel image off and on, and expects its brightness to follow. */
export const switchChannels = (page: Page, pictures: Pictures): Promise<void> =>
  test.step('channels change the picture', async () => {
    await openInViewer(page, pictures.multichannel)
    const boxes = page.getByRole('region', { name: 'Channels' }).getByRole('checkbox')
    await expect(boxes).toHaveCount(3)
    await expectGoodScreen(page, 'viewer-multichannel')
    const brightness = async (): Promise<number> =>
      (await pixelsOf(canvasOf(page))).mean.reduce((sum, value) => sum + value, 0)
    const all = await brightness()
    for (const box of await boxes.all()) {
      await box.uncheck({ force: true })
      await expect.poll(brightness).toBeLessThan(all - 0.5)
      await box.check({ force: true })
      await expect.poll(async () => Math.abs((await brightness()) - all)).toBeLessThan(0.01)
    }
    for (const box of await boxes.all()) await box.uncheck({ force: true })
    await expect.poll(brightness).toBe(0)
  })
