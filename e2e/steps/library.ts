import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { hDabField, toPng } from '@lamella/shared/testing/pictures/index.ts'
import { unzipSync } from 'fflate'
import { expect, type Locator, type Page, test } from 'playwright/test'

const filler = path.resolve(import.meta.dirname, '../../server/bench/fill-library.ts')

/** Adds images to a project beside the running server: copies of an available one. @param dataFolder - of the server */
export const fillLibrary = (dataFolder: string, projectId: string, count: number): Promise<void> =>
  test.step(`${count} more images`, async () => {
    const env = { ...process.env, LAMELLA_DATA: dataFolder }
    const { stdout } = await promisify(execFile)('node', [filler, projectId, String(count)], { env })
    expect(stdout).toContain(`${count} images were added.`)
  })

/** Adds members, projects and images to the organisation of a project with an available image, beside the running server. */
export const fillOrganisation = (
  dataFolder: string,
  projectId: string,
  { projects, images, members }: { projects: number; images: number; members: number },
): Promise<void> =>
  test.step(`${projects} more projects and ${members} more members`, async () => {
    const env = { ...process.env, LAMELLA_DATA: dataFolder }
    const command = [path.join(path.dirname(filler), 'fill-organisation.ts'), projectId, `${projects}`, `${images}`]
    const { stdout } = await promisify(execFile)('node', [...command, `${members}`], { env })
    expect(stdout).toContain('were added.')
  })

/** Uploads 2D files by the wizard and waits until all are shown with their pictures in the library of the project. */
export const uploadFiles = (page: Page, project: string, files: readonly string[]): Promise<void> =>
  test.step('upload', async () => {
    await page.goto(`/datastorage/upload?project=${path.basename(project)}`)
    await page.getByLabel('Files for 2D Images').setInputFiles(files)
    await page.getByRole('button', { name: 'Start upload' }).click()
    await page.getByRole('link', { name: 'Image library', exact: true }).click()
    for (const file of files) {
      const picture = tileOf(page, path.basename(file)).locator('img')
      await expect(picture).toBeVisible({ timeout: 60_000 })
    }
  })

/** The tile of an image in the grid, and its name in the table. */
export const tileOf = (page: Page, name: string): Locator =>
  page.locator('[data-item]').getByRole('button', { name, exact: false }).first()

/** Names of the chosen images, in the order of the list. */
export const chosenNames = (page: Page): Promise<string[]> =>
  page
    .locator('[data-index] button[aria-pressed="true"]')
    .evaluateAll((tiles) =>
      tiles.map((tile) => /^\S+?\.(?:png|tiff?)/.exec(tile.textContent ?? '')?.[0] ?? `no name: ${tile.textContent}`),
    )

/** The files in a zip, by name. */
export const filesInZip = async (zip: string): Promise<Record<string, string>> => {
  const files = Object.entries(unzipSync(await readFile(zip)))
  return Object.fromEntries(files.map(([name, bytes]) => [name, createHash('sha256').update(bytes).digest('hex')]))
}

/** SHA-256 of files, by name. */
export const hashesOf = async (files: readonly string[]): Promise<Record<string, string>> => {
  const hash = async (file: string) =>
    createHash('sha256')
      .update(await readFile(file))
      .digest('hex')
  return Object.fromEntries(await Promise.all(files.map(async (file) => [path.basename(file), await hash(file)])))
}

/** Small pictures that differ, written to `folder`. */
export const writePictures = async (folder: string, wanted: readonly string[]): Promise<string[]> => {
  await mkdir(folder, { recursive: true })
  const write = async (name: string, index: number): Promise<string> => {
    const file = path.join(folder, name)
    await writeFile(file, await toPng(hDabField({ seed: 20 + index, width: 320, height: 240, nuclei: 12 })))
    return file
  }
  return Promise.all(wanted.map(write))
}

/** Expects the number of images beside a tab. */
export const count = (page: Page, tab: string, number: string) =>
  expect(page.getByRole('tab', { name: `${tab} ${number}`, exact: true })).toBeVisible()
/** Actions on the chosen images. */
export const bar = (page: Page) => page.getByRole('toolbar', { name: 'Selected images' })
/** Panel of the chosen image. */
export const details = (page: Page, name: string) => page.getByRole('complementary', { name: `Details of ${name}` })
/** Adds images to what is chosen, by their boxes. */
export const choose = async (page: Page, ...wanted: string[]): Promise<void> => {
  for (const name of wanted) await page.getByRole('checkbox', { name: `Select ${name}` }).check({ force: true })
}
/** Names of the tiles in view, from the upper left. */
export const namesInView = (page: Page): Promise<string[]> =>
  page.locator('[data-index]').evaluateAll((cells) =>
    cells
      .filter((cell) => {
        const { top, bottom } = cell.getBoundingClientRect()
        return bottom > 60 && top < innerHeight
      })
      .toSorted((a, b) => Number(a.getAttribute('data-index')) - Number(b.getAttribute('data-index')))
      .map((cell) => /^\S+?\.(?:png|tif)/.exec(cell.textContent ?? '')?.[0] ?? '…'),
  )
