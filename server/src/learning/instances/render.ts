import type { Region } from '../../analysis/runtime/tiles.ts'
import type { Instance } from './instance.ts'

const { ceil, floor, max, min } = Math

/**
 * Draws an instance into a label plane of the image: its outline runs where the probability crosses the threshold between the pixels
 * of the network, and halfway to a neighbour that it touches. No pixel belongs to two instances.
 * @param scale pixels of the network per pixel of the image
 * @param region of the image that the plane is of
 * @returns pixels drawn
 */
export function drawInstance(
  instance: Instance,
  label: number,
  scale: number,
  plane: Int32Array,
  region: Region,
): number {
  const { bounds, margin } = instance
  const [w, h] = [bounds.width + 2, bounds.height + 2]
  const [left, top] = [bounds.left - 1, bounds.top - 1]
  const start = (place: number) => (place + 0.5) / scale - 0.5
  const [x0, x1] = [
    max(region.left, ceil(start(left))),
    min(region.left + region.width - 1, floor(start(left + w - 1))),
  ]
  const [y0, y1] = [max(region.top, ceil(start(top))), min(region.top + region.height - 1, floor(start(top + h - 1)))]
  let drawn = 0
  for (let y = y0; y <= y1; y++) {
    const v = (y + 0.5) * scale - 0.5 - top
    const row = min(h - 2, max(0, floor(v)))
    const b = v - row
    for (let x = x0; x <= x1; x++) {
      const u = (x + 0.5) * scale - 0.5 - left
      const column = min(w - 2, max(0, floor(u)))
      const a = u - column
      const i = row * w + column
      const above = (margin[i] ?? 0) * (1 - a) + (margin[i + 1] ?? 0) * a
      const below = (margin[i + w] ?? 0) * (1 - a) + (margin[i + w + 1] ?? 0) * a
      if (above * (1 - b) + below * b <= 0) continue
      plane[(y - region.top) * region.width + x - region.left] = label
      drawn += 1
    }
  }
  return drawn
}
