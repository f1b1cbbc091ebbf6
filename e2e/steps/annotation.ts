import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { type Annotation, createLabelSet, listAnnotations } from '@lamella/shared/contract'
import { type Geometry, geometryOfWkt } from '@lamella/shared/geometry'
import { hDabField, toPng } from '@lamella/shared/testing/pictures/index.ts'
import { expect, type Page, type TestInfo } from 'playwright/test'
import sharp from 'sharp'
import { demoAccount } from '../support/demo.ts'
import { enter } from './account.ts'
import { uploadFiles } from './library.ts'
import { createProject } from './upload.ts'
import { openInViewer } from './viewer.ts'

/** The table of annotations in the viewer. */
export const panel = (page: Page) => page.getByRole('region', { name: 'Annotations' })
export const rows = (page: Page) => panel(page).getByRole('button', { name: /^Annotation \d+$/ })

/** Drags with the first button from one place of the picture to another, in CSS pixels from its middle. */
export const drag = async (
  page: Page,
  [fromX, fromY]: [number, number],
  [toX, toY]: [number, number],
): Promise<void> => {
  const box = await page.getByRole('application').boundingBox()
  if (!box) throw new Error('There is no picture')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x + fromX, y + fromY)
  await page.mouse.down()
  await page.mouse.move(x + (fromX + toX) / 2, y + (fromY + toY) / 2)
  await page.mouse.move(x + toX, y + toY)
  await page.mouse.up()
}

/** Draws a rectangle between two places, in CSS pixels from the middle, and waits until it is stored. */
export const drawRectangle = async (page: Page, from: [number, number], to: [number, number]): Promise<void> => {
  const before = await rows(page).count()
  await page.getByRole('application').focus()
  await page.keyboard.press('r')
  await expect(page.getByRole('application')).toHaveAttribute('data-draws', 'rectangle')
  await drag(page, from, to)
  await expect(rows(page)).toHaveCount(before + 1)
  await expect(panel(page).getByRole('status')).toHaveText('Saved')
}

/** Draws a rectangle where nothing can be stored. */
export const drawUnsaved = async (page: Page, from: [number, number], to: [number, number]): Promise<void> => {
  const all = panel(page).getByRole('button', { name: /^Annotation (\d+|…)$/ })
  const before = await all.count()
  await page.getByRole('application').focus()
  await page.keyboard.press('r')
  await expect(page.getByRole('application')).toHaveAttribute('data-draws', 'rectangle')
  await drag(page, from, to)
  await expect(all).toHaveCount(before + 1)
}

/** Draws a rectangle, and goes on with the tool that selects. */
export const drawOne = async (page: Page, from: [number, number], to: [number, number]): Promise<void> => {
  await drawRectangle(page, from, to)
  await page.keyboard.press('v')
  await expect(page.getByRole('application')).not.toHaveAttribute('data-draws')
}

/** Opens a new picture of a new project in the viewer, at one CSS pixel per pixel of the image. @returns path of the project's page */
export const openPicture = async (page: Page, info: TestInfo, name: string): Promise<string> => {
  const folder = info.outputPath('pictures')
  await mkdir(folder, { recursive: true })
  const file = path.join(folder, 'field.png')
  await writeFile(file, await toPng(hDabField({ seed: 3, width: 600, height: 400, nuclei: 60, positiveShare: 0.4 })))
  await enter(page, demoAccount('admin'))
  const project = await createProject(page, name)
  await uploadFiles(page, project, [file])
  await openInViewer(page, file)
  await page.getByRole('application').focus()
  await page.keyboard.press('z')
  await expect(page.getByRole('toolbar', { name: 'Zoom' })).toContainText('100 %')
  return project
}

export type Place = [x: number, y: number]

/** Middle of the picture in CSS pixels of the page: the pixel (300, 200) of the image. */
export const middleOf = async (page: Page): Promise<Place> => {
  const box = await page.getByRole('application').boundingBox()
  if (!box) throw new Error('There is no picture')
  return [box.x + box.width / 2, box.y + box.height / 2]
}

/** Clicks on places, in CSS pixels from the middle. */
export const clickAt = async (page: Page, places: readonly Place[]): Promise<void> => {
  const [x, y] = await middleOf(page)
  for (const [right, down] of places) {
    await page.mouse.move(x + right, y + down)
    await page.mouse.click(x + right, y + down)
  }
}

/** The stored annotations of a project in the order of their numbers. @param project - path of its page */
export const storedAnnotations = async (page: Page, project: string): Promise<Annotation[]> => {
  const stored = JSON.parse((await page.evaluate(() => localStorage.getItem('authToken'))) ?? '{}')
  const answer = await page.request.get(listAnnotations.path.replace(':projectId', project.split('/').at(-1) ?? ''), {
    headers: { authorization: `Bearer ${stored.accessToken}` },
  })
  const { data } = listAnnotations.success.body.parse(await answer.json())
  return data.toSorted((one, other) => one.no - other.no)
}

/** The stored geometry of the newest annotation. */
export const newest = async (page: Page, project: string): Promise<Geometry> =>
  geometryOfWkt((await storedAnnotations(page, project)).at(-1)?.geometry ?? '')

/** Mean colour of 10 × 10 pixels of the screen. @param place - CSS pixels from the middle of the picture */
export const colourAt = async (page: Page, [right, down]: Place): Promise<number[]> => {
  const [x, y] = await middleOf(page)
  const shot = await page.screenshot({ clip: { x: x + right, y: y + down, width: 10, height: 10 } })
  const { channels } = await sharp(shot).stats()
  return channels.slice(0, 3).map(({ mean }) => mean)
}

/** Of colours. */
export const distance = (one: readonly number[], other: readonly number[]): number =>
  Math.hypot(...one.map((value, channel) => value - (other[channel] ?? 0)))

/** The ring of a square, closed. @param x - of its upper left corner, pixels of the image */
export const squareRing = (x: number, y: number, size: number): number[][] => [
  [x, y],
  [x + size, y],
  [x + size, y + size],
  [x, y + size],
  [x, y],
]

/** Makes a label set of a project by API. @param project - path of its page */
export const makeLabels = async (page: Page, project: string, names: readonly string[]): Promise<void> => {
  const stored = JSON.parse((await page.evaluate(() => localStorage.getItem('authToken'))) ?? '{}')
  const colors = ['#e24328', '#56b4e9', '#9e5be2']
  const labels = names.map((name, at) => ({ name, color: colors[at] }))
  const answer = await page.request.post(createLabelSet.path.replace(':projectId', project.split('/').at(-1) ?? ''), {
    headers: { authorization: `Bearer ${stored.accessToken}` },
    data: { data: { name: 'Ki-67', labels } },
  })
  expect(answer.status()).toBe(201)
}
