import { areaOf, geometryOfWkt, polygonsOf } from '@lamella/shared/geometry'
import { expect, type Page } from 'playwright/test'
import { clickAt, drag, middleOf, openPicture, panel, rows, storedAnnotations } from './steps/annotation.ts'
import { expectGoodScreen } from './support/screen.ts'
import { test } from './support/watched-page.ts'

const size = (page: Page) => page.getByRole('slider', { name: 'Size' })
const choose = async (page: Page, key: string, draws: string): Promise<void> => {
  await page.getByRole('application').focus()
  await page.keyboard.press(key)
  await expect(page.getByRole('application')).toHaveAttribute('data-draws', draws)
}

test('D3-3-27 a brush paints areas and an eraser takes them away, each stroke as one step, with a size that is set by wheel and keys', async ({
  page,
}, info) => {
  const project = await openPicture(page, info, 'Brush')
  /** Of all annotations in the order of their numbers. */
  const stored = async () => {
    await expect(panel(page).getByRole('status')).toHaveText('Saved')
    return (await storedAnnotations(page, project)).map(({ geometry }) => geometryOfWkt(geometry))
  }
  /** Within a hundredth: a circle has corners. */
  const expectAreas = (...areas: number[]) =>
    expect
      .poll(async () => (await stored()).map((geometry, at) => Math.round((areaOf(geometry) / (areas[at] ?? 1)) * 50)))
      .toEqual(areas.map(() => 50))
  const dab = Math.PI * 15 ** 2

  await choose(page, 'b', 'brush')
  await drag(page, [-200, -100], [-100, -100])
  await expect(rows(page)).toHaveCount(1)
  await expectAreas(dab + 100 * 30)
  await expectGoodScreen(page, 'annotate-brush')
  // From within: it belongs to it.
  await drag(page, [-150, -100], [-150, 0])
  await expectAreas(dab + 100 * 30 + 100 * 30 - 15 * 30 + dab / 2)
  await expect(rows(page)).toHaveCount(1)
  // From elsewhere: another one, larger by the wheel.
  const [x, y] = await middleOf(page)
  await page.mouse.move(x + 50, y - 100)
  await page.keyboard.down('Shift')
  const zoom = await page.getByRole('toolbar', { name: 'Zoom' }).textContent()
  for (let turn = 0; turn < 4; turn += 1) await page.mouse.wheel(0, -100)
  await page.keyboard.up('Shift')
  await expect(size(page)).toHaveValue('44')
  expect(await page.getByRole('toolbar', { name: 'Zoom' }).textContent()).toBe(zoom)
  await page.keyboard.press('[')
  await expect(size(page)).toHaveValue('40')
  await clickAt(page, [[50, -100]])
  await expect(rows(page)).toHaveCount(2)
  const first = dab + 100 * 30 + 100 * 30 - 15 * 30 + dab / 2
  await expectAreas(first, Math.PI * 20 ** 2)

  // With Alt the brush takes away: through the middle, which leaves two halves of one object.
  await size(page).fill('10')
  await page.keyboard.down('Alt')
  await drag(page, [50, -140], [50, -60])
  await page.keyboard.up('Alt')
  const halves = Math.PI * 20 ** 2 - 40 * 10
  await expectAreas(first, halves)
  expect(polygonsOf((await stored())[1] ?? { type: 'Point', coordinates: [0, 0] })).toHaveLength(2)
  await page.getByRole('application').focus()
  await page.keyboard.press('Control+z')
  await expectAreas(first, Math.PI * 20 ** 2)

  // The eraser takes from what is selected, and all of it when nothing is left.
  await choose(page, 'Shift+b', 'eraser')
  await size(page).fill('80')
  await drag(page, [40, -100], [60, -100])
  await expect(rows(page)).toHaveCount(1)
  await page.getByRole('application').focus()
  await page.keyboard.press('Control+z')
  await expect(rows(page)).toHaveCount(2)
  // Where nothing is selected: from what is under it.
  await size(page).fill('60')
  await page.getByRole('application').focus()
  await page.keyboard.press('v')
  await expect(page.getByRole('application')).not.toHaveAttribute('data-draws')
  await clickAt(page, [[200, 150]])
  await expect(panel(page).getByRole('row', { selected: true })).toHaveCount(0)
  await choose(page, 'Shift+b', 'eraser')
  await drag(page, [-150, -30], [-150, 60])
  // What is left of the stem ends with the round of the eraser.
  const left = dab + 100 * 30 + 30 * 55 - (15 * Math.sqrt(30 ** 2 - 15 ** 2) + 30 ** 2 * Math.asin(15 / 30))
  await expectAreas(left, Math.PI * 20 ** 2)
  await drag(page, [200, 100], [220, 100])
  await expect(page.getByText('The eraser has not touched the selected object.')).toBeVisible()

  // By keys: a dab in the middle of the canvas.
  await choose(page, 'b', 'brush')
  await page.keyboard.press('Enter')
  await expect(rows(page)).toHaveCount(3)
  await expectAreas(left, Math.PI * 20 ** 2, Math.PI * 30 ** 2)
})

test('D3-3-27 a wand takes what looks alike: by a click with the tolerance that is set, which a drag sets', async ({
  page,
}, info) => {
  const project = await openPicture(page, info, 'Wand')
  const areas = async (): Promise<number[]> => {
    await expect(panel(page).getByRole('status')).toHaveText('Saved')
    return (await storedAnnotations(page, project)).map(({ geometry }) => Math.round(areaOf(geometryOfWkt(geometry))))
  }
  await choose(page, 'w', 'wand')
  const tolerance = page.getByRole('slider', { name: 'Tolerance' })
  await expect(tolerance).toHaveValue('24')
  // In the middle of a dark nucleus, which is about 28 px high and 24 wide.
  await clickAt(page, [[18, -94]])
  await expect(rows(page)).toHaveCount(1)
  const [nucleus = 0] = await areas()
  expect(nucleus).toBeGreaterThan(200)
  expect(nucleus).toBeLessThan(900)
  await page.getByRole('application').focus()
  await page.keyboard.press('Control+z')
  await expect(rows(page)).toHaveCount(0)
  // Nearly nothing is the same by a tolerance of 2, and all by one of 210.
  const [x, y] = await middleOf(page)
  await page.mouse.move(x + 18, y - 94)
  await page.mouse.down()
  await page.mouse.move(x + 23, y - 94)
  await expect(tolerance).toHaveValue('3')
  await page.mouse.move(x - 402, y - 94)
  await expect(tolerance).toHaveValue('210')
  await expectGoodScreen(page, 'annotate-wand')
  await page.mouse.up()
  await expect(rows(page)).toHaveCount(1)
  expect((await areas())[0]).toBeGreaterThan(230_000)
  // With Alt it takes away: all that is like the background.
  await tolerance.fill('24')
  await page.keyboard.down('Alt')
  await clickAt(page, [[-250, -150]])
  await page.keyboard.up('Alt')
  await expect.poll(async () => (await areas())[0] ?? 0).toBeLessThan(60_000)
  await expect(rows(page)).toHaveCount(1)
})
