import type { Size } from '../analysis/operators/size.ts'

/** Input and output of the portal's networks, the same in training and in use. The metadata of a model name its kind of input. */

/**
 * `absorption`: 1 − t² of the transmitted light t (0 to 1), per channel: the light that would be absorbed by twice the stain, which
 * shows pale nuclei and still keeps dark ones apart. `intensity`: the signal over its usual range, a little beyond at both ends.
 */
export type InputKind = 'absorption' | 'intensity'

/** How far beyond its usual range a signal is told apart. */
const LEAST_SIGNAL = -0.5
const MOST_SIGNAL = 2

/**
 * Writes a plane as input of a network.
 * @param levels of the plane that count as 0 and 1
 * @param target of the plane's length
 */
export function representPlane(
  kind: InputKind,
  plane: Float32Array,
  { low, high }: { low: number; high: number },
  target: Float32Array,
): void {
  const gain = 1 / (high - low)
  if (kind === 'absorption') {
    for (let i = 0; i < plane.length; i++) {
      const light = ((plane[i] ?? 0) - low) * gain
      target[i] = light <= 0 ? 1 : light >= 1 ? 0 : 1 - light * light
    }
  } else {
    for (let i = 0; i < plane.length; i++) {
      const signal = ((plane[i] ?? 0) - low) * gain
      target[i] = Math.min(MOST_SIGNAL, Math.max(LEAST_SIGNAL, signal))
    }
  }
}

/** An absorption of 5 % of the light (an optical density of 0.02), as a network gets it. */
const LEAST_ABSORPTION = 1 - 0.95 ** 2
/** Fewer values than this are dust or noise: a nucleus has more pixels. */
const LEAST_VALUES = 16

/**
 * Whether what a network would get is clear glass, without anything that absorbs 5 % of the light: paler nuclei, which the networks would
 * still find, cannot be seen. Always false for signals, which have no such bound.
 * @param x planes of the size given, one after the other
 * @param margin pixels on each side that do not count
 */
export function isClearGlass(kind: InputKind, x: Float32Array, { width, height }: Size, margin: number): boolean {
  if (kind !== 'absorption') return false
  let count = 0
  for (let row = 0; row * width < x.length; row++) {
    if (row % height < margin || row % height >= height - margin) continue
    const end = (row + 1) * width - margin
    for (let i = row * width + margin; i < end; i++) if ((x[i] ?? 0) > LEAST_ABSORPTION) count += 1
    if (count >= LEAST_VALUES) return false
  }
  return true
}

/**
 * Channels of the nucleus networks, in this order. Foreground and contact (within 2 pixels of two objects) are probabilities; depth is the
 * distance to the border over the largest one in the object; size is log₂ of the object's diameter over the one assumed.
 * Contact is trained because the other heads gain from it; nothing reads it.
 */
export const NUCLEUS_HEADS = { foreground: 0, contact: 1, depth: 2, size: 3 } as const
export const NUCLEUS_HEAD_COUNTS = { probabilities: 2, values: 2 } as const
