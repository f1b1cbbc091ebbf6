import type { Size } from '../../analysis/operators/size.ts'
import type { Region } from '../../analysis/runtime/tiles.ts'
import type { Scratch } from '../inference/scratch.ts'
import type { Instance } from './instance.ts'

const { max, min } = Math

/** Values nearer to the border than this do not exist: it has no thickness. */
const THINNEST = 1e-3

/** Maps of which objects are cut out; labels are those of merged basins. */
type Plane = Size & { labels: Int32Array; foreground: Float32Array }

/**
 * One connected object out of the plane, without holes: its area, and how far inside it each pixel is.
 * @param threshold of the foreground
 * @param diameter of a typical nucleus, pixels; larger holes stay
 */
export function cutOut(
  { labels, foreground, width, height }: Plane,
  bounds: Region,
  root: number,
  threshold: number,
  diameter: number,
  scratch: Scratch,
): Pick<Instance, 'area' | 'margin'> {
  const [w, h] = [bounds.width + 2, bounds.height + 2]
  const inside = scratch.uint8('inside', w * h)
  const margin = new Float32Array(w * h)
  let area = 0
  for (let v = 0, i = 0; v < h; v++) {
    const row = min(height - 1, max(0, bounds.top + v - 1)) * width
    const isRow = v > 0 && v < h - 1
    for (let u = 0; u < w; u++, i++) {
      const at = row + min(width - 1, max(0, bounds.left + u - 1))
      const label = labels[at] ?? 0
      const sure = (foreground[at] ?? 0) - threshold
      const isInside = label === root && isRow && u > 0 && u < w - 1
      inside[i] = isInside ? 1 : 0
      area += isInside ? 1 : 0
      margin[i] = label === root ? max(THINNEST, sure) : label ? -max(THINNEST, sure) : min(-THINNEST, sure)
    }
  }
  const box = { width: w, height: h }
  if (hasHoles(inside, box)) {
    for (const i of holesOf(inside, labels, box, bounds, { width, height }, diameter ** 2 / 4, scratch)) {
      margin[i] = THINNEST
      area += 1
    }
  }
  return { area, margin }
}

/**
 * Whether a connected object encloses background, by its Euler number (Gray 1971, 8-connected): counting its corners takes a tenth of filling the
 * background. @param inside with a margin of one pixel of background
 */
function hasHoles(inside: Uint8Array, { width, height }: Size): boolean {
  let fourfold = 0
  for (let y = 1; y < height; y++) {
    for (let i = y * width + 1, end = (y + 1) * width; i < end; i++) {
      const [a, b] = [inside[i - width - 1] ?? 0, inside[i - width] ?? 0]
      const [c, d] = [inside[i - 1] ?? 0, inside[i] ?? 0]
      const count = a + b + c + d
      if (count === 1) fourfold += 1
      else if (count === 3) fourfold -= 1
      else if (count === 2 && a === d) fourfold -= 2
    }
  }
  return fourfold !== 4
}

/** Background that an object encloses, unless it is larger than `most` pixels or something else lies in it. */
function holesOf(
  inside: Uint8Array,
  labels: Int32Array,
  { width, height }: Size,
  bounds: Region,
  plane: Size,
  most: number,
  scratch: Scratch,
): number[] {
  const count = width * height
  const open = scratch.uint8('open', count).fill(0)
  const queue = scratch.int32('queue', count)
  let length = 1
  queue[0] = 0
  open[0] = 1
  const visit = (j: number, isThere: boolean) => {
    if (!isThere || open[j] || inside[j]) return
    open[j] = 1
    queue[length++] = j
  }
  for (let next = 0; next < length; next++) {
    const i = queue[next] ?? 0
    const x = i % width
    visit(i - 1, x > 0)
    visit(i + 1, x < width - 1)
    visit(i - width, i >= width)
    visit(i + width, i + width < count)
  }
  const holes: number[] = []
  for (let i = 0; i < count; i++) if (!open[i] && !inside[i]) holes.push(i)
  const isEmpty = (i: number) => {
    const [x, y] = [bounds.left + (i % width) - 1, bounds.top + Math.floor(i / width) - 1]
    return !labels[y * plane.width + x]
  }
  return holes.length <= most && holes.every(isEmpty) ? holes : []
}
