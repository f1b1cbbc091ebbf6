import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, type Page, test } from 'playwright/test'
import type { Pictures } from '../support/pictures.ts'
import { pixelsOf } from '../support/pixels.ts'
import { expectGoodScreen } from '../support/screen.ts'
import { expectParts, expectSameBytes, watchUploads } from './upload-protocol.ts'

/** Creates a project from the dashboard, where a button leads to it, or a link as long as there are none. @returns path of its page */
export const createProject = (page: Page, name: string): Promise<string> =>
  test.step('create a project', async () => {
    const create = { name: 'Create a new project' }
    const dashboard = page.getByRole('main')
    await dashboard.getByRole('button', create).or(dashboard.getByRole('link', create)).click()
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
    await page.getByLabel('Description (optional)').fill('Everything in one walk')
    await expectGoodScreen(page, 'new-project')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    await expect(page).toHaveURL(/\/projects\/[0-9a-f-]{36}$/)
    await expectGoodScreen(page, 'project')
    return new URL(page.url()).pathname
  })

/** Throttles the upload so that it can be observed. @returns removes the limit */
export const slowDown = async (page: Page): Promise<() => Promise<void>> => {
  const session = await page.context().newCDPSession(page)
  const set = (uploadThroughput: number) =>
    session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput,
    })
  await session.send('Network.enable')
  // 32 KiB/s: slow enough for a busy machine, where axe alone may take half a minute.
  await set(32 * 1024)
  return async () => {
    await set(-1)
    await session.detach()
  }
}

const namesOf = ({ plain, multichannel }: Pictures): string[] =>
  [...plain, multichannel].map((file) => path.basename(file))

const chooseData = (page: Page, project: string, pictures: Pictures): Promise<void> =>
  test.step('choose project and files in the wizard', async () => {
    await page.getByRole('banner').getByRole('link', { name: 'Upload images' }).click()
    await expect(page.getByText('Please select the project for which you want to upload images.')).toBeVisible()
    await page.getByRole('radio', { name: project }).check()
    await expectGoodScreen(page, 'upload-choose-project')
    await page.getByRole('button', { name: 'Select images' }).click()
    await expect(page.getByText('No data is selected')).toBeVisible()
    await page.getByLabel('Files for 2D Images').setInputFiles(pictures.plain)
    await page.getByLabel('Files for Multichannel Images').setInputFiles(pictures.multichannel)
    for (const name of namesOf(pictures)) {
      // A small picture of the file, before its first byte is sent.
      const picture = page.getByRole('row').filter({ hasText: name }).locator('img')
      await expect(picture).toBeVisible()
      expect((await pixelsOf(picture)).contrast).toBeGreaterThan(4)
    }
    await expectGoodScreen(page, 'upload-select-data')
  })

/** Uploads by the wizard, changes to the library meanwhile, and waits there until all images are available. */
export const uploadInBackground = (
  page: Page,
  libraryPath: string,
  project: string,
  pictures: Pictures,
): Promise<void> =>
  test.step('upload, and follow it from another page', async () => {
    await chooseData(page, project, pictures)
    const uploads = watchUploads(page)
    const speedUp = await slowDown(page)
    const names = namesOf(pictures)
    await page.getByRole('button', { name: 'Start upload' }).click()
    await expect(page.getByRole('row').filter({ hasText: 'uploading' })).toHaveCount(2)
    await expectGoodScreen(page, 'upload-running')
    // From here on the page is not reloaded: changes arrive as events of the server.
    const loadedAt = await page.evaluate(() => performance.timeOrigin)

    await page.getByRole('link', { name: 'Image library', exact: true }).click()
    await expect(page).toHaveURL(libraryPath)
    await page.getByRole('button', { name: `Uploading ${names.length} item(s)` }).click()
    const overlay = page.getByRole('region', { name: 'Uploads' })
    await expect(overlay.getByRole('listitem')).toHaveCount(names.length)
    await expect(overlay.getByText(/^uploading, /)).toHaveCount(2)
    await expectGoodScreen(page, 'upload-overlay')

    const first = names[0] ?? ''
    await overlay.getByRole('button', { name: `Pause ${first}` }).click()
    await expect(overlay.getByRole('listitem').filter({ hasText: first })).toContainText('paused')
    await overlay.getByRole('button', { name: `Resume ${first}` }).click()
    await expect(overlay.getByRole('listitem').filter({ hasText: first })).toContainText('uploading')
    await page.getByRole('tab', { name: 'Processing' }).click()
    await speedUp()

    await expect(page.getByText('Image uploads have completed.')).toBeVisible({ timeout: 60_000 })
    await page.getByRole('tab', { name: 'Available' }).click()
    for (const name of names) {
      const tile = page.getByRole('button', { name }).filter({ has: page.locator('img') })
      await expect(tile).toBeVisible({ timeout: 60_000 })
    }
    expect(uploads.most).toBe(2)
    const files = [...pictures.plain, pictures.multichannel]
    await expectParts(uploads, files)
    await expectSameBytes(page, path.dirname(libraryPath), files)
    expect(await page.evaluate(() => performance.timeOrigin)).toBe(loadedAt)
  })

/** Cancels a running upload: it is deleted on the server and does not appear in the library. */
export const cancelUpload = (page: Page, libraryPath: string, project: string, pictures: Pictures): Promise<void> =>
  test.step('cancel an upload', async () => {
    const name = `withdrawn${path.extname(pictures.stained)}`
    await page.goto('/datastorage/upload')
    await page.getByRole('radio', { name: project }).check()
    await page.getByRole('button', { name: 'Select images' }).click()
    const file = { name, mimeType: 'application/octet-stream', buffer: await readFile(pictures.stained) }
    await page.getByLabel('Files for 2D Images').setInputFiles(file)
    const speedUp = await slowDown(page)
    await page.getByRole('button', { name: 'Start upload' }).click()
    const running = page.getByRole('main')
    await expect(running.getByRole('row').filter({ hasText: 'uploading' })).toHaveCount(1)
    const deleted = page.waitForResponse(
      (response) => response.request().method() === 'DELETE' && /\/files\/uploads\//.test(response.url()),
    )
    await running.getByRole('button', { name: `Cancel ${name}` }).click()
    await speedUp()
    expect((await deleted).ok()).toBe(true)
    await page.goto(libraryPath)
    await expect(page.getByRole('tab', { name: /^Available/ })).toBeVisible()
    await expect(page.getByRole('tab', { name: /^Processing ?0/ })).toBeVisible()
    await expect(page.getByText(name)).toHaveCount(0)
  })
