import path from 'node:path'
import { expect, type Page, type Request, test } from 'playwright/test'
import type { Pictures } from '../support/pictures.ts'
import { expectGoodScreen } from '../support/screen.ts'

export const createProject = (page: Page, name: string): Promise<string> =>
  test.step('create a project', async () => {
    await page.getByRole('link', { name: 'Create a new project' }).click()
    await page.getByLabel('Name').fill(name)
    await page.getByLabel('Description (optional)').fill('Everything in one walk')
    await expectGoodScreen(page, 'new-project')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    await expect(page).toHaveURL(/\/projects\/[0-9a-f-]{36}$/)
    await expectGoodScreen(page, 'project')
    return new URL(page.url()).pathname
  })

/** Uploads whose parts are on their way, and the most of them that ever were at once. */
const countParallelUploads = (page: Page): { most: number } => {
  const counted = { most: 0 }
  const running = new Map<Request, string>()
  page.on('request', (request) => {
    const upload = /\/files\/uploads\/([0-9a-f-]{36})/.exec(request.url())?.[1]
    if (request.method() !== 'PUT' || !upload) return
    running.set(request, upload)
    counted.most = Math.max(counted.most, new Set(running.values()).size)
  })
  const over = (request: Request): void => void running.delete(request)
  page.on('requestfinished', over)
  page.on('requestfailed', over)
  return counted
}

/** A line over which the upload takes long enough to be watched. @returns makes it fast again */
const slowDown = async (page: Page): Promise<() => Promise<void>> => {
  const session = await page.context().newCDPSession(page)
  const set = (uploadThroughput: number) =>
    session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput,
    })
  await session.send('Network.enable')
  // Slow enough for a busy machine: axe alone may take half a minute.
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
    for (const name of namesOf(pictures)) await expect(page.getByRole('row').filter({ hasText: name })).toBeVisible()
    await expectGoodScreen(page, 'upload-select-data')
  })

/** Uploads by the wizard; the user is in the library while it goes on, and everything becomes available there. */
export const uploadAndGoOn = (page: Page, libraryPath: string, project: string, pictures: Pictures): Promise<void> =>
  test.step('upload, and watch it from another page', async () => {
    await chooseData(page, project, pictures)
    const parallel = countParallelUploads(page)
    const speedUp = await slowDown(page)
    const names = namesOf(pictures)
    await page.getByRole('button', { name: 'Start upload' }).click()
    await expect(page.getByRole('row').filter({ hasText: 'uploading' })).toHaveCount(2)
    await expectGoodScreen(page, 'upload-running')
    // From here on nothing is loaded anew: what appears was told by the server.
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
    expect(parallel.most).toBe(2)
    expect(await page.evaluate(() => performance.timeOrigin)).toBe(loadedAt)
  })
