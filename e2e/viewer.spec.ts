import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { multichannelOmeTiff, timeSeriesOmeTiff } from '@lamella/shared/testing/pictures/index.ts'
import { test as base, expect, type Page } from 'playwright/test'
import { enter } from './steps/account.ts'
import { createProject } from './steps/upload.ts'
import { canvasOf } from './steps/viewer.ts'
import { demoAccount } from './support/demo.ts'
import { pixelsOf } from './support/pixels.ts'
import { expectGoodScreen } from './support/screen.ts'
import { expectTouchTargets } from './support/targets.ts'
import { test } from './support/watched-page.ts'

const series = 'series.ome.tif'
const many = 'many.ome.tif'

/** Uploads a time series of two channels and an image of ten channels, and waits for both. @returns path of the library */
const fill = (page: Page, folder: string): Promise<string> =>
  base.step('upload a time series and many channels', async () => {
    await mkdir(folder, { recursive: true })
    await writeFile(path.join(folder, series), timeSeriesOmeTiff({ seed: 5, sizeT: 5, channels: 2 }).bytes)
    await writeFile(path.join(folder, many), multichannelOmeTiff({ seed: 6, channels: 10 }).bytes)
    await enter(page, demoAccount('admin'))
    const project = await createProject(page, 'Viewer')
    await page.goto(`/datastorage/upload?project=${project.split('/').at(-1)}`)
    await page.getByLabel('Files for Multichannel Images').setInputFiles(path.join(folder, many))
    await page.getByLabel('Files for Time Series Images').setInputFiles(path.join(folder, series))
    await page.getByRole('button', { name: 'Start upload' }).click()
    await page.getByRole('link', { name: 'Image library', exact: true }).click()
    await page.getByRole('tab', { name: 'Available' }).click()
    for (const name of [series, many]) {
      const tile = page.getByRole('button', { name }).filter({ has: page.locator('img') })
      await expect(tile).toBeVisible({ timeout: 60_000 })
    }
    return `${project}/library`
  })

/** Two clicks at one place, as a hand makes them: what moves after the first is hit by the second. */
const clickTwice = async (page: Page, name: string): Promise<void> => {
  const tile = page.getByRole('button', { name })
  await tile.scrollIntoViewIfNeeded()
  const box = await tile.boundingBox()
  if (!box) throw new Error(`${name} is not visible`)
  const [x, y] = [box.x + box.width - 12, box.y + 12]
  // The details lie over the tile then, and let only a quick second click through.
  if ((page.viewportSize()?.width ?? 0) < 1200) return page.mouse.dblclick(x, y)
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.up()
  await expect(page.getByRole('complementary', { name: `Details of ${name}` })).toBeVisible()
  expect(await tile.boundingBox()).toEqual(box)
  await page.mouse.down({ clickCount: 2 })
  await page.mouse.up({ clickCount: 2 })
}

