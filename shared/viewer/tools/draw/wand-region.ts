import type { Position, Ring } from '@lamella/shared/geometry'
import { contours } from 'd3-contour'

/** Red, green, blue and opacity of each pixel, row by row. */
export interface Pixels {
  width: number
  height: number
  data: Uint8ClampedArray
}

/** Pixels of a region, within the smallest box around them. */
interface Region {
  left: number
  top: number
  width: number
  height: number
  /** 1 within, row by row. */
  mask: Uint8Array
}

/** Gaps of fewer pixels are specks in what was meant, and are filled. */
const smallestHole = 30

/** Each value as the mean of the 3 × 3 around it, of the picture alone at its edges: noise of single pixels would tear regions. */
export const smoothed = ({ width, height, data }: Pixels): Pixels => {
  const rows = new Float32Array(data.length)
  const result = new Uint8ClampedArray(data.length)
  const mean = (
    from: ArrayLike<number>,
    to: Float32Array | Uint8ClampedArray,
    step: number,
    isEdge: (at: number) => [boolean, boolean],
  ) => {
    for (let pixel = 0; pixel < width * height; pixel += 1) {
      const [isFirst, isLast] = isEdge(pixel)
      const count = 3 - Number(isFirst) - Number(isLast)
      for (let at = 4 * pixel; at < 4 * pixel + 3; at += 1) {
        const sum = (from[at] ?? 0) + (isFirst ? 0 : (from[at - step] ?? 0)) + (isLast ? 0 : (from[at + step] ?? 0))
        to[at] = sum / count
      }
    }
  }
  mean(data, rows, 4, (pixel) => [pixel % width === 0, pixel % width === width - 1])
  mean(rows, result, 4 * width, (pixel) => [pixel < width, pixel >= width * (height - 1)])
  return { width, height, data: result }
}

/**
 * The pixels that hang together with a place, by their sides, and are like it.
 * @param tolerance - by which red, green and blue may differ in the mean, 0 to 255
 */
export const regionAround = ({ width, height, data }: Pixels, [x, y]: Position, tolerance: number): Region => {
  const start = Math.floor(y) * width + Math.floor(x)
  const [red = 0, green = 0, blue = 0] = data.subarray(4 * start, 4 * start + 3)
  const most = 3 * tolerance ** 2
  const isLike = (pixel: number): boolean => {
    const at = 4 * pixel
    const [r, g, b] = [(data[at] ?? 0) - red, (data[at + 1] ?? 0) - green, (data[at + 2] ?? 0) - blue]
    return r * r + g * g + b * b <= most
  }
  const within = new Uint8Array(width * height)
  // Each pixel is open once.
  const open = new Uint32Array(width * height)
  let count = 0
  const visit = (pixel: number): void => {
    if (within[pixel] || !isLike(pixel)) return
    within[pixel] = 1
    open[count] = pixel
    count += 1
  }
  visit(start)
  let [left, top, right, bottom] = [width, height, 0, 0]
  for (let next = 0; next < count; next += 1) {
    const pixel = open[next] ?? 0
    const column = pixel % width
    const row = (pixel - column) / width
    left = Math.min(left, column)
    right = Math.max(right, column)
    top = Math.min(top, row)
    bottom = Math.max(bottom, row)
    if (column > 0) visit(pixel - 1)
    if (column < width - 1) visit(pixel + 1)
    if (row > 0) visit(pixel - width)
    if (row < height - 1) visit(pixel + width)
  }
  const box = { left, top, width: right - left + 1, height: bottom - top + 1 }
  const mask = new Uint8Array(box.width * box.height)
  for (let row = 0; row < box.height; row += 1) {
    const from = (top + row) * width + left
    mask.set(within.subarray(from, from + box.width), row * box.width)
  }
  return { ...box, mask }
}

/** Area of a ring, without its sign. */
const sizeOf = (ring: readonly number[][]): number => {
  let double = 0
  for (const [at, [x = 0, y = 0]] of ring.entries()) {
    const [nextX = 0, nextY = 0] = ring[(at + 1) % ring.length] ?? []
    double += x * nextY - nextX * y
  }
  return Math.abs(double) / 2
}

/** The outline of a region along the sides of its pixels, with corners cut, and those of its holes. Pixel (x, y) covers [x, x + 1] × [y, y + 1]. */
export const outlinesOf = ({ left, top, width, height, mask }: Region): Ring[][] => {
  // With a rim, so that outlines are closed also where the region reaches the edge of its box.
  const [wide, high] = [width + 2, height + 2]
  const values = new Float64Array(wide * high)
  for (let row = 0; row < height; row += 1) {
    values.set(mask.subarray(row * width, (row + 1) * width), (row + 1) * wide + 1)
  }
  const { coordinates } = contours()
    .size([wide, high])
    .contour(values as unknown as number[], 0.5)
  const placed = ([x = 0, y = 0]: number[]): Position => [x - 1 + left, y - 1 + top]
  return coordinates.map(([outline = [], ...holes]) =>
    [outline, ...holes.filter((hole) => sizeOf(hole) >= smallestHole)].map((ring) => ring.map(placed)),
  )
}
