import { areaOf, type Geometry, geometryOfWkt, polygonsOf, positionsOf } from '@lamella/shared/geometry'
import { expect, type Page } from 'playwright/test'
import { clickAt, drag, drawOne, middleOf, openPicture, panel, rows, storedAnnotations } from './steps/annotation.ts'
import { expectGoodScreen } from './support/screen.ts'
import { test } from './support/watched-page.ts'

const saved = (page: Page) => expect(panel(page).getByRole('status')).toHaveText('Saved')
const bar = (page: Page) => page.getByRole('toolbar', { name: 'Selection' })
const selected = (page: Page) => panel(page).getByRole('row', { selected: true })

test('D3-3-27 shapes are merged, subtracted, split, given holes, simplified and copied, each as one step that is taken back', async ({
  page,
}, info) => {
  const project = await openPicture(page, info, 'Shapes')
  const picture = page.getByRole('application')
  /** Of all annotations in the order of their numbers. */
  const geometries = async (): Promise<Geometry[]> => {
    await saved(page)
    return (await storedAnnotations(page, project)).map(({ geometry }) => geometryOfWkt(geometry))
  }
  const expectAreas = (...areas: number[]) =>
    expect.poll(async () => (await geometries()).map((geometry) => Math.round(areaOf(geometry)))).toEqual(areas)

  await drawOne(page, [-200, -100], [-100, 0])
  await drawOne(page, [-150, -50], [-50, 50])
  await expectAreas(10_000, 10_000)
  // The first with a click, the second with Shift.
  await clickAt(page, [[-190, -90]])
  await expect(selected(page)).toHaveText([/^1Unlabelled/])
  await page.keyboard.down('Shift')
  await clickAt(page, [[-60, 40]])
  await page.keyboard.up('Shift')
  await expect(selected(page)).toHaveCount(2)
  await expectGoodScreen(page, 'annotate-several')
  await bar(page).getByRole('button', { name: 'Subtract' }).click()
  await expectAreas(7500, 10_000)
  await picture.focus()
  await page.keyboard.press('Control+z')
  await expectAreas(10_000, 10_000)
  await bar(page).getByRole('button', { name: 'Merge' }).click()
  await expect(rows(page)).toHaveCount(1)
  await expectAreas(17_500)

  // A line from outside to outside.
  await bar(page).getByRole('button', { name: 'Split' }).click()
  await expect(picture).toHaveAttribute('data-draws', 'line')
  await drag(page, [-220, -10], [-20, -10])
  await expect(rows(page)).toHaveCount(2)
  await expectAreas(11_000, 6500)
  await expect(selected(page)).toHaveCount(2)
  // A line that does not go through is refused, and can be drawn again.
  await clickAt(page, [[-190, -90]])
  await expect(selected(page)).toHaveText([/^1Unlabelled/])
  await bar(page).getByRole('button', { name: 'Split' }).click()
  await expect(picture).toHaveAttribute('data-draws', 'line')
  await drag(page, [-220, -90], [-190, -90])
  await expect(page.getByText('The line does not go through the selected object.')).toBeVisible()
  await bar(page).getByRole('button', { name: 'Give up' }).click()

  await bar(page).getByRole('button', { name: 'Hole' }).click()
  await expect(picture).toHaveAttribute('data-draws', 'polygon')
  await clickAt(page, [
    [-180, -80],
    [-160, -80],
    [-160, -60],
    [-180, -80],
  ])
  await expectAreas(10_800, 6500)
  await picture.focus()
  await page.keyboard.press('v')
  const [first] = await geometries()
  expect(first && polygonsOf(first)[0]).toHaveLength(2)
  await page.keyboard.press('Shift+D')
  await expectAreas(10_800, 6500, 10_800)
  // Each step is taken back: the copy, the hole, the split, the merge.
  for (const areas of [[10_800, 6500], [11_000, 6500], [17_500], [10_000, 10_000]]) {
    await picture.focus()
    await page.keyboard.press('Control+z')
    await expectAreas(...areas)
  }
})

test('several are selected by a box, a free outline and in the table, are deleted together and come back; corners nobody sees are left out', async ({
  page,
}, info) => {
  const project = await openPicture(page, info, 'Several')
  const picture = page.getByRole('application')
  for (const [x, y] of [
    [-200, -100],
    [-100, -100],
    [0, 40],
  ] as const) {
    await drawOne(page, [x, y], [x + 50, y + 50])
  }
  const [middleX, middleY] = await middleOf(page)
  const dragWith = async (keys: string[], way: readonly (readonly [number, number])[]) => {
    for (const key of keys) await page.keyboard.down(key)
    const [[fromX, fromY] = [0, 0], ...others] = way
    await page.mouse.move(middleX + fromX, middleY + fromY)
    await page.mouse.down()
    for (const [x, y] of others) await page.mouse.move(middleX + x, middleY + y, { steps: 4 })
    await page.mouse.up()
    for (const key of keys) await page.keyboard.up(key)
  }
  await picture.focus()
  await page.keyboard.press('Escape')
  await expect(selected(page)).toHaveCount(0)
  // A box around two; the third lies in it in part only.
  await dragWith(
    ['Shift'],
    [
      [-220, -120],
      [20, 60],
    ],
  )
  await expect(selected(page)).toHaveCount(2)
  await expect(bar(page)).toContainText('2 selected')
  await page.keyboard.press('Escape')
  await dragWith(
    ['Shift', 'Alt'],
    [
      [-20, 20],
      [80, 20],
      [80, 110],
      [-20, 110],
      [-20, 30],
    ],
  )
  await expect(selected(page)).toHaveCount(1)
  await expect(selected(page)).toContainText('3')
  // In the table: from the third to the first.
  await rows(page)
    .first()
    .click({ modifiers: ['Shift'] })
  await expect(selected(page)).toHaveCount(3)
  await rows(page)
    .nth(1)
    .click({ modifiers: ['ControlOrMeta'] })
  await expect(selected(page)).toHaveCount(2)
  await picture.focus()
  await page.keyboard.press('Control+a')
  await expect(selected(page)).toHaveCount(3)
  await page.keyboard.press('Delete')
  await expect(rows(page)).toHaveCount(0)
  await saved(page)
  expect(await storedAnnotations(page, project)).toEqual([])
  await page.keyboard.press('Control+z')
  await expect(rows(page)).toHaveCount(3)
  await saved(page)
  await page.reload()
  await expect(rows(page)).toHaveCount(3)

  await picture.focus()
  await page.keyboard.press('o')
  await expect(picture).toHaveAttribute('data-draws', 'ellipse')
  await drag(page, [60, -120], [260, 20])
  await expect(rows(page)).toHaveCount(4)
  const corners = async () => {
    await saved(page)
    const newest = (await storedAnnotations(page, project)).at(-1)
    return newest ? positionsOf(geometryOfWkt(newest.geometry)).length : 0
  }
  const before = await corners()
  await picture.focus()
  await page.keyboard.press('v')
  await bar(page).getByRole('button', { name: 'Simplify' }).click()
  await expect.poll(corners).toBeLessThan(before * 0.7)
})
