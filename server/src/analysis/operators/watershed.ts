import { requireSize, type Size } from './size.ts'

const { floor } = Math

/**
 * Marker-controlled watershed by priority flood (Meyer 1994): labels grow from the markers over 4-neighbours, high values
 * first, in order of arrival within a level.
 *
 * @param values at least 0, such as the distance to the background
 * @param step values are quantised to levels of this size from 0: absolute, so that the result at one place does not depend on values
 *   elsewhere
 * @param markers labels from 1 at the seed pixels, which are inside the mask; 0 elsewhere
 * @returns labels of all pixels of the mask that are connected to a marker, 0 elsewhere; there are no lines between regions
 * @throws RangeError when a plane does not have that size
 */
export function watershed(
  values: Float32Array,
  step: number,
  markers: Int32Array,
  mask: Uint8Array,
  size: Size,
): Int32Array {
  requireSize(values, size)
  requireSize(markers, size)
  requireSize(mask, size)
  const { width } = size
  const labels = markers.slice()
  const levelOf = (pixel: number) => floor((values[pixel] ?? 0) / step)
  const highest = values.reduce((top, value, i) => (mask[i] && value > top ? value : top), 0)
  const queues = Array.from({ length: floor(highest / step) + 1 }, (): number[] => [])
  markers.forEach((label, pixel) => {
    if (label) queues[levelOf(pixel)]?.push(pixel)
  })
  for (let level = queues.length - 1; level >= 0; level--) {
    const queue = queues[level] ?? []
    const grow = (from: number, to: number) => {
      if (!mask[to] || labels[to]) return
      labels[to] = labels[from] ?? 0
      // The level never rises again: higher pixels found later are processed at the current level.
      const own = levelOf(to)
      if (own >= level) queue.push(to)
      else queues[own]?.push(to)
    }
    for (const pixel of queue) {
      const x = pixel % width
      if (x > 0) grow(pixel, pixel - 1)
      if (x < width - 1) grow(pixel, pixel + 1)
      if (pixel >= width) grow(pixel, pixel - width)
      if (pixel + width < labels.length) grow(pixel, pixel + width)
    }
    queue.length = 0
  }
  return labels
}
