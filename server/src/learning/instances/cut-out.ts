import type { Size } from '../../analysis/operators/size.ts'
import type { Region } from '../../analysis/runtime/tiles.ts'
import type { Instance } from './instance.ts'

const { max, min } = Math

/** Values nearer to the border than this do not exist: it has no thickness. */
const THINNEST = 1e-3

/** One object out of the plane: its mask without holes, and how far inside it each pixel is. */
export function cutOut(
  labels: Int32Array,
  foreground: Float32Array,
  { width, height }: Size,
  bounds: Region,
  root: number,
  threshold: number,
  diameter: number,
): Pick<Instance, 'mask' | 'margin'> {
  const [w, h] = [bounds.width + 2, bounds.height + 2]
  const inside = new Uint8Array(w * h)
  const margin = new Float32Array(w * h)
  for (let v = 0; v < h; v++) {
    for (let u = 0; u < w; u++) {
      const [x, y] = [min(width - 1, max(0, bounds.left + u - 1)), min(height - 1, max(0, bounds.top + v - 1))]
      const i = y * width + x
      const label = labels[i] ?? 0
      const sure = (foreground[i] ?? 0) - threshold
      const isOwn = label === root
      inside[v * w + u] = isOwn && u > 0 && v > 0 && u < w - 1 && v < h - 1 ? 1 : 0
      margin[v * w + u] = isOwn ? max(THINNEST, sure) : label ? -max(THINNEST, sure) : min(-THINNEST, sure)
    }
  }
  for (const i of holesOf(inside, labels, { width: w, height: h }, bounds, { width, height }, diameter ** 2 / 4)) {
    inside[i] = 1
    margin[i] = THINNEST
  }
  const mask = new Uint8Array(bounds.width * bounds.height)
  for (let y = 0; y < bounds.height; y++)
    mask.set(inside.subarray((y + 1) * w + 1, (y + 1) * w + 1 + bounds.width), y * bounds.width)
  return { mask, margin }
}

/** Background that an object encloses, unless it is larger than `most` pixels or something else lies in it. */
function holesOf(
  inside: Uint8Array,
  labels: Int32Array,
  size: Size,
  bounds: Region,
  plane: Size,
  most: number,
): number[] {
  const { width, height } = size
  const open = new Uint8Array(inside.length)
  const queue = [0]
  open[0] = 1
  for (const i of queue) {
    const x = i % width
    const visit = (j: number, isThere: boolean) => {
      if (!isThere || open[j] || inside[j]) return
      open[j] = 1
      queue.push(j)
    }
    visit(i - 1, x > 0)
    visit(i + 1, x < width - 1)
    visit(i - width, i >= width)
    visit(i + width, i + width < width * height)
  }
  const holes: number[] = []
  for (let i = 0; i < inside.length; i++) if (!open[i] && !inside[i]) holes.push(i)
  const isEmpty = (i: number) => {
    const [x, y] = [bounds.left + (i % width) - 1, bounds.top + Math.floor(i / width) - 1]
    return !labels[y * plane.width + x]
  }
  return holes.length <= most && holes.every(isEmpty) ? holes : []
}
