import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { encodeOmeTiff } from '@lamella/shared/testing/pictures/ome-tiff.ts'
import { test as base, expect, type Locator, type Page } from 'playwright/test'
import { enter } from './steps/account.ts'
import { createProject } from './steps/upload.ts'
import { canvasOf } from './steps/viewer.ts'
import { demoAccount } from './support/demo.ts'
import { pixelsOf } from './support/pixels.ts'
import { readMovie } from './support/read-movie.ts'
import { expectGoodScreen } from './support/screen.ts'
import { test } from './support/watched-page.ts'

const series = 'colours.ome.tif'
const [width, height] = [321, 240]
/** Of the frames, how bright each channel is, and red, green and blue of what is seen: three channels are blue, cyan and green (D3-3-24). */
const frames = [
  { parts: [1, 0, 0], colour: [0, 0, 255] },
  { parts: [0, 1, 0], colour: [0, 255, 255] },
  { parts: [0, 0, 1], colour: [0, 255, 0] },
  { parts: [0, 0, 0], colour: [0, 0, 0] },
  { parts: [0.5, 0, 0], colour: [0, 0, 128] },
  { parts: [0, 0, 0.5], colour: [0, 128, 0] },
] as const
const colours = frames.map(({ colour }) => colour)
/** At the right of each frame: with dark and bright in each channel, full brightness is the colour itself. */
const bright = 40

/** Five minutes between frames, each of one colour. */
const seriesFile = (): Buffer =>
  encodeOmeTiff({
    name: 'Colours',
    width,
    height,
    channels: [
      { name: 'DAPI', color: 0x0000ff },
      { name: 'CFP', color: 0x00ffff },
      { name: 'GFP', color: 0x00ff00 },
    ],
    sizeZ: 1,
    sizeT: frames.length,
    pixelSizeUm: 0.5,
    stepUm: 1,
    intervalSeconds: 300,
    plane: (channel, _, t) =>
      Uint16Array.from({ length: width * height }, (_, at) =>
        at % width >= width - bright ? 60_000 : 60_000 * (frames[t]?.parts[channel] ?? 0),
      ),
  })

const fill = (page: Page, folder: string): Promise<string> =>
  base.step('upload a time series of known colours', async () => {
    await mkdir(folder, { recursive: true })
    await writeFile(path.join(folder, series), seriesFile())
    await enter(page, demoAccount('admin'))
    const project = await createProject(page, 'Movies')
    await page.goto(`/datastorage/upload?project=${project.split('/').at(-1)}`)
    await page.getByLabel('Files for Time Series Images').setInputFiles(path.join(folder, series))
    await page.getByRole('button', { name: 'Start upload' }).click()
    await page.getByRole('link', { name: 'Image library', exact: true }).click()
    await page.getByRole('tab', { name: 'Available' }).click()
    const tile = page.getByRole('button', { name: series }).filter({ has: page.locator('img') })
    await expect(tile).toBeVisible({ timeout: 60_000 })
    await tile.dblclick()
    await expect(page.getByRole('application', { name: `Picture of ${series}` })).toBeVisible()
    await expect.poll(async () => (await pixelsOf(canvasOf(page))).contrast).toBeGreaterThan(2)
    return page.url()
  })

const dialogOf = (page: Page): Locator => page.getByRole('dialog', { name: 'Movie of the time series' })

const openDialog = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Download', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Movie of the time series' }).click()
  await expect(dialogOf(page)).toContainText('6 frames, 1.2 s')
}

const choose = async (page: Page, label: string, option: string | RegExp): Promise<void> => {
  await dialogOf(page).getByRole('combobox', { name: label }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

const save = async (page: Page): Promise<{ name: string; bytes: Buffer }> => {
  const saved = page.waitForEvent('download')
  await dialogOf(page).getByRole('button', { name: 'Save movie' }).click()
  const file = await saved
  await expect(dialogOf(page)).toBeHidden()
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) }
}

/** Largest difference of two lists of colours; all of it where they differ in length. */
const differenceOf = (read: number[][][], expected: readonly (readonly (readonly number[])[])[]): number => {
  const [one, other] = [read.flat(2), expected.flat(2)]
  return one.length === other.length ? Math.max(...one.map((value, at) => Math.abs(value - (other[at] ?? 0)))) : 255
}

/** All channels together. */
const together = [0, 255, 255]
/** Places of the picture, in parts of a frame that shows the whole image: in its colour, and at the right. */
const places = [
  [0.5, 0.5],
  [0.95, 0.5],
] as const

