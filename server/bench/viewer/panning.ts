import { setTimeout } from 'node:timers/promises'
import { median, round } from '../bench-result.ts'
import type { MeasuredPage } from './browser.ts'

/** What the hand does: drags by so many CSS pixels each, the first two over parts that were not shown before. */
const drags = [
  [-400, 0],
  [0, -200],
  [400, 0],
  [0, 200],
] as const
/** CSS pixels from one move of the pointer to the next. */
const step = 8
/** After so long the hand gives up: WebGL drawn by software may take seconds for one move. ms */
const patience = 10_000
/** The hand rests before it lets go, so that nothing flies on, ms. */
const rest = 200

/** Pixel of the image in the middle. */
export type Place = [x: number, y: number]

export interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** Frames of all drags. */
export interface Panning {
  /** ms from one frame to the next. */
  frames: number[]
  /** Share of the moves for which there was time. */
  done: number
}

const movesOf = (dx: number, dy: number): number => Math.max(Math.abs(dx), Math.abs(dy)) / step

/** @throws Error when a drag to the side has not moved the picture as far */
const expectFollowed = async (before: Place, place: () => Promise<Place>, dragged: number): Promise<void> => {
  // The address of a view and springs need a moment.
  await setTimeout(2000)
  const after = await place()
  const [right, down] = [before[0] - after[0], before[1] - after[1]]
  if (Math.abs(right - dragged) > 3 * step || Math.abs(down) > step) {
    throw new Error(`A drag by ${round(dragged)} pixels has moved the picture by ${round(right)}, ${round(down)}`)
  }
}

/**
 * Drags the picture about by the pointer, each move as soon as the one before has been taken.
 * @param place - pixel of the image in the middle; at 100 %
 * @throws Error when the picture has not followed the pointer
 */
export const pan = async (
  { page }: MeasuredPage,
  { x, y, width, height }: Box,
  place: () => Promise<Place>,
): Promise<Panning> => {
  const frames: number[] = []
  const before = await place()
  const end = performance.now() + patience
  const all = drags.reduce((sum, [dx, dy]) => sum + movesOf(dx, dy), 0)
  let made = 0
  for (const [at, [dx, dy]] of drags.entries()) {
    const [left, top] = [x + width / 2 - dx / 2, y + height / 2 - dy / 2]
    await page.mouse.move(left, top)
    await page.mouse.down()
    await page.evaluate('frameProbe.startFrames()')
    const moves = movesOf(dx, dy)
    let move = 0
    while (move < moves && performance.now() < end) {
      move += 1
      await page.mouse.move(left + (dx * move) / moves, top + (dy * move) / moves)
    }
    made += move
    const times = await page.evaluate<number[]>('frameProbe.endFrames()')
    await setTimeout(rest)
    await page.mouse.up()
    frames.push(...times.slice(1).map((time, next) => time - (times[next] ?? time)))
    if (at === 0) await expectFollowed(before, place, (dx * move) / moves)
    if (performance.now() > end) break
  }
  return { frames, done: made / all }
}

const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(share * (values.length - 1))] ?? Number.NaN

const framesPerSecond = ({ frames }: Panning): number =>
  (1000 * frames.length) / frames.reduce((sum, time) => sum + time, 0)

/** Frames per second of the median round, and the times of its frames in words. */
export const summaryOf = (rounds: readonly Panning[]): { fps: number; words: string } => {
  const fps = median(rounds.map(framesPerSecond))
  const frames = rounds.flatMap((each) => each.frames)
  const words =
    `${rounds.map((each) => round(framesPerSecond(each), 1)).join(', ')} frames/s` +
    `${rounds.some(({ done }) => done < 1) ? ` (in ${patience / 1000} s it has made ${rounds.map(({ done }) => round(100 * done)).join(', ')} % of the moves)` : ''}; ` +
    `frame ${round(median(frames), 1)} ms in the median, ${round(quantile(frames, 0.95), 1)} ms at p95, ${round(Math.max(...frames), 1)} ms at most`
  return { fps, words }
}
