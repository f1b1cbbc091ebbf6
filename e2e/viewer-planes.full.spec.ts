import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { twoSceneOmeTiff, zStackOmeTiff } from '@lamella/shared/testing/pictures/index.ts'
import { test as base, expect, type Page } from 'playwright/test'
import { enter } from './steps/account.ts'
import { createProject } from './steps/upload.ts'
import { canvasOf } from './steps/viewer.ts'
import { demoAccount } from './support/demo.ts'
import { pixelsOf } from './support/pixels.ts'
import { expectGoodScreen } from './support/screen.ts'
import { expectTouchTargets } from './support/targets.ts'
import { test } from './support/watched-page.ts'

const stack = 'stack.ome.tif'
const scenes = 'scenes.ome.tif'

/** Uploads a stack of two channels, five Z planes and two time points, and a file of two images. @returns path of the library */
const fill = (page: Page, folder: string): Promise<string> =>
  base.step('upload a Z stack in time, and two scenes', async () => {
    await mkdir(folder, { recursive: true })
    await writeFile(path.join(folder, stack), zStackOmeTiff({ seed: 8, channels: 2, sizeZ: 5, sizeT: 2 }).bytes)
    await writeFile(path.join(folder, scenes), twoSceneOmeTiff({ seed: 9 }))
    await enter(page, demoAccount('admin'))
    const project = await createProject(page, 'Planes')
    await page.goto(`/datastorage/upload?project=${project.split('/').at(-1)}`)
    await page.getByLabel('Files for Multichannel Images').setInputFiles(path.join(folder, scenes))
    await page.getByLabel('Files for Time Series Images').setInputFiles(path.join(folder, stack))
    await page.getByRole('button', { name: 'Start upload' }).click()
    await page.getByRole('link', { name: 'Image library', exact: true }).click()
    await page.getByRole('tab', { name: 'Available' }).click()
    for (const name of [stack, scenes]) {
      const tile = page.getByRole('button', { name }).filter({ has: page.locator('img') })
      await expect(tile).toBeVisible({ timeout: 60_000 })
    }
    return `${project}/library`
  })

const picture = (page: Page, name: string) => page.getByRole('application', { name: `Picture of ${name}` })

const open = async (page: Page, library: string, name: string): Promise<void> => {
  await page.goto(library)
  await page.getByRole('button', { name }).dblclick()
  await expect(picture(page, name)).toBeVisible()
  await expect.poll(async () => (await pixelsOf(canvasOf(page))).contrast).toBeGreaterThan(2)
}

const brightness = async (page: Page): Promise<number> =>
  (await pixelsOf(canvasOf(page))).mean.reduce((sum, value) => sum + value, 0)

/** Mean difference of two PNG pictures of one size, of 255. */
const differenceOf = (page: Page, ...pictures: [Buffer, Buffer]): Promise<number> =>
  page.evaluate(
    async (texts) => {
      const [one, other] = await Promise.all(
        texts.map(async (text) => {
          const bytes = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0))
          const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
          const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')
          context?.drawImage(bitmap, 0, 0)
          return context?.getImageData(0, 0, bitmap.width, bitmap.height).data
        }),
      )
      if (!one || !other || one.length !== other.length) return 255
      return one.reduce((sum, value, at) => sum + Math.abs(value - (other[at] ?? 0)), 0) / one.length
    },
    pictures.map((bytes) => bytes.toString('base64')),
  )

/** Clicks at a place of the canvas, in CSS pixels from its middle. */
const clickAt = async (page: Page, x: number, y: number): Promise<void> => {
  const box = await page.getByRole('application').boundingBox()
  if (!box) throw new Error('There is no canvas')
  await page.mouse.click(box.x + box.width / 2 + x, box.y + box.height / 2 + y)
}