test('a time series is saved as a movie of its frames, as GIF and as what the browser encodes', async ({
  page,
  context,
  faults,
}, info) => {
  test.setTimeout(300_000)
  const address = await fill(page, info.outputPath('pictures'))
  const decoder = await context.newPage()

  await base.step('GIF, pixel for pixel, by the keyboard', async () => {
    await page.getByRole('button', { name: 'Download', exact: true }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Movie of the time series' }).press('Enter')
    await expect(dialogOf(page)).toContainText('6 frames, 1.2 s')
    await expectGoodScreen(page, 'viewer-movie')
    await choose(page, 'Format', 'GIF')
    await choose(page, 'Size', 'Whole image, 1:1 (322 × 240 px)')
    const saved = page.waitForEvent('download')
    await dialogOf(page).getByRole('textbox', { name: 'Last time point' }).press('Enter')
    const file = await saved
    await expect(dialogOf(page)).toBeHidden()
    expect(file.suggestedFilename()).toBe('colours.gif')
    const movie = await readMovie(decoder, await readFile(await file.path()), 'image/gif', places, 5)
    expect(movie).toMatchObject({ width: 322, height: 240, delays: frames.map(() => 200) })
    const expected = colours.map((colour) => [colour, together])
    expect(differenceOf(movie.colours, expected)).toBeLessThan(2)
    // The time is there, and differs.
    expect(Math.min(...movie.written)).toBeGreaterThan(20)
    await expect(page.getByRole('button', { name: 'Download', exact: true })).toBeFocused()
  })

  for (const [format, type] of [
    ['MP4 (H.264)', 'video/mp4'],
    ['WebM (VP9)', 'video/webm'],
  ] as const) {
    await base.step(`${format}, of some time points, without marks`, async () => {
      await openDialog(page)
      await dialogOf(page).getByRole('combobox', { name: 'Format' }).click()
      const option = page.getByRole('option', { name: format })
      // Some builds of Chromium have no H.264.
      const isOffered = (await option.count()) > 0
      await page.keyboard.press('Escape')
      if (!isOffered) {
        base.info().annotations.push({ type: 'skipped', description: `${format}: not encoded by this browser` })
        await page.keyboard.press('Escape')
        return
      }
      await choose(page, 'Format', format)
      await choose(page, 'Size', /^Whole image/)
      await choose(page, 'Frames per second', '2')
      await dialogOf(page).getByRole('textbox', { name: 'First time point' }).fill('2')
      await dialogOf(page).getByRole('textbox', { name: 'Last time point' }).fill('7')
      await expect(dialogOf(page)).toContainText('A whole number from 2 to 6')
      await dialogOf(page).getByRole('textbox', { name: 'Last time point' }).fill('5')
      await dialogOf(page).getByRole('checkbox', { name: 'Scale bar' }).uncheck()
      await dialogOf(page).getByRole('checkbox', { name: 'Time' }).uncheck()
      const { name, bytes } = await save(page)
      expect(name).toBe(`colours.${type.slice(6)}`)
      const movie = await readMovie(decoder, bytes, type, places, 2)
      expect(movie).toMatchObject({ width: 322, height: 240, delays: [500, 500, 500, 500] })
      const expected = colours.slice(1, 5).map((colour) => [colour, together])
      expect(differenceOf(movie.colours, expected)).toBeLessThan(12)
      expect(movie.written).toEqual([0, 0, 0, 0])
    })
  }

  await base.step('as on the screen, also while another time point is shown', async () => {
    await page.goto(address)
    await expect(page.getByRole('region', { name: 'Time' })).toContainText('1 of 6')
    await page.getByRole('application').focus()
    await page.keyboard.press('.')
    await expect(page.getByRole('region', { name: 'Time' })).toContainText('2 of 6')
    await openDialog(page)
    await choose(page, 'Format', 'GIF')
    const { bytes } = await save(page)
    const movie = await readMovie(decoder, bytes, 'image/gif', [[0.5, 0.5]], 5)
    const box = await page.getByRole('application').boundingBox()
    expect([movie.width, movie.height]).toEqual([box?.width, box?.height].map((side = 0) => 2 * Math.round(side / 2)))
    const expected = colours.map((colour) => [colour])
    expect(differenceOf(movie.colours, expected)).toBeLessThan(2)
    await expect(page.getByRole('region', { name: 'Time' })).toContainText('2 of 6')
  })

  await base.step('it can be cancelled, and says what could not be loaded', async () => {
    await page.goto(address)
    const isFourth = (url: URL) => url.pathname === '/api/v1/tiles' && url.searchParams.get('dim[t]') === '3'
    let release = (): void => undefined
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route(isFourth, async (route) => {
      await held
      await route.abort().catch(() => undefined)
    })
    await openDialog(page)
    await choose(page, 'Size', /^640/)
    await dialogOf(page).getByRole('button', { name: 'Save movie' }).click()
    await expect(dialogOf(page)).toContainText('3 of 6 frames')
    await expect(dialogOf(page).getByRole('button', { name: 'Cancel' })).toBeFocused()
    await dialogOf(page).getByRole('button', { name: 'Cancel' }).click()
    await expect(dialogOf(page)).toContainText('6 frames, 1.2 s')
    await expect(dialogOf(page).getByRole('alert')).toBeHidden()
    release()
    await dialogOf(page).getByRole('button', { name: 'Save movie' }).click()
    await expect(dialogOf(page).getByRole('alert')).toContainText('Time point 4 could not be loaded')
    await page.keyboard.press('Escape')
    await expect(dialogOf(page)).toBeHidden()
    await expect(page.getByRole('button', { name: 'Download', exact: true })).toBeFocused()
    // What this step has cut off.
    faults.length = 0
  })

  await base.step('in a narrow window', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('button', { name: 'Image actions' }).click()
    await page.getByRole('menuitem', { name: 'Movie of the time series' }).click()
    await expect(dialogOf(page)).toContainText('6 frames, 1.2 s')
    await expectGoodScreen(page, 'phone-viewer-movie')
  })
})
