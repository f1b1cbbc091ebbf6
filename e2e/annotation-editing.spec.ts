import { areaOf, boxOf, positionsOf } from '@lamella/shared/geometry'
import { expect, type Page } from 'playwright/test'
import { clickAt, drag, drawRectangle, middleOf, newest, openPicture, panel, rows } from './steps/annotation.ts'
import { expectGoodScreen } from './support/screen.ts'
import { test } from './support/watched-page.ts'

const saved = (page: Page) => expect(panel(page).getByRole('status')).toHaveText('Saved')

/** Moves the pointer to a place, in CSS pixels from the middle, until it grasps what is there. */
const hover = async (page: Page, [right, down]: [number, number], grasped: 'whole' | 'handle'): Promise<void> => {
  const [x, y] = await middleOf(page)
  await expect
    .poll(async () => {
      await page.mouse.move(x + right - 60, y + down)
      await page.mouse.move(x + right, y + down)
      return page.getByRole('application').getAttribute('data-grasps')
    })
    .toBe(grasped)
}

test('D3-3-27 what is drawn is corrected by mouse and keys: corners, sides, the whole; a rectangle stays one, and undo leads back', async ({
  page,
}, info) => {
  const project = await openPicture(page, info, 'Corrected')
  const picture = page.getByRole('application')
  const stored = async () => {
    await saved(page)
    return newest(page, project)
  }
  /** Until what was done is stored: the geometry is then another one. */
  const expectStored = async (expected: [number, number]) =>
    expect
      .poll(async () => {
        const geometry = await stored()
        return [areaOf(geometry), positionsOf(geometry).length]
      })
      .toEqual(expected)

  await page.keyboard.press('p')
  await expect(picture).toHaveAttribute('data-draws', 'polygon')
  await clickAt(page, [
    [-100, -100],
    [0, -100],
    [0, 0],
    [-100, -100],
  ])
  await expect(rows(page)).toHaveCount(1)
  await expectStored([5000, 4])

  await picture.focus()
  await page.keyboard.press('v')
  await hover(page, [-30, -60], 'whole')
  // A corner, the middle of a side, and the whole.
  await drag(page, [0, 0], [0, 40])
  await expectStored([7000, 4])
  await drag(page, [0, -30], [40, -30])
  await expectStored([9800, 5])
  await drag(page, [-30, -60], [-50, -40])
  await expectStored([9800, 5])
  expect(boxOf(await stored())).toEqual([180, 120, 320, 260])
  await expectGoodScreen(page, 'annotate-edit')
  // Beside the image it cannot be.
  await drag(page, [-50, -40], [-500, -40])
  await expect.poll(async () => boxOf(await stored())[0]).toBe(0)
  await page.keyboard.press('Control+z')
  await expect.poll(async () => boxOf(await stored())[0]).toBe(180)
  // A corner is taken away, and comes back.
  await page.keyboard.down('Alt')
  await clickAt(page, [[20, -10]])
  await page.keyboard.up('Alt')
  await expectStored([7000, 4])
  // It stays selected, also when OpenLayers knows that the click was not half of a double click.
  const since = await page.evaluate(() => performance.now())
  await expect.poll(() => page.evaluate(() => performance.now())).toBeGreaterThan(since + 400)
  await expect(panel(page).getByRole('row', { selected: true })).toHaveCount(1)
  await page.keyboard.press('Control+z')
  await expectStored([9800, 5])

  // By keys: the first corner two pixels to the right, then the whole ten down.
  await picture.focus()
  await page.keyboard.press('q')
  await page.keyboard.press('Alt+ArrowRight')
  await page.keyboard.press('Alt+ArrowRight')
  await expect.poll(async () => boxOf(await stored())[0]).toBe(182)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Alt+Shift+ArrowDown')
  await expect.poll(async () => boxOf(await stored())).toEqual([182, 130, 320, 270])
  for (const _ of [1, 2, 3, 4, 5, 6]) await page.keyboard.press('Control+z')
  await expectStored([5000, 4])

  await page.keyboard.press('r')
  await expect(picture).toHaveAttribute('data-draws', 'rectangle')
  await drag(page, [100, 50], [160, 90])
  await expect(rows(page)).toHaveCount(2)
  await picture.focus()
  await page.keyboard.press('v')
  await hover(page, [160, 90], 'handle')
  await drag(page, [160, 90], [180, 100])
  await expectStored([4000, 5])
  await drag(page, [100, 75], [80, 60])
  await expectStored([5000, 5])
  expect(boxOf(await stored())).toEqual([380, 250, 480, 300])

  // What lies within the selected one can be selected, too.
  await page.keyboard.press('r')
  await expect(picture).toHaveAttribute('data-draws', 'rectangle')
  await drag(page, [40, 20], [230, 140])
  await expect(rows(page)).toHaveCount(3)
  await picture.focus()
  await page.keyboard.press('v')
  await hover(page, [210, 120], 'whole')
  await clickAt(page, [[130, 75]])
  await expect(panel(page).getByRole('row', { selected: true })).toContainText('5,000')
  await page.keyboard.press('Control+z')
  await expect(rows(page)).toHaveCount(2)

  // Somebody else moves it while it is selected: the handles go along.
  const other = await page.context().newPage()
  await other.goto(page.url())
  await rows(other).nth(1).click()
  // Its handles are loaded with the first use.
  await hover(other, [130, 75], 'whole')
  await other.getByRole('application').focus()
  await other.keyboard.press('Alt+Shift+ArrowUp')
  await expect.poll(async () => boxOf(await stored())).toEqual([380, 240, 480, 290])
  await other.close()
  await page.bringToFront()
  await hover(page, [180, 90], 'handle')
  await drag(page, [180, 90], [190, 100])
  await expect.poll(async () => boxOf(await stored())).toEqual([380, 240, 490, 300])
})

