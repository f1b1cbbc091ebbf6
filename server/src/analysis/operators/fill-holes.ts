import { connectedComponents } from './connected-components.ts'
import { maskWhere } from './mask-where.ts'
import { requireSize, type Size } from './size.ts'

/**
 * Fills holes: 4-connected components of the background that do not touch the border of the plane.
 *
 * @param maxArea in pixels; larger holes are not filled (glands and vessels are not holes of a nucleus)
 * @returns a new mask of 0 and 1
 */
export function fillHoles(mask: Uint8Array, size: Size, maxArea: number): Uint8Array {
  requireSize(mask, size)
  const { width, height } = size
  const { labels, areas } = connectedComponents(
    maskWhere(mask.length, (i) => !mask[i]),
    size,
    4,
  )
  const open = areas.map((area) => area > maxArea)
  for (let x = 0; x < width; x++) {
    open[labels[x] ?? 0] = true
    open[labels[(height - 1) * width + x] ?? 0] = true
  }
  for (let y = 0; y < height; y++) {
    open[labels[y * width] ?? 0] = true
    open[labels[y * width + width - 1] ?? 0] = true
  }
  return maskWhere(mask.length, (i) => mask[i] !== 0 || !open[labels[i] ?? 0])
}
