import type { ChannelSetting } from './channel-settings.ts'
import { colourAt, coloursOf } from './colour-map.ts'
import type { SampleArray } from './sample-array.ts'
import { type Adder, adderOf, levelAt, steps, type Transfer } from './transfer-table.ts'

type Shown = Transfer & Pick<ChannelSetting, 'color' | 'map'>

/** One channel of a tile. */
export interface ChannelLayer {
  /** One sample per pixel; all tiles with a setting have the same type. */
  samples: SampleArray
  /** Replaced and never changed, because its table is kept. */
  setting: Shown
}

/** Bits of one band in a sum: room for four channels of 8 bit. */
const bits = 10
const mask = (1 << bits) - 1
/** Whether the sums have to be clipped at white before one more channel is added, counted from 0: four fit, then each three more. */
const isFull = (channel: number): boolean => channel >= 4 && (channel - 1) % 3 === 0

const opaque = 0xff000000

/** Red, green and blue of 8 bit in one number, by step of the range. */
const colourTable = (setting: Shown): Int32Array => {
  const colours = coloursOf(setting.map, setting.color)
  return Int32Array.from({ length: steps }, (_, at) => {
    const [red, green, blue] = colourAt(colours, levelAt(at / (steps - 1), setting))
    return Math.round(red * 255) | (Math.round(green * 255) << bits) | (Math.round(blue * 255) << (2 * bits))
  })
}

const greyTable = (transfer: Transfer): Int32Array =>
  Int32Array.from({ length: steps }, (_, at) => Math.round(255 * levelAt(at / (steps - 1), transfer)))

/** All tiles of a frame have the same settings. */
const adders = new WeakMap<Transfer, Adder>()

const keptAdder = <S extends Transfer>(setting: S, like: SampleArray, tableOf: (setting: S) => Int32Array): Adder => {
  const kept = adders.get(setting)
  if (kept) return kept
  const adder = adderOf(tableOf(setting), like, setting)
  adders.set(setting, adder)
  return adder
}

const atMost255 = (value: number): number => Math.min(value, 255)

const clip = (sums: Int32Array): void => {
  for (let at = 0; at < sums.length; at++) {
    const sum = sums[at] ?? 0
    const green = atMost255((sum >>> bits) & mask)
    sums[at] = atMost255(sum & mask) | (green << bits) | (atMost255(sum >>> (2 * bits)) << (2 * bits))
  }
}

/**
 * Adds the channels as light: each is stretched over its range and coloured; the sum is clipped at white. Each channel is
 * rounded to 8 bit before it is added.
 * @param pixels - number of pixels
 * @returns RGBA, four bytes per pixel, opaque
 */
export const composeChannels = (layers: readonly ChannelLayer[], pixels: number): Uint8ClampedArray<ArrayBuffer> => {
  const sums = new Int32Array(pixels)
  for (const [at, { samples, setting }] of layers.entries()) {
    if (isFull(at)) clip(sums)
    keptAdder(setting, samples, colourTable)(sums, samples)
  }
  const rgba = new Uint8ClampedArray(pixels * 4)
  const words = new Int32Array(rgba.buffer)
  // Little endian, as every machine with a browser is.
  for (let pixel = 0; pixel < pixels; pixel++) {
    const sum = sums[pixel] ?? 0
    const blue = atMost255(sum >>> (2 * bits))
    words[pixel] = opaque | (blue << 16) | (atMost255((sum >>> bits) & mask) << 8) | atMost255(sum & mask)
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
  transfer: Transfer,
): Uint8ClampedArray<ArrayBuffer> => {
  const levels = new Int32Array(pixels * 3)
  keptAdder(transfer, samples, greyTable)(levels, samples)
  const rgba = new Uint8ClampedArray(pixels * 4)
  for (let pixel = 0, from = 0, to = 0; pixel < pixels; pixel++, from += 3, to += 4) {
    for (let band = 0; band < 3; band++) rgba[to + band] = levels[from + band] ?? 0
    rgba[to + 3] = 255
  }
  return rgba
}
