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

/**
 * Channels of the nucleus networks, in this order. Foreground and contact (within 2 pixels of two objects) are probabilities; depth is the
 * distance to the border over the largest one in the object; size is log₂ of the object's diameter over the one assumed.
 * Contact is trained because the other heads gain from it; nothing reads it.
 */
export const NUCLEUS_HEADS = { foreground: 0, contact: 1, depth: 2, size: 3 } as const
export const NUCLEUS_HEAD_COUNTS = { probabilities: 2, values: 2 } as const
