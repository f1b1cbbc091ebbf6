import { requireSize, type Size } from './size.ts'

const { hypot } = Math

/** In pixels; pixel (x, y) covers [x, x + 1] × [y, y + 1]. */
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

/** Whether a, b and c are collinear, so that b can be left out. */
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
 * Follows the outer border of one label once, from its first pixel in reading order, and collects the midpoint of each pixel edge.
 */
function walk(labels: Int32Array, { width, height }: Size, firstPixel: number): Point[] {
  const label = labels[firstPixel]
  const isInside = (x: number, y: number) =>
    x >= 0 && y >= 0 && x < width && y < height && labels[y * width + x] === label
  /** Whether the pixels ahead of a corner, to the right and left of the direction, are inside. */
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
    // 4-connectivity: where two pixels share only a corner, the border stays with the current one.
    if (!right) direction = turn(direction, 1)
    else if (left) direction = turn(direction, 3)
  } while (x !== startX || y !== startY || direction !== 0)
  return points
}

/**
 * Traces the outer border of each label as a closed ring (first point repeated last), clockwise on the screen.
 * Rings pass through the midpoints of pixel edges: their area is half a pixel less than the number of pixels, and neighbours share their
 * border. Labels should be 4-connected: only the outer border of the first component is traced, and holes are ignored.
 *
 * @returns rings by label, in pixels of the plane
 * @throws RangeError when `labels` does not have that size
 */
export function traceContours(labels: Int32Array, size: Size): Map<number, Point[]> {
  requireSize(labels, size)
  const rings = new Map<number, Point[]>()
  labels.forEach((label, i) => {
    if (!label || rings.has(label)) return
    const cycle = simplified(walk(labels, size, i))
    rings.set(label, [...cycle, ...cycle.slice(0, 1)])
  })
  return rings
}

/** Perimeter of a closed ring, in pixels. */
export const ringPerimeter = (ring: readonly Point[]): number =>
  ring.reduce((sum, [x, y], i) => {
    const [px, py] = ring[i - 1] ?? [x, y]
    return sum + hypot(x - px, y - py)
  }, 0)

/** Area of a closed ring (shoelace formula), in square pixels; positive when clockwise on the screen. */
export const ringArea = (ring: readonly Point[]): number =>
  ring.reduce((sum, [x, y], i) => {
    const [px, py] = ring[i - 1] ?? [x, y]
    return sum + (px * y - x * py) / 2
  }, 0)
