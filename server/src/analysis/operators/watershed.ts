import { requireSize, type Size } from './size.ts'

const { floor } = Math

/**
 * Marker-controlled watershed by priority flood (Meyer 1994): labels grow from the markers over 4-neighbours, high values
 * first, first come first served on one level.
 * @param values at least 0, such as the distance to the background
 * @param step values are told apart in steps of this, from 0: fixed, so that the result in one place does not depend on
 *   what lies elsewhere
 * @param markers labels from 1 at the places to start from, inside the mask
 * @returns a label plane that covers every pixel of the mask that a marker can reach, and nothing else; no lines between
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
      // Water that has sunk to this level does not climb again: a later peak is flooded at once.
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
