import { type Cell, type CellFigures, makeCells } from './cells.ts'

/** Who shows objects over a picture. */
export interface CellViewer {
  /** Makes of objects what it is given in its own form. */
  prepare(cells: Cell[]): unknown
  /** Shows what `prepare` has made; resolves when all of it is seen. */
  show(prepared: never): Promise<void>
  /** Moves at once. @param resolution - pixels of the picture per CSS pixel */
  move(x: number, y: number, resolution: number): void
  /** Resolves when all that is visible is drawn. */
  settle(): Promise<void>
  /** What is drawn so that nothing is left to do, such as by WebGL. */
  isWhole(): boolean
}

export const nextFrame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve))

/** After the frame that shows what is drawn now. */
export const painted = async (): Promise<void> => {
  await nextFrame()
  await nextFrame()
}

/** Middle and resolution at a share of the way: over the whole picture, nearer, across, nearer, across. */
const place = (share: number): [x: number, y: number, resolution: number] => {
  const part = Math.min(4, Math.floor(5 * share))
  const within = 5 * share - part
  if (part === 0) return [8000 + 4000 * within, 9000 + 2000 * within, 20]
  if (part === 1) return [12_000 - 2000 * within, 11_000 - 1000 * within, 20 * 0.2 ** within]
  if (part === 2) return [10_000 + 4000 * within, 10_000 + 2000 * within, 4]
  if (part === 3) return [14_000, 12_000, 4 * 0.25 ** within]
  return [14_000 - 1500 * within, 12_000 + 600 * within, 1]
}

/** Of the movement, ms. */
const duration = 5000

/** Shows objects, and moves over them. */
export const measure = async (viewer: CellViewer, count: number): Promise<CellFigures> => {
  const prepared = viewer.prepare(makeCells(count))
  // Both are open and at rest when objects come.
  viewer.move(...place(0))
  await viewer.settle()
  const from = performance.now()
  await viewer.show(prepared as never)
  const firstPaint = performance.now() - from
  await viewer.settle()
  const times: number[] = []
  let whole = 0
  await nextFrame()
  const start = performance.now()
  let last = start
  while (last - start < duration) {
    viewer.move(...place((performance.now() - start) / duration))
    if (viewer.isWhole()) whole += 1
    await nextFrame()
    times.push(performance.now() - last)
    last = performance.now()
  }
  return {
    firstPaint,
    fps: (1000 * times.length) / (last - start),
    whole: whole / times.length,
    worst: Math.max(...times),
  }
}
