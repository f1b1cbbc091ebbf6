import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { toPng } from '@lamella/shared/testing/pictures/index.ts'
import { encodeOmeTiff, type OmeStack } from '@lamella/shared/testing/pictures/ome-tiff.ts'
import { test as base, expect, type Page } from 'playwright/test'
import { enter } from './steps/account.ts'
import { loadZarrita, openSeadragon, readByZarrita, seenInSeadragon } from './steps/foreign-viewers.ts'
import { createProject } from './steps/upload.ts'
import { canvasOf } from './steps/viewer.ts'
import { demoAccount } from './support/demo.ts'
import { type ForeignPage, onOtherOrigin } from './support/other-origin.ts'
import { pixelsOf } from './support/pixels.ts'
import { test } from './support/watched-page.ts'

const samples = 'samples.ome.tif'
const channels = 'channels.ome.tif'
const colours = 'colours.png'

/** Larger than the viewer that shows it: 6 × 4 tiles and three levels. */
const picture = { width: 1440, height: 800 }
const viewer = { width: 720, height: 400 }
/** Squares of one colour each, as large as what JPEG codes at once: flat, it changes them by rounding only. */
const square = 16
const colourAt = (x: number, y: number): [number, number, number] => {
  const [column, row] = [Math.floor(x / square), Math.floor(y / square)]
  return [(67 * column + 31 * row) % 256, (29 * column + 97 * row) % 256, (131 * column + 53 * row) % 256]
}
/** By which JPEG may change a flat colour. */
const rounding = 4
/** Pixels of the screen at the edges of a square that are not compared: OpenSeadragon draws each tile one pixel larger, against seams. */
const border = 2

/** Samples by a formula that has all 16 bits, so that each value that another program reads is known. */
const stack: OmeStack = {
  name: 'formula',
  width: 601,
  height: 333,
  channels: [
    { name: 'DAPI', color: 0x0000ff },
    { name: 'GFP', color: 0x00ff00 },
  ],
  sizeZ: 1,
  sizeT: 2,
  pixelSizeUm: 0.5,
  stepUm: 1,
  intervalSeconds: 30,
  plane: (c, _, t) =>
    Uint16Array.from(
      { length: 601 * 333 },
      (__, at) => (97 * (at % 601) + 211 * Math.floor(at / 601) + 3000 * c + 20_000 * t) % 65_536,
    ),
}

const fill = (page: Page, folder: string): Promise<string> =>
  base.step('upload a picture of known colours, a time series of known samples, and one time point of it', async () => {
    await mkdir(folder, { recursive: true })
    const { width, height } = picture
    const data = new Uint8Array(3 * width * height)
    for (let at = 0; at < width * height; at++) data.set(colourAt(at % width, Math.floor(at / width)), 3 * at)
    await writeFile(path.join(folder, colours), await toPng({ width, height, data }))
    await writeFile(path.join(folder, samples), encodeOmeTiff(stack))
    await writeFile(path.join(folder, channels), encodeOmeTiff({ ...stack, name: 'channels', sizeT: 1 }))
    await enter(page, demoAccount('admin'))
    const project = await createProject(page, 'Other programs')
    await page.goto(`/datastorage/upload?project=${project.split('/').at(-1)}`)
    await page.getByLabel('Files for 2D Images').setInputFiles(path.join(folder, colours))
    await page.getByLabel('Files for Multichannel Images').setInputFiles(path.join(folder, channels))
    await page.getByLabel('Files for Time Series Images').setInputFiles(path.join(folder, samples))
    await page.getByRole('button', { name: 'Start upload' }).click()
    await page.getByRole('link', { name: 'Image library', exact: true }).click()
    await page.getByRole('tab', { name: 'Available' }).click()
    for (const name of [colours, channels, samples]) {
      const tile = page.getByRole('button', { name }).filter({ has: page.locator('img') })
      await expect(tile).toBeVisible({ timeout: 60_000 })
    }
    return `${project}/library`
  })