test('D3-3-27 corners snap to other objects where the user wants it, and what is changed is measured meanwhile', async ({
  page,
}, info) => {
  const project = await openPicture(page, info, 'Snapped')
  const picture = page.getByRole('application')
  await drawRectangle(page, [-100, -60], [-20, 20])
  await picture.focus()
  await page.keyboard.press('Shift+N')
  await page.keyboard.press('p')
  await expect(picture).toHaveAttribute('data-draws', 'polygon')
  // Two corners near those of the rectangle, one near its side, one on its own.
  await clickAt(page, [
    [-16, -56],
    [-25, 25],
    [-70, 15],
    [60, 60],
    [-16, -56],
  ])
  await expect(rows(page)).toHaveCount(2)
  await saved(page)
  const corners = [
    [280, 140],
    [280, 220],
    [230, 220],
    [360, 260],
  ]
  expect(positionsOf(await newest(page, project)).slice(0, 4)).toEqual(corners)

  // The corner that is dragged to the rectangle's lies on it, and the area is that of the outline in between.
  await picture.focus()
  await page.keyboard.press('v')
  await hover(page, [60, 60], 'handle')
  const [x, y] = await middleOf(page)
  await page.mouse.down()
  await page.mouse.move(x + 40, y + 40)
  await page.mouse.move(x + 80, y + 40)
  await expect(page.getByText('4,500 px²')).toBeVisible()
  await page.mouse.move(x - 104, y - 64)
  await page.mouse.up()
  await expect.poll(async () => positionsOf(await newest(page, project))[3]).toEqual([200, 140])
  await page.keyboard.press('Control+z')
  await expect.poll(async () => positionsOf(await newest(page, project)).slice(0, 4)).toEqual(corners)
  await page.keyboard.press('Shift+N')
  await hover(page, [60, 60], 'handle')
  await drag(page, [60, 60], [-15, 70])
  await expect.poll(async () => positionsOf(await newest(page, project))[3]).toEqual([285, 270])
})
