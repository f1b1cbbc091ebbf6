import type { SampleArray } from './sample-array.ts'

/** One channel of a tile with its display settings. */
export interface ChannelLayer {
  /** One sample per pixel. */
  samples: SampleArray
  /** Red, green and blue at full intensity, each 0 to 1. */
  color: readonly [number, number, number]
  /** Samples at `min` or below are black, at `max` or above at full intensity. */
  min: number
  max: number
}

/**
 * Adds the channels as light: each is stretched over its range and multiplied by its colour; the sum is clipped at
 * white.
 * @param pixels - number of pixels
 * @returns RGBA, four bytes per pixel, opaque
 */
export const composeChannels = (layers: readonly ChannelLayer[], pixels: number): Uint8ClampedArray<ArrayBuffer> => {
  const sums = new Float32Array(pixels * 3)
  for (const { samples, color, min, max } of layers) {
    const scale = 255 / Math.max(max - min, Number.EPSILON)
    const [red, green, blue] = color
    for (let pixel = 0, at = 0; pixel < pixels; pixel++, at += 3) {
      const level = ((samples[pixel] ?? 0) - min) * scale
      if (level <= 0) continue
      const value = Math.min(level, 255)
      sums[at] = (sums[at] ?? 0) + value * red
      sums[at + 1] = (sums[at + 1] ?? 0) + value * green
      sums[at + 2] = (sums[at + 2] ?? 0) + value * blue
    }
  }
  const rgba = new Uint8ClampedArray(pixels * 4)
  for (let pixel = 0, from = 0, to = 0; pixel < pixels; pixel++, from += 3, to += 4) {
    rgba[to] = sums[from] ?? 0
    rgba[to + 1] = sums[from + 1] ?? 0
    rgba[to + 2] = sums[from + 2] ?? 0
    rgba[to + 3] = 255
  }
  return rgba
}

/**
 * Stretches RGB samples, three interleaved per pixel, over one common range.
 * @param pixels - number of pixels
 * @returns RGBA, four bytes per pixel, opaque
 */
export const composeRgb = (
  samples: SampleArray,
  pixels: number,
  min: number,
  max: number,
): Uint8ClampedArray<ArrayBuffer> => {
  const scale = 255 / Math.max(max - min, Number.EPSILON)
  const rgba = new Uint8ClampedArray(pixels * 4)
  for (let pixel = 0, from = 0, to = 0; pixel < pixels; pixel++, from += 3, to += 4) {
    for (let band = 0; band < 3; band++) rgba[to + band] = ((samples[from + band] ?? 0) - min) * scale
    rgba[to + 3] = 255
  }
  return rgba
}

/** Red, green and blue, each 0 to 1, of a colour `#rrggbb`. */
export const colorOf = (hex: string): [number, number, number] => {
  const value = Number.parseInt(hex.slice(1), 16)
  return [((value >> 16) & 255) / 255, ((value >> 8) & 255) / 255, (value & 255) / 255]
}
