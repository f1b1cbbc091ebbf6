import path from 'node:path'
import { expect, type Locator, type Page } from 'playwright/test'
import { enter } from './steps/account.ts'
import { createProject } from './steps/upload.ts'
import { demoAccount } from './support/demo.ts'
import { generatedPictures } from './support/pictures.ts'
import { test } from './support/watched-page.ts'
import { expectGoodAtAllWidths } from './support/widths.ts'

const wide = { width: 1440, height: 900 }

const activity = (page: Page): Locator => page.getByRole('region', { name: 'Recent activity' }).getByRole('listitem')

test('a project says what is in it, what happened and what runs, also to who only looks on', async ({
  page,
  context,
}, info) => {
  test.setTimeout(300_000)
  const pictures = await generatedPictures(info.outputPath('pictures'))
  const files = [pictures.stained, pictures.multichannel]
  await enter(page, demoAccount('admin'))
  const project = await createProject(page, 'All that happened')
  await page.goto('/')
  await createProject(page, 'All that is quiet')
  await page.goto(project)

  await test.step('an empty project leads to its first upload', async () => {
    await expect(page.getByRole('heading', { name: 'No images yet' })).toBeVisible()
    await expect(page.getByText('No data in this project')).toBeVisible()
    await expect(activity(page)).toHaveText([/created the project/])
    await expectGoodAtAllWidths(page, 'project-empty')
    await page.setViewportSize(wide)
    await page.getByRole('main').getByRole('link', { name: 'Upload images' }).click()
    await page.getByLabel('Files for 2D Images').setInputFiles(pictures.stained)
    await page.getByLabel('Files for Multichannel Images').setInputFiles(pictures.multichannel)
    await page.getByRole('button', { name: 'Start upload' }).click()
    await expect(page.getByText('Image uploads have completed.')).toBeVisible({ timeout: 60_000 })
  })

  const other = await context.newPage()
  await other.setViewportSize(wide)
  await other.goto(project)
  const strip = other.getByRole('region', { name: 'Newest images' })

  await test.step('the images are there, and who added them', async () => {
    for (const file of files) {
      await expect(strip.getByRole('link', { name: path.basename(file) })).toBeVisible({ timeout: 60_000 })
    }
    await expect(strip.getByRole('img')).toHaveCount(0)
    await expect(strip.locator('img')).toHaveCount(files.length)
    await expect(activity(other)).toHaveText([/added 2 images/, /created the project/])
  })

  await test.step('an analysis runs on the page of somebody else, without a reload', async () => {
    const loadedAt = await other.evaluate(() => performance.timeOrigin)
    const running = other.getByRole('region', { name: 'Running jobs' })
    const seen = running.waitFor({ timeout: 60_000 })
    await page.goto(`${project}/library`)
    await page.getByRole('button', { name: path.basename(pictures.stained) }).click()
    await page.getByRole('complementary').getByRole('link', { name: 'Analyse' }).click()
    await page.getByRole('button', { name: 'Analyse image' }).click()
    await seen
    await expect(activity(other).first()).toHaveText(/started the analysis DAB scoring of the image stained\.tif/)
    await expect(running).toBeHidden({ timeout: 60_000 })
    expect(await other.evaluate(() => performance.timeOrigin)).toBe(loadedAt)
  })

  await test.step('it can be read at all widths', async () => {
    await expectGoodAtAllWidths(other, 'project-used')
    await other.setViewportSize(wide)
  })

  await test.step('what was worked on last stands above what was made later', async () => {
    await other.getByRole('link', { name: 'Projects', exact: true }).first().click()
    // Other tests work in the same organisation.
    await other.getByPlaceholder('Filter projects').fill('All that ')
    const names = other.getByRole('table', { name: 'Projects' }).locator('tbody [data-row-link]')
    await expect(names).toHaveText(['All that happened', 'All that is quiet'])
    await expectGoodAtAllWidths(other, 'projects-used')
  })
})

test('D2-4-10 D2-4-11 D2-4-13 a new name is everywhere at once, and nothing is left after the deletion', async ({
  page,
}) => {
  await enter(page, demoAccount('admin'))
  const project = await createProject(page, 'Before')
  const menu = page.getByRole('navigation', { name: 'Main menu' })
  const trail = page.getByRole('navigation', { name: 'Breadcrumb' })
  const act = async (action: string): Promise<void> => {
    await page.getByRole('button', { name: 'Project actions' }).click()
    await page.getByRole('menuitem', { name: action }).click()
  }
  await act('Edit details')
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Afterwards')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Afterwards' })).toBeVisible()
  await expect(menu.getByRole('region', { name: 'Afterwards' })).toBeVisible()
  await expect(trail).toContainText('Afterwards')
  await expect(page.getByText('Before')).toHaveCount(0)

  await act('Delete project')
  const dialog = page.getByRole('dialog', { name: 'Delete project' })
  await dialog.getByRole('textbox').fill('Afterwards')
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(page).toHaveURL('/projects')
  await expect(menu.getByRole('region')).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Afterwards' })).toHaveCount(0)
  await page.goto(project)
  await expect(page.getByRole('heading', { level: 1, name: 'Afterwards' })).toHaveCount(0)
})
