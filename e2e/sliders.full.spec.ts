import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { multichannelOmeTiff } from '@lamella/shared/testing/pictures/index.ts'
import { expect } from 'playwright/test'
import { enter } from './steps/account.ts'
import { createProject } from './steps/upload.ts'
import { canvasOf } from './steps/viewer.ts'
import { demoAccount } from './support/demo.ts'
import { pixelsOf } from './support/pixels.ts'
import { test } from './support/watched-page.ts'

const picture = 'channels.ome.tif'

test('moving the range of a channel changes the picture and asks the server for no tile', async ({ page }, info) => {
  const folder = info.outputPath('pictures')
  await mkdir(folder, { recursive: true })
  await writeFile(path.join(folder, picture), multichannelOmeTiff({ seed: 6, channels: 4 }).bytes)
  await enter(page, demoAccount('admin'))
  const project = await createProject(page, 'Ranges')
  await page.goto(`/datastorage/upload?project=${project.split('/').at(-1)}`)
  await page.getByLabel('Files for Multichannel Images').setInputFiles(path.join(folder, picture))
  await page.getByRole('button', { name: 'Start upload' }).click()
  await page.getByRole('link', { name: 'Image library', exact: true }).click()
  await page.getByRole('tab', { name: 'Available' }).click()
  const tile = page.getByRole('button', { name: picture }).filter({ has: page.locator('img') })
  await expect(tile).toBeVisible({ timeout: 60_000 })

  let [waiting, asked] = [0, 0]
  page.on('request', (request) => {
    if (!request.url().includes('/api/v1/tiles')) return
    waiting += 1
    asked += 1
    const over = () => {
      waiting -= 1
    }
    request.response().then(over, over)
  })
  await tile.dblclick()
  const upper = page.getByRole('slider', { name: /^Upper end of/ }).first()
  await expect(upper).toBeVisible()
  await expect.poll(async () => (await pixelsOf(canvasOf(page))).contrast).toBeGreaterThan(2)
  await expect.poll(() => waiting).toBe(0)
  const thumb = await upper.boundingBox()
  if (!thumb) throw new Error('There is no slider')
  const before = await pixelsOf(canvasOf(page))
  const count = asked
  const [x, y] = [thumb.x + thumb.width / 2, thumb.y + thumb.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x - 60, y, { steps: 20 })
  await page.mouse.up()
  await expect.poll(async () => (await pixelsOf(canvasOf(page))).mean).not.toEqual(before.mean)
  expect(count).toBeGreaterThan(0)
  expect(asked).toBe(count)
})
