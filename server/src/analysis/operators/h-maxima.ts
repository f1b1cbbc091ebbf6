import { descendingOrder } from './descending-order.ts'
import { requireSize, type Size } from './size.ts'

/**
 * Markers at the peaks of a plane whose dynamics (Grimaud 1992), the height above the highest saddle to a higher peak, is at least
 * `height`. The highest peak of each 8-connected component of the mask always has a marker. Found by flooding from the top with
 * union–find. Plateaus are marked at one pixel.
 *
 * @param values at least 0
 * @param height in the unit of the values, above 0
 * @returns a label plane with one pixel per marker, numbered from 1 in reading order
 */
export function hMaxima(values: Float32Array, mask: Uint8Array, size: Size, height: number): Int32Array {
  requireSize(values, size)
  requireSize(mask, size)
  const { width } = size
  const NONE = -1
  const peakOf = new Int32Array(values.length).fill(NONE)
  const find = (pixel: number) => {
    let root = pixel
    for (let parent = peakOf[root] ?? NONE; parent !== root; parent = peakOf[root] ?? NONE) {
      peakOf[root] = peakOf[parent] ?? parent
      root = peakOf[root] ?? parent
    }
    return root
  }
  const markers = new Int32Array(values.length)
  const meet = (pixel: number, neighbour: number) => {
    if ((peakOf[neighbour] ?? NONE) === NONE) return
    const [a, b] = [find(pixel), find(neighbour)]
    if (a === b) return
    const [higher, lower] = (values[a] ?? 0) >= (values[b] ?? 0) ? [a, b] : [b, a]
    if ((values[lower] ?? 0) - (values[pixel] ?? 0) >= height) markers[lower] = 1
    peakOf[lower] = higher
  }
  const order = descendingOrder(values, mask)
  for (const pixel of order) {
    peakOf[pixel] = pixel
    const x = pixel % width
    for (let dy = -width; dy <= width; dy += width) {
      for (let dx = -1; dx <= 1; dx++) {
        const inside = x + dx >= 0 && x + dx < width && pixel + dy >= 0 && pixel + dy < values.length
        if (inside && (dx !== 0 || dy !== 0)) meet(pixel, pixel + dy + dx)
      }
    }
  }
  for (const pixel of order) if (peakOf[pixel] === pixel) markers[pixel] = 1
  let count = 0
  return markers.map((marked) => (marked ? ++count : 0))
}
