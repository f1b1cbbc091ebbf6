import { setTimeout } from 'node:timers/promises'
import type { Page } from 'playwright'
import type { BenchBrowser, MeasuredPage } from './browser.ts'
import type { Box } from './panning.ts'

/** Moves of a slider. */
const moves = 15
/** CSS pixels of each. */
const step = 3
/** ms for which the pointer rests on an image before it is opened. */
const rest = 300

const boxOf = async (page: Page): Promise<Box> => {
  const box = await page.getByRole('application').boundingBox()
  if (!box) throw new Error('There is no picture')
  return box
}

/** Pixel of the image in the middle, which the address states soon after a movement. */
const placeOf = (page: Page) => async (): Promise<[number, number]> => {
  const [x = Number.NaN, y = Number.NaN] = (new URL(page.url()).searchParams.get('at') ?? '').split('_').map(Number)
  return [x, y]
}

/** Opens the portal's own viewer at 100 %, and waits until it has fetched all that it wants. */
export const openOurs = <T>(
  browser: BenchBrowser,
  { project, imageId, at }: { project: string; imageId: string; at: [number, number] },
  use: (opened: MeasuredPage & { box: Box; place: () => Promise<[number, number]> }) => Promise<T>,
): Promise<T> =>
  browser.portal(`/projects/${project}/viewer?image=${imageId}&at=${at.join('_')}&zoom=100`, async (opened) => {
    const { page } = opened
    await page.getByRole('application').waitFor()
    await page
      .getByRole('slider', { name: /^Upper end of/ })
      .first()
      .waitFor()
    await page.evaluate('frameProbe.settled(500)')
    await opened.untilQuiet()
    return use({ ...opened, box: await boxOf(page), place: placeOf(page) })
  })

/** Moves the upper end of the first channel's range. @returns ms from each move of the pointer to the frame that shows it */
export const moveSlider = async ({ page }: MeasuredPage): Promise<number[]> => {
  const thumb = await page
    .getByRole('slider', { name: /^Upper end of/ })
    .first()
    .boundingBox()
  if (!thumb) throw new Error('There is no slider')
  const [x, y] = [thumb.x + thumb.width / 2, thumb.y + thumb.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  const times: number[] = []
  for (let move = 1; move <= moves; move++) {
    const changed = page.evaluate<number>('frameProbe.changed(frameProbe.nextMove())')
    // Answered after the call above has begun, whose first half is run at once.
    await page.evaluate('0')
    await page.mouse.move(x - step * move, y)
    times.push(await changed)
  }
  await page.mouse.up()
  return times
}

/**
 * From the second click on an image in the library until its picture is sharp. The pointer rests on the image first, as a hand's
 * does: the code of the viewer is loaded then, as OpenSeadragon's is before it is measured. @returns that time in ms, and the size of the picture */
export const openFromLibrary = (
  browser: BenchBrowser,
  project: string,
  name: string,
): Promise<{ ms: number; size: { width: number; height: number } }> =>
  browser.portal(`/projects/${project}/library`, async ({ page, untilQuiet }) => {
    const tile = page.getByRole('button', { name }).filter({ has: page.locator('img') })
    await tile.waitFor()
    await untilQuiet()
    await tile.hover()
    await setTimeout(rest)
    await page.evaluate(
      `window.clicked = new Promise((done) => addEventListener('dblclick', () => done(performance.timeOrigin + performance.now()), { capture: true, once: true })); undefined`,
    )
    await tile.dblclick()
    const clicked = await page.evaluate<number>('window.clicked')
    const ms = (await page.evaluate<number>('frameProbe.settled(1500)')) - clicked
    const { width, height } = await boxOf(page)
    return { ms, size: { width, height } }
  })