test('a stack is looked through, measured and shared as it is seen', async ({
  page,
  context,
  browser,
  baseURL,
}, info) => {
  test.setTimeout(300_000)
  const library = await fill(page, info.outputPath('pictures'))
  await open(page, library, stack)
  const z = page.getByRole('region', { name: 'Z planes' })
  const time = page.getByRole('region', { name: 'Time' })

  await base.step('planes, their maximum and time points are combined', async () => {
    await expect(z).toContainText('3 of 5')
    const middle = await brightness(page)
    await picture(page, stack).focus()
    await page.keyboard.press('k')
    await expect(z).toContainText('4 of 5')
    await expect.poll(() => brightness(page)).not.toBe(middle)
    const fourth = await brightness(page)
    await page.keyboard.press('.')
    await expect(time).toContainText('2 of 2')
    await expect.poll(() => brightness(page)).not.toBe(fourth)
    await page.keyboard.press(',')
    await expect.poll(() => brightness(page)).toBe(fourth)
    await page.getByRole('button', { name: 'Maximum', exact: true }).click()
    await expect.poll(() => brightness(page)).toBeGreaterThan(middle)
    await expectGoodScreen(page, 'viewer-z')
  })

  await base.step('values under the pointer are those of the plane', async () => {
    const status = page.locator('footer')
    const box = await picture(page, stack).boundingBox()
    await page.mouse.move((box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2)
    await expect(status).toContainText('DAPI')
    const values = () => status.locator('b').allTextContents()
    const maximum = Number((await values()).at(2)?.replaceAll(',', ''))
    for (const plane of [1, 3, 5]) {
      await z.getByRole('slider', { name: 'Z plane' }).fill(`${plane}`)
      await expect.poll(async () => Number((await values()).at(2)?.replaceAll(',', ''))).toBeLessThanOrEqual(maximum)
    }
  })

  await base.step('lines are measured, turned and mirrored too, with a profile', async () => {
    await picture(page, stack).focus()
    await page.keyboard.press('z')
    await expect(page.getByRole('toolbar', { name: 'Zoom' })).toContainText('100 %')
    await page.getByRole('button', { name: 'Measure a line' }).click()
    await expect(page.locator('[data-draws]')).toBeVisible()
    await clickAt(page, -50, 10)
    await clickAt(page, 50, 10)
    const measurements = page.getByRole('region', { name: 'Measurements' })
    await expect(measurements.getByRole('button', { name: 'Line 1 32.50 µm' })).toBeVisible()
    await expect(measurements.getByRole('region', { name: 'Profile of Line 1' })).toContainText('Tubulin')
    await expect(measurements.locator('.recharts-line')).toHaveCount(2)
    await picture(page, stack).focus()
    await page.keyboard.press('Shift+R')
    await page.keyboard.press('x')
    await clickAt(page, -40, -20)
    await clickAt(page, 60, -20)
    await expect(measurements.getByRole('button', { name: 'Line 2 32.50 µm' })).toBeVisible()
    // By keys: the middle of the canvas, then 8 px further.
    await picture(page, stack).focus()
    await page.keyboard.press('Enter')
    const before = page.url()
    await page.keyboard.press('Shift+ArrowRight')
    // The address is replaced when the picture stands still.
    await expect(page).not.toHaveURL(before)
    await page.keyboard.press('Enter')
    await expect(measurements.getByRole('button', { name: 'Line 3 2.600 µm' })).toBeVisible()
    await expectGoodScreen(page, 'viewer-measure')
    // By clicks, and closed by a key: none of its points is lost.
    await page.getByRole('button', { name: 'Measure an area' }).click()
    await expect(page.locator('[data-draws=area]')).toBeVisible()
    for (const [x, y] of [
      [-40, -30],
      [40, -30],
      [40, 30],
      [-40, 30],
    ] as const)
      await clickAt(page, x, y)
    await picture(page, stack).focus()
    await page.keyboard.press('Enter')
    await expect(measurements.getByRole('button', { name: /^Area 4 507\.0 µm²/ })).toBeVisible()
  })

  await base.step('the address and a copied link restore all of it, for others too', async () => {
    await z.getByRole('slider', { name: 'Z plane' }).fill('3')
    await expect(page).toHaveURL(/at=.+&zoom=100&turn=270&mirror=1/)
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await picture(page, stack).focus()
    await page.keyboard.press('h')
    await page.keyboard.press('c')
    await expect(page.getByText('Link to this view copied to clipboard')).toBeVisible()
    const link = await page.evaluate(() => navigator.clipboard.readText())
    expect(link).toContain('z=3')
    const other = await (
      await browser.newContext({ viewport: page.viewportSize(), ...(baseURL && { baseURL }) })
    ).newPage()
    await enter(other, demoAccount('admin'))
    await other.goto(link)
    await expect(other.getByRole('region', { name: 'Z planes' })).toContainText('3 of 5')
    await expect(other.getByRole('toolbar', { name: 'Zoom' })).toContainText('100 %')
    await expect(other).toHaveURL(/turn=270&mirror=1/)
    await other.context().close()
    await page.getByRole('button', { name: 'Remove all measurements' }).click()
    const plain = (await pixelsOf(canvasOf(page))).mean.map((value) => expect.closeTo(value, 0))
    await page.reload()
    await expect.poll(async () => (await pixelsOf(canvasOf(page))).mean).toEqual(plain)
  })

  await base.step('the view is saved as a picture', async () => {
    await page.getByRole('button', { name: 'Download', exact: true }).click()
    const saved = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: /^Picture of the view \(PNG\)/ }).click()
    const file = await saved
    expect(file.suggestedFilename()).toBe('stack.view.png')
    const bytes = await readFile(await file.path())
    expect(bytes.subarray(1, 4).toString()).toBe('PNG')
    const box = await picture(page, stack).boundingBox()
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([box?.width, box?.height])
    // The same pixels as on the screen, turned and mirrored, but for the scale bar.
    await picture(page, stack).evaluate((element) => {
      if (element instanceof HTMLElement) element.style.outline = 'none'
      const others = [...(element.parentElement?.children ?? [])].filter((other) => other !== element)
      for (const other of others) if (other instanceof HTMLElement) other.style.visibility = 'hidden'
    })
    await expect(page.getByRole('menu')).toBeHidden()
    const seen = await picture(page, stack).screenshot()
    expect(await differenceOf(page, seen, bytes)).toBeLessThan(1)
    await page.reload()
  })

  await base.step('the neighbour in the library, and back', async () => {
    await page.getByRole('button', { name: /^(Next|Previous) image: scenes/ }).click()
    await expect(picture(page, scenes)).toBeVisible()
    await page.goBack()
    await expect(picture(page, stack)).toBeVisible()
    await expect(page).toHaveURL(/turn=270&mirror=1/)
  })

  await base.step('scenes of a file are chosen, also by the address', async () => {
    await open(page, library, scenes)
    await expect(page.locator('footer')).toContainText('256 × 256 px')
    await page.getByRole('combobox', { name: 'Scene' }).selectOption({ index: 1 })
    await expect(page.locator('footer')).toContainText('192 × 160 px')
    await expect.poll(async () => (await pixelsOf(canvasOf(page))).contrast).toBeGreaterThan(2)
    await expectGoodScreen(page, 'viewer-scenes')
    await page.reload()
    await expect(page.locator('footer')).toContainText('192 × 160 px')
    await page.goto(page.url().replace('scene=2', 'scene=99'))
    await expect(page.locator('footer')).toContainText('192 × 160 px')
  })

  await base.step('channels are saved as settings of the project, and applied', async () => {
    await open(page, library, scenes)
    await page.getByRole('checkbox').nth(1).uncheck({ force: true })
    await page.getByRole('button', { name: 'Settings of the project' }).click()
    await page.getByRole('menuitem', { name: 'Save these channels as settings' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('Nuclei only')
    await page.getByRole('dialog').getByRole('button', { name: 'Save settings' }).click()
    await expect(page.getByRole('dialog')).toBeHidden()
    await page.getByRole('checkbox').nth(1).check({ force: true })
    await page.getByRole('button', { name: 'Settings of the project' }).click()
    await page.getByRole('menuitem', { name: 'Nuclei only' }).click()
    await expect(page.getByRole('checkbox').nth(1)).not.toBeChecked()
  })

  await base.step('two images are compared side by side and by a line between them', async () => {
    await open(page, library, stack)
    await z.getByRole('slider', { name: 'Z plane' }).fill('2')
    await expect(page).toHaveURL(/z=2/)
    await page.getByRole('button', { name: 'Compare with other images' }).click()
    await page.getByRole('dialog').getByRole('checkbox', { name: scenes }).check()
    await page.getByRole('button', { name: 'Compare 2 images' }).click()
    await expect(picture(page, stack)).toBeVisible()
    await expect(picture(page, scenes)).toBeVisible()
    await page.getByRole('button', { name: 'Zoom in' }).click()
    await page.getByRole('button', { name: 'Zoom in' }).click()
    await expect(page).toHaveURL(/with=.+&at=.+&zoom=/)
    // Both have 0.325 µm per pixel: their scale bars are equal while they are linked.
    const bars = page.getByText(/^\d+ µm$/)
    await expect(bars).toHaveCount(2)
    await expect.poll(async () => new Set(await bars.allTextContents()).size).toBe(1)
    await expectGoodScreen(page, 'viewer-compare')
    await page.getByRole('button', { name: 'Swipe' }).click()
    const line = page.getByRole('slider', { name: 'Line between the images' })
    await line.focus()
    await page.keyboard.press('PageUp')
    await expect(line).toHaveAttribute('aria-valuetext', 'A 60 %, B 40 %')
    // The open image has kept its view, and what is changed here is in the address.
    await expect(z).toContainText('2 of 5')
    const channel = page.getByRole('checkbox').nth(1)
    await channel.uncheck({ force: true })
    await z.getByRole('slider', { name: 'Z plane' }).fill('4')
    await expect(page).toHaveURL(/z=4/)
    await expectGoodScreen(page, 'viewer-swipe')
    await page.reload()
    await expect(line).toBeVisible()
    await expect(page).toHaveURL(/compare=swipe/)
    await expect(z).toContainText('4 of 5')
    await expect(channel).not.toBeChecked()
    await page.getByRole('button', { name: 'Leave the comparison' }).click()
    await expect(page).not.toHaveURL(/with=/)
    await expect(z).toContainText('4 of 5')
    await expect(channel).not.toBeChecked()
    await open(page, library, scenes)
  })

  await base.step('all keys are on one sheet', async () => {
    await picture(page, scenes).focus()
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog', { name: 'Keys of the viewer' })).toBeVisible()
    await expectGoodScreen(page, 'viewer-keys')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true })
  test('planes, tools and commands are in reach of a finger', async ({ page }) => {
    await enter(page, demoAccount('admin'))
    await page.goto('/projects')
    await page.getByRole('link', { name: 'Planes', exact: true }).click()
    await page.goto(`${new URL(page.url()).pathname}/library`)
    await page.getByRole('button', { name: stack }).tap()
    await page.getByRole('link', { name: 'Open in viewer' }).tap()
    await expect(page.getByRole('region', { name: 'Z planes' })).toContainText('of 5')
    await expectTouchTargets(page, 'phone-viewer-z')
    await expectGoodScreen(page, 'phone-viewer-z')
    await page.getByRole('button', { name: 'Image actions' }).tap()
    await expect(page.getByRole('menuitem', { name: /^Copy link/ })).toBeVisible()
  })
})
