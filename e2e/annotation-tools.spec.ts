import { areaOf, lengthOf, positionsOf } from '@lamella/shared/geometry'
import { expect, type Page } from 'playwright/test'
import { clickAt, drag, middleOf, newest, openPicture, type Place, panel, rows } from './steps/annotation.ts'
import { expectGoodScreen } from './support/screen.ts'
import { test } from './support/watched-page.ts'

/** Sends events of a pen; the tip is at a place in CSS pixels from the middle. */
const penOf = async (page: Page) => {
  const [x, y] = await middleOf(page)
  const session = await page.context().newCDPSession(page)
  return (type: 'mousePressed' | 'mouseMoved' | 'mouseReleased', [right, down]: Place) =>
    session.send('Input.dispatchMouseEvent', {
      type,
      x: x + right,
      y: y + down,
      button: 'left',
      buttons: type === 'mouseReleased' ? 0 : 1,
      clickCount: 1,
      pointerType: 'pen',
    })
}

/** Sends events of fingers, by their numbers: those that are on the screen, or those that leave it. */
const fingersOf = async (page: Page) => {
  const [x, y] = await middleOf(page)
  const session = await page.context().newCDPSession(page)
  return (type: 'touchStart' | 'touchMove' | 'touchEnd', places: Record<number, Place>) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: Object.entries(places).map(([id, [right, down]]) => ({ id: Number(id), x: x + right, y: y + down })),
    })
}

/** One stroke of a pen. */
const stroke = async (page: Page, places: readonly Place[]): Promise<void> => {
  const pen = await penOf(page)
  const [first = [0, 0]] = places
  await pen('mousePressed', first)
  for (const place of places) await pen('mouseMoved', place)
  await pen('mouseReleased', places.at(-1) ?? first)
}

/** @returns waits until one more annotation than the time before is stored, and returns its geometry */
const storing = (page: Page, project: string) => {
  let count = 0
  return async () => {
    count += 1
    await expect(rows(page)).toHaveCount(count)
    await expect(panel(page).getByRole('status')).toHaveText('Saved')
    return newest(page, project)
  }
}

test('D3-3-27 points, lines, polygons, freehand outlines and ellipses are drawn by mouse, pen and keys, and stored as they were drawn', async ({
  page,
}, info) => {
  const project = await openPicture(page, info, 'Tools')
  const choose = async (name: string, draws: string): Promise<void> => {
    await page.getByRole('button', { name, exact: true }).click()
    await expect(page.getByRole('application')).toHaveAttribute('data-draws', draws)
  }
  const expectStored = storing(page, project)

  await choose('Draw a point', 'point')
  await clickAt(page, [[-50, 20]])
  expect(await expectStored()).toEqual({ type: 'Point', coordinates: [250, 220] })

  await choose('Draw a line', 'line')
  await drag(page, [-40, -30], [40, 30])
  const line = await expectStored()
  expect([line.type, lengthOf(line)]).toEqual(['LineString', 100])

  await choose('Draw a line with corners', 'polyline')
  await clickAt(page, [
    [-60, -60],
    [0, -60],
    [0, -20],
  ])
  await page.keyboard.press('Enter')
  expect(await expectStored()).toEqual({
    type: 'LineString',
    coordinates: [
      [240, 140],
      [300, 140],
      [300, 180],
    ],
  })

  await choose('Draw a polygon', 'polygon')
  const corners: Place[] = [
    [60, 60],
    [120, 60],
    [120, 100],
  ]
  // Ended by a click on the first corner.
  await clickAt(page, [...corners, [60, 60]])
  const polygon = await expectStored()
  expect([polygon.type, areaOf(polygon), positionsOf(polygon).length]).toEqual(['Polygon', 1200, 4])
  // An outline that crosses itself is what it goes around: both halves.
  await clickAt(page, [
    [-200, 60],
    [-140, 120],
    [-140, 60],
    [-200, 120],
    [-200, 60],
  ])
  const bowTie = await expectStored()
  expect([bowTie.type, areaOf(bowTie)]).toEqual(['MultiPolygon', 1800])

  await choose('Draw an ellipse', 'ellipse')
  await drag(page, [120, -120], [200, -60])
  const ellipse = await expectStored()
  expect(ellipse.type).toBe('Polygon')
  expect(areaOf(ellipse) / (Math.PI * 40 * 30)).toBeCloseTo(1, 2)

  await choose('Draw freehand', 'freehand')
  const turn = Array.from({ length: 61 }, (_, at): Place => {
    const angle = (at / 60) * 2 * Math.PI
    return [Math.round(-180 + 50 * Math.cos(angle)), Math.round(-90 + 50 * Math.sin(angle))]
  })
  await stroke(page, turn)
  const outline = await expectStored()
  expect(outline.type).toBe('Polygon')
  expect(areaOf(outline) / (Math.PI * 50 ** 2)).toBeCloseTo(1, 1)
  expect(positionsOf(outline).length).toBeLessThan(50)

  // By keys: corners in the middle, the picture moved below it.
  await page.getByRole('application').focus()
  await page.keyboard.press('p')
  await expect(page.getByRole('application')).toHaveAttribute('data-draws', 'polygon')
  await page.keyboard.press('Enter')
  for (const key of ['ArrowRight', 'ArrowDown']) {
    const before = page.url()
    await page.keyboard.press(key)
    await expect(page).not.toHaveURL(before)
    await page.keyboard.press('Enter')
  }
  await page.keyboard.press('Shift+Enter')
  const byKeys = await expectStored()
  expect([byKeys.type, positionsOf(byKeys).length]).toEqual(['Polygon', 4])
  // All of it back and forth.
  const count = await rows(page).count()
  for (let step = 0; step < count; step += 1) await page.keyboard.press('Control+z')
  await expect(rows(page)).toHaveCount(0)
  for (let step = 0; step < count; step += 1) await page.keyboard.press('Control+Shift+z')
  await expect(rows(page)).toHaveCount(count)
  await expect(panel(page).getByRole('status')).toHaveText('Saved')
  await page.keyboard.press('0')
  await expectGoodScreen(page, 'annotate-tools')
})

