import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { multichannelOmeTiff } from '@lamella/shared/testing/pictures/index.ts'
import { expect } from 'playwright/test'
import { enter } from './steps/account.ts'
import { createProject } from './steps/upload.ts'
import { demoAccount } from './support/demo.ts'
import { test } from './support/watched-page.ts'
import { expectGoodAtAllWidths } from './support/widths.ts'

const picture = 'channels.ome.tif'
const wide = { width: 1440, height: 900 }

test('settings are made beside an image, applied to the project, and the viewer shows images by them', async ({
  page,
  context,
}, info) => {
  test.setTimeout(300_000)
  const folder = info.outputPath('pictures')
  await mkdir(folder, { recursive: true })
  await writeFile(path.join(folder, picture), multichannelOmeTiff({ seed: 6, channels: 2 }).bytes)
  await enter(page, demoAccount('admin'))
  const project = await createProject(page, 'Channels')

  await test.step('the empty page leads to the upload and back', async () => {
    await page.getByRole('link', { name: 'Multichannel Settings' }).click()
    await expect(page.getByRole('heading', { name: 'No multichannel images yet' })).toBeVisible()
    await expectGoodAtAllWidths(page, 'multichannel-empty')
    await page.setViewportSize(wide)
    await page.getByRole('main').getByRole('link', { name: 'Upload images' }).click()
    await page.getByLabel('Files for Multichannel Images').setInputFiles(path.join(folder, picture))
    await page.getByRole('button', { name: 'Start upload' }).click()
    await page.getByRole('link', { name: 'Image library', exact: true }).click()
    await page.getByRole('link', { name: 'Multichannel Settings' }).click()
    // It opens by itself as soon as the image is processed.
    await expect(page.getByRole('region', { name: 'Channel 1' })).toBeVisible({ timeout: 60_000 })
  })
  const first = page.getByRole('region', { name: 'Channel 1' })

  await test.step('the first settings', async () => {
    await first.getByRole('textbox', { name: 'Name' }).fill('Hoechst')
    await first.getByRole('spinbutton', { name: 'Minimum' }).fill('0')
    // Far enough for both handles of the slider; where they meet, the two fields take their place.
    await first.getByRole('spinbutton', { name: 'Maximum' }).fill('20000')
    await first.getByRole('combobox', { name: 'Colour' }).click()
    await page.getByRole('option', { name: 'Magenta' }).click()
    await page.getByRole('region', { name: 'Channel 2' }).getByRole('switch', { name: 'Shown' }).click()
    await expect(page.getByText('Not saved')).toBeVisible()
    await expectGoodAtAllWidths(page, 'multichannel')
    await page.setViewportSize(wide)
    await page.getByRole('button', { name: 'Save as new settings' }).click()
    const form = page.getByRole('dialog', { name: 'Save as new settings' })
    await form.getByRole('textbox', { name: 'Name' }).fill('U2OS, 20×')
    await form.getByRole('button', { name: 'Save settings' }).click()
    await expect(page.getByRole('combobox', { name: 'Settings' })).toHaveValue('U2OS, 20×')
  })

  const other = await context.newPage()
  await other.goto(`${project}/multichannel`)
  await expect(other.getByRole('combobox', { name: 'Settings' })).toHaveValue('U2OS, 20×')

  await test.step('applied, also for another open page', async () => {
    await page.getByRole('button', { name: 'Apply to project' }).click()
    await expect(other.getByRole('combobox', { name: 'Settings' })).toHaveValue('U2OS, 20× (applied)')
  })

  await test.step('in the viewer', async () => {
    await other.goto(`${project}/library`)
    await other.getByRole('button', { name: picture }).click()
    await other.getByRole('link', { name: 'Open in viewer' }).click()
    await expect(other.getByRole('checkbox', { name: /^Hoechst 0 – 20[ ,.]?000$/ })).toBeChecked()
    const channels = other.getByRole('region', { name: 'Channels' })
    await expect(channels.getByRole('checkbox').nth(1)).not.toBeChecked()
    await expect(other).toHaveURL(/channels=/)
  })

  await test.step('deleted, the image is as its file says', async () => {
    await page.getByRole('button', { name: 'Actions of U2OS, 20×' }).click()
    await page.getByRole('menuitem', { name: 'Delete settings' }).click()
    await page.getByRole('dialog', { name: 'Delete settings' }).getByRole('button', { name: 'Delete' }).click()
    await expect(first.getByRole('textbox', { name: 'Name' })).not.toHaveValue('Hoechst')
  })
})
