import { requireSize, type Size } from './size.ts'

const { hypot } = Math

/** Pixels. */
export type Point = [x: number, y: number]

/** Steps along pixel edges with the object on the right hand: right, down, left, up. */
const STEPS = [
  { dx: 1, dy: 0 },
  { dx: 0, dy: 1 },
  { dx: -1, dy: 0 },
  { dx: 0, dy: -1 },
] as const
type Direction = 0 | 1 | 2 | 3

const turn = (direction: Direction, by: 1 | 3): Direction => ((direction + by) & 3) as Direction

/** Points on the way from a to b to c can be left out. */
const isStraight = ([ax, ay]: Point, [bx, by]: Point, [cx, cy]: Point) =>
  (bx - ax) * (cy - by) === (by - ay) * (cx - bx)

/** Leaves out the points inside straight runs of a cycle. */
function simplified(cycle: readonly Point[]): Point[] {
  return cycle.filter((point, i) => {
    const before = cycle.at(i - 1) ?? point
    const after = cycle.at((i + 1) % cycle.length) ?? point
    return !isStraight(before, point, after)
  })
}

/**
 * Walks once round the outer border of one label, from its first pixel in reading order, and notes the middle of every
 * pixel edge it passes. Pixel (x, y) covers [x, x + 1] × [y, y + 1].
 */
function walk(labels: Int32Array, { width, height }: Size, firstPixel: number): Point[] {
  const label = labels[firstPixel]
  const isInside = (x: number, y: number) =>
    x >= 0 && y >= 0 && x < width && y < height && labels[y * width + x] === label
  /** The pixels ahead of a corner, on the right and on the left of the way. */
  const ahead = (x: number, y: number, direction: Direction) => {
    const { dx, dy } = STEPS[direction]
    const right = isInside(x + (dx - dy - 1) / 2, y + (dy + dx - 1) / 2)
    const left = isInside(x + (dx + dy - 1) / 2, y + (dy - dx - 1) / 2)
    return { right, left }
  }
  const startX = firstPixel % width
  const startY = (firstPixel - startX) / width
  const points: Point[] = []
  let [x, y] = [startX, startY]
  let direction: Direction = 0
  do {
    const { dx, dy }: (typeof STEPS)[number] = STEPS[direction]
    points.push([x + dx / 2, y + dy / 2])
    x += dx
    y += dy
    const { right, left } = ahead(x, y, direction)
    // Only pixels with a common edge belong together: at a corner shared by two the walk keeps to the near one.
    if (!right) direction = turn(direction, 1)
    else if (left) direction = turn(direction, 3)
  } while (x !== startX || y !== startY || direction !== 0)
  return points
}

/**
 * The outer border of every label as a closed ring (first point repeated last), clockwise on the screen.
 * Rings run through the middles of the pixel edges: half a pixel less area than pixels, and neighbours share their border.
 * Labels are to be 4-connected; of a label in several pieces, and of holes, only the outer border of the first piece is seen.
 * @returns rings by label, in pixels of the plane
 */
export function contours(labels: Int32Array, size: Size): Map<number, Point[]> {
  requireSize(labels, size)
  const rings = new Map<number, Point[]>()
  labels.forEach((label, i) => {
    if (!label || rings.has(label)) return
    const cycle = simplified(walk(labels, size, i))
    rings.set(label, [...cycle, ...cycle.slice(0, 1)])
  })
  return rings
}

/** Length of a closed ring, pixels. */
export const ringLength = (ring: readonly Point[]): number =>
  ring.reduce((sum, [x, y], i) => {
    const [px, py] = ring[i - 1] ?? [x, y]
    return sum + hypot(x - px, y - py)
  }, 0)

/** Area inside a closed ring (shoelace formula), square pixels; positive for rings that run clockwise on the screen. */
export const ringArea = (ring: readonly Point[]): number =>
  ring.reduce((sum, [x, y], i) => {
    const [px, py] = ring[i - 1] ?? [x, y]
    return sum + (px * y - x * py) / 2
  }, 0)