/** Number of scripts that the page has loaded. */
const scriptsOf = (page: Page): Promise<number> =>
  page.evaluate(() => performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js')).length)

/** Number of colours in one row of the canvas: few where pixels are squares. */
const coloursInRow = (page: Page): Promise<number> =>
  canvasOf(page).evaluate((canvas) => {
    if (!(canvas instanceof HTMLCanvasElement)) return 0
    const context = canvas.getContext('2d')
    const { data } = context?.getImageData(0, canvas.height >> 1, canvas.width, 1) ?? { data: [] }
    const colours = new Set<string>()
    for (let at = 0; at < data.length; at += 4) colours.add(`${data[at]} ${data[at + 1]} ${data[at + 2]}`)
    return colours.size
  })

test('the library opens what was clicked twice, and the viewer keeps what is seen', async ({ page }, info) => {
  test.setTimeout(300_000)
  const library = await fill(page, info.outputPath('pictures'))
  for (const [width, height] of [
    [1440, 900],
    [1100, 800],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height })
    for (const name of [series, many]) {
      await page.goto(library)
      await clickTwice(page, name)
      await expect(page.getByRole('application', { name: `Picture of ${name}` })).toBeVisible()
    }
  }

  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(library)
  await base.step('the code of the viewer is loaded when the pointer comes to the images', async () => {
    await expect(page.getByRole('button', { name: series }).locator('img')).toBeVisible()
    let before = -1
    const isQuiet = async () => {
      const earlier = before
      before = await scriptsOf(page)
      return before === earlier
    }
    await expect.poll(isQuiet).toBe(true)
    await page.getByRole('button', { name: series }).hover()
    await expect.poll(() => scriptsOf(page)).toBeGreaterThan(before)
  })
  await clickTwice(page, series)
  const time = page.getByRole('region', { name: 'Time' })
  await expect(time).toContainText('1 of 5')
  await expect.poll(async () => (await pixelsOf(canvasOf(page))).contrast).toBeGreaterThan(2)
  await expectGoodScreen(page, 'viewer-time')

  await base.step('time points differ, by keyboard and by play', async () => {
    const first = await pixelsOf(canvasOf(page))
    await page.getByRole('application').focus()
    await page.keyboard.press('.')
    await expect(time).toContainText('2 of 5')
    await expect.poll(async () => (await pixelsOf(canvasOf(page))).mean).not.toEqual(first.mean)
    await page.keyboard.press(',')
    await expect.poll(async () => (await pixelsOf(canvasOf(page))).mean).toEqual(first.mean)
    await page.keyboard.press('Space')
    await expect(time.getByRole('button', { name: 'Pause' })).toBeVisible()
    await expect(time).toContainText('5 of 5')
    await page.keyboard.press('Space')
    await expect(time.getByRole('button', { name: 'Play' })).toBeVisible()
  })

  await base.step('the address restores place, zoom, time and channels', async () => {
    await time.getByRole('slider', { name: 'Time point' }).fill('3')
    await page.getByRole('checkbox').nth(1).uncheck({ force: true })
    for (let step = 0; step < 3; step++) await page.getByRole('button', { name: 'Zoom in' }).click()
    await expect(page).toHaveURL(/at=.+&zoom=.+&t=3&channels=0$/)
    const zoom = await page.getByRole('toolbar', { name: 'Zoom' }).textContent()
    const address = page.url()
    const { mean } = await pixelsOf(canvasOf(page))
    await page.reload()
    await expect(time).toContainText('3 of 5')
    await expect(page.getByRole('checkbox').nth(1)).not.toBeChecked()
    await expect(page.getByRole('toolbar', { name: 'Zoom' })).toHaveText(zoom ?? '')
    // A tile may be drawn one pixel of the screen beside its former place.
    const near = mean.map((value) => expect.closeTo(value, 1))
    await expect.poll(async () => (await pixelsOf(canvasOf(page))).mean).toEqual(near)
    expect(page.url()).toBe(address)
  })

  await base.step('pixels are squares from 200 %', async () => {
    const percent = Number(new URL(page.url()).searchParams.get('zoom'))
    expect(percent).toBeGreaterThan(200)
    const visible = ((await canvasOf(page).boundingBox())?.width ?? 0) / (percent / 100)
    expect(await coloursInRow(page)).toBeLessThanOrEqual(visible + 2)
  })

  await base.step('channels are kept for an address without a view', async () => {
    await page.goto(page.url().replace(/&at=.*$/, ''))
    await expect(page.getByRole('checkbox').nth(0)).toBeChecked()
    await expect(page.getByRole('checkbox').nth(1)).not.toBeChecked()
    await expect(time).toContainText('1 of 5')
  })

  await base.step('many channels are folded', async () => {
    await page.goto(library)
    await clickTwice(page, many)
    await expect(page.getByText('4 of 10 channels are on.')).toBeVisible()
    await page.getByRole('button', { name: 'Show 2 more channels' }).click()
    await expect(page.getByRole('checkbox')).toHaveCount(10)
    await expectGoodScreen(page, 'viewer-many-channels')
  })
})

test.describe('on a phone', { tag: '@full' }, () => {
  test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true })
  test('the time bar is in reach of a finger', async ({ page }) => {
    await enter(page, demoAccount('admin'))
    await page.goto('/projects')
    await page.getByRole('link', { name: 'Viewer', exact: true }).click()
    await page.goto(`${new URL(page.url()).pathname}/library`)
    await page.getByRole('button', { name: series }).tap()
    await page.getByRole('link', { name: 'Open in viewer' }).tap()
    await expect(page.getByRole('region', { name: 'Time' })).toContainText('1 of 5')
    await expectTouchTargets(page, 'phone-viewer-time')
    await expectGoodScreen(page, 'phone-viewer-time')
  })
})