/** @returns what the viewer's menu puts on the clipboard */
const copiedAddress = (page: Page, library: string, name: string, item: string, told: RegExp): Promise<string> =>
  base.step(`${item}, of ${name}`, async () => {
    await page.goto(library)
    await page.getByRole('button', { name }).dblclick()
    await expect(page.getByRole('application', { name: `Picture of ${name}` })).toBeVisible()
    await expect.poll(async () => (await pixelsOf(canvasOf(page))).contrast).toBeGreaterThan(2)
    await page.evaluate(() => navigator.clipboard.writeText('nothing yet'))
    await page.getByRole('button', { name: 'Download', exact: true }).click()
    await page.getByRole('menuitem', { name: item }).click()
    await expect(page.getByText(told)).toBeVisible()
    return page.evaluate(() => navigator.clipboard.readText())
  })

/** The ticket in the address is the only right, and no browser asks before it reads. */
const expectPlainReading = async ({ requests }: ForeignPage): Promise<void> => {
  expect(requests.length).toBeGreaterThan(0)
  for (const request of requests) {
    const { cookie, authorization } = await request.allHeaders()
    expect([request.method(), cookie, authorization]).toEqual(['GET', undefined, undefined])
  }
}

/** Whether a pixel lies in a square, and not at its edges. @param at - pixel of the screen, from an edge of a square */
const isInside = (at: number, scale: number): boolean => {
  const side = square / scale
  return at % side >= border && at % side < side - border
}

/** Pixels that are not those of the picture, as a sentence each; of a part that lies at `left`, `top`. */
const wrongPixels = (rgba: readonly number[], [left, top]: [number, number], scale: number): string[] => {
  const wrong: string[] = []
  for (let at = 0; at < viewer.width * viewer.height; at++) {
    const [column, row] = [at % viewer.width, Math.floor(at / viewer.width)]
    if (!isInside(column, scale) || !isInside(row, scale)) continue
    const [x, y] = [left + scale * column, top + scale * row]
    const seen = rgba.slice(4 * at, 4 * at + 3)
    const right = colourAt(x, y)
    if (right.some((value, band) => !(Math.abs(value - (seen[band] ?? Number.NaN)) <= rounding)))
      wrong.push(`${x},${y}: ${seen} instead of ${right}`)
  }
  return wrong
}

test('D1-1-01 images of the three types are uploaded, and opened from another origin by the addresses that the viewer copies: by OpenSeadragon and by zarrita', async ({
  page,
  context,
  browser,
}, info) => {
  test.setTimeout(240_000)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const library = await fill(page, info.outputPath('pictures'))

  await base.step('OpenSeadragon shows an IIIF image in its true colours, at each place', async () => {
    const told = /IIIF viewers open this image by it until \d\d:\d\d on \w+day, or until you log out/
    const address = await copiedAddress(page, library, colours, 'Open in a IIIF viewer: copy address', told)
    await onOtherOrigin(browser, viewer, async (foreign) => {
      expect(await openSeadragon(foreign.page, address)).toEqual(picture)
      for (const left of [0, viewer.width]) {
        for (const top of [0, viewer.height]) {
          const seen = await seenInSeadragon(foreign.page, [left, top], 1)
          expect(wrongPixels(seen, [left, top], 1).slice(0, 5)).toEqual([])
        }
      }
      // The whole image, of the level of half its size.
      expect(wrongPixels(await seenInSeadragon(foreign.page, [0, 0], 2), [0, 0], 2).slice(0, 5)).toEqual([])
      await expectPlainReading(foreign)
    })
  })

  await base.step('zarrita reads all samples of an OME-Zarr image', async () => {
    const told = /QuPath, napari and other programs open this image by it until \d\d:\d\d on \w+day/
    const address = await copiedAddress(page, library, samples, 'Open in QuPath or napari: copy address', told)
    await onOtherOrigin(browser, viewer, async (foreign) => {
      await loadZarrita(foreign.page)
      for (const [t, c] of [
        [0, 0],
        [0, 1],
        [1, 0],
        [1, 1],
      ] as const) {
        const read = await readByZarrita(foreign.page, address, 0, [t, c, 0])
        expect([read.version, read.axes, read.shape, read.dtype]).toEqual([
          '0.5',
          ['t', 'c', 'z', 'y', 'x'],
          [2, 2, 1, stack.height, stack.width],
          'uint16',
        ])
        const original = stack.plane(c, 0, t)
        const wrong = [...original].filter((value, at) => read.samples[at] !== value)
        expect([read.samples.length, wrong.length]).toEqual([original.length, 0])
      }
      await expectPlainReading(foreign)
    })
  })
})