test('D3-3-27 what is drawn ends at the edge, and other buttons, palms, thumbs and hasty keys draw nothing else', async ({
  page,
}, info) => {
  const project = await openPicture(page, info, 'Hands')
  const picture = page.getByRole('application')
  const choose = async (key: string, draws: string): Promise<void> => {
    await picture.focus()
    await page.keyboard.press(key)
    await expect(picture).toHaveAttribute('data-draws', draws)
  }
  const expectStored = storing(page, project)

  // A corner at (700, 200), of an image of 600 × 400: the tip is cut off.
  await choose('p', 'polygon')
  await clickAt(page, [
    [250, -100],
    [400, 0],
    [250, 100],
  ])
  // The area beside the pointer is the one that will be stored.
  await expect(page.getByText('8,333 px²')).toBeVisible()
  await clickAt(page, [[250, -100]])
  expect(areaOf(await expectStored())).toBeCloseTo(15_000 - (100 * 400) / 6, 0)
  await choose('Shift+Y', 'line')
  await drag(page, [0, 0], [400, 50])
  expect(positionsOf(await expectStored())).toEqual([
    [300, 200],
    [600, 250],
  ])

  await choose('y', 'polyline')
  await clickAt(page, [[-50, 0]])
  const [x, y] = await middleOf(page)
  await page.mouse.click(x - 20, y + 30, { button: 'middle' })
  await page.mouse.click(x, y + 40, { button: 'right' })
  await clickAt(page, [[50, 0]])
  await page.keyboard.press('Enter')
  const two = [
    [250, 200],
    [350, 200],
  ]
  expect(positionsOf(await expectStored())).toEqual(two)

  const fingers = await fingersOf(page)
  await choose('i', 'point')
  // The thumb rests while another finger comes and goes.
  await fingers('touchStart', { 0: [-40, 60] })
  await fingers('touchStart', { 0: [-40, 60], 1: [60, -60] })
  await fingers('touchMove', { 0: [-40, 60], 1: [61, -60] })
  await fingers('touchEnd', { 1: [61, -60] })
  // Longer than OpenLayers takes for a tap: only then the point is set.
  const since = await page.evaluate(() => performance.now())
  await expect.poll(() => page.evaluate(() => performance.now())).toBeGreaterThan(since + 600)
  await fingers('touchEnd', {})
  await fingers('touchStart', { 0: [-10, 20] })
  await fingers('touchEnd', {})
  expect(await expectStored()).toEqual({ type: 'Point', coordinates: [290, 220] })

  // A palm that comes down and goes while the pen draws.
  await choose('e', 'freehand')
  const pen = await penOf(page)
  await pen('mousePressed', [-100, -100])
  await pen('mouseMoved', [-100, 0])
  await fingers('touchStart', { 0: [100, 100] })
  await pen('mouseMoved', [0, 0])
  await fingers('touchEnd', {})
  await pen('mouseMoved', [0, -100])
  await pen('mouseReleased', [0, -100])
  expect(areaOf(await expectStored())).toBe(10_000)

  /** Presses keys at once: on a busy machine the picture would rest before the last one. */
  const pressAtOnce = (keys: readonly string[]): Promise<void> =>
    picture.evaluate((element, pressed) => {
      for (const name of pressed) {
        const [key, shiftKey] = [name.replace('Shift+', ''), name.startsWith('Shift+')]
        element.dispatchEvent(new KeyboardEvent('keydown', { key, shiftKey, bubbles: true, cancelable: true }))
      }
    }, keys)
  // Enter while the picture still moves is meant for where it comes to rest.
  await choose('y', 'polyline')
  await pressAtOnce(['Enter', 'ArrowRight', 'Enter', 'Enter', 'Shift+Enter'])
  expect(positionsOf(await expectStored())).toEqual([
    [300, 200],
    [428, 200],
  ])
  // The pointer goes on from what keys have set.
  await page.keyboard.press('Enter')
  await clickAt(page, [[60, 40]])
  await page.keyboard.press('Enter')
  const [start = [0, 0], end = [0, 0]] = positionsOf(await expectStored())
  expect([end[0] - start[0], end[1] - start[1]]).toEqual([60, 40])
  // Escape gives up what waits for the picture to rest; Enter then sets the one point.
  await expect(page).toHaveURL(/at=428/)
  for (const [key, draws, at] of [
    ['i', 'point', /at=300/],
    ['Shift+Y', 'line', /at=172/],
  ] as const) {
    await choose(key, draws)
    await pressAtOnce(['ArrowLeft', 'Enter', 'Escape'])
    await expect(page).toHaveURL(at)
  }
  for (const key of ['Enter', 'ArrowLeft', 'Enter']) await page.keyboard.press(key)
  expect(positionsOf(await expectStored())).toEqual([
    [172, 200],
    [44, 200],
  ])
})
