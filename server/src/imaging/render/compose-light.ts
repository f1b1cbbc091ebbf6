import type { Samples } from '../sample-type.ts'
import type { ShownChannel } from './order.ts'

/** Steps within a range, as the viewer counts them, so that both show the same colours (ADR 73). */
const steps = 255 * 16 + 1

/** Red, green and blue, 0 to 255, of `#rrggbb`. */
const bandsOf = (color: string): [number, number, number] => {
  const value = Number.parseInt(color.slice(1), 16)
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255]
}

/**
 * Adds channels as light: each is stretched over its range, coloured and rounded; the sum is clipped at white. Not a number is black.
 *
 * @param layers - samples of one size, one per pixel
 * @returns red, green and blue per pixel, interleaved
 */
export const composeLight = (
  layers: readonly { samples: Samples; shown: ShownChannel }[],
  pixels: number,
): Uint8Array => {
  const rgb = new Uint8ClampedArray(3 * pixels)
  for (const { samples, shown } of layers) {
    const { min, max } = shown
    const [red, green, blue] = bandsOf(shown.color)
    const scale = (steps - 1) / Math.max(max - min, Number.EPSILON)
    for (let pixel = 0, to = 0; pixel < pixels; pixel++, to += 3) {
      const at = ((samples[pixel] ?? 0) - min) * scale + 0.5
      const level = at > 0 ? Math.min(Math.floor(at), steps - 1) / (steps - 1) : 0
      rgb[to] = (rgb[to] ?? 0) + Math.round(red * level)
      rgb[to + 1] = (rgb[to + 1] ?? 0) + Math.round(green * level)
      rgb[to + 2] = (rgb[to + 2] ?? 0) + Math.round(blue * level)
    }
  }
  return new Uint8Array(rgb.buffer)
}
