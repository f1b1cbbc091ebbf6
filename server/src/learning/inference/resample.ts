import type { Region } from '../../analysis/runtime/tiles.ts'
import type { InterleavedSource } from './interleaved-source.ts'
import { createScratch, type Scratch } from './scratch.ts'

const { abs, ceil, floor, max, min } = Math

/** Which pixels of the image, along one axis, a pixel of the network is the weighted mean of. */
interface Taps {
  /** Per pixel of the network the same number of places in the image, mirrored at its border, times a stride, and their weights, which sum to 1. */
  places: Int32Array
  weights: Float32Array
  count: number
  from: number
  to: number
}

/** The one nearest to a place in [0, length) when the axis is reflected at its ends. */
const mirrored = (place: number, length: number): number => {
  const period = 2 * length
  const inPeriod = ((place % period) + period) % period
  return inPeriod < length ? inPeriod : period - 1 - inPeriod
}

/**
 * A triangle as wide as two pixels of whichever grid is coarser: linear interpolation when it enlarges, and no aliasing when it reduces.
 * Depends on the pixel's own place only, never on the region around it.
 */
function tapsOf(start: number, length: number, scale: number, imageLength: number, stride: number): Taps {
  const radius = max(1, 1 / scale)
  const count = 2 * ceil(radius)
  const places = new Int32Array(length * count)
  const weights = new Float32Array(length * count)
  let [from, to] = [imageLength, 0]
  for (let i = 0; i < length; i++) {
    const centre = (start + i + 0.5) / scale - 0.5
    const first = floor(centre) - ceil(radius) + 1
    let sum = 0
    for (let tap = 0; tap < count; tap++) sum += max(0, 1 - abs(first + tap - centre) / radius)
    for (let tap = 0; tap < count; tap++) {
      const place = mirrored(first + tap, imageLength)
      const weight = max(0, 1 - abs(first + tap - centre) / radius) / sum
      places[i * count + tap] = place * stride
      weights[i * count + tap] = weight
      if (weight > 0) [from, to] = [min(from, place), max(to, place + 1)]
    }
  }
  return { places, weights, count, from, to }
}

/** The weighted means of one row of one channel. */
function blendAlong(
  samples: Awaited<ReturnType<InterleavedSource['read']>>,
  start: number,
  { places, weights, count }: Taps,
  target: Float32Array,
  at: number,
): void {
  if (count === 2) {
    // Enlarged, or hardly reduced.
    for (let x = 0, tap = 0; tap < places.length; x++, tap += 2)
      target[at + x] =
        (weights[tap] ?? 0) * (samples[start + (places[tap] ?? 0)] ?? 0) +
        (weights[tap + 1] ?? 0) * (samples[start + (places[tap + 1] ?? 0)] ?? 0)
    return
  }
  for (let x = 0, tap = 0; tap < places.length; x++) {
    let sum = 0
    for (const end = tap + count; tap < end; tap += 2)
      sum +=
        (weights[tap] ?? 0) * (samples[start + (places[tap] ?? 0)] ?? 0) +
        (weights[tap + 1] ?? 0) * (samples[start + (places[tap + 1] ?? 0)] ?? 0)
    target[at + x] = sum
  }
}

/** The weighted mean of rows of one channel. @param y - row of the target @param shift - place of the first row */
function blendRows(
  rows: Float32Array,
  y: number,
  { places, weights, count }: Taps,
  shift: number,
  target: Float32Array,
) {
  for (let k = 0; k < count; k += 2) {
    const [tap, other] = [y * count + k, y * count + k + 1]
    const [weight, from] = [weights[tap] ?? 0, (places[tap] ?? 0) - shift]
    const [weight2, from2] = [weights[other] ?? 0, (places[other] ?? 0) - shift]
    // Rows without weight may lie outside of what was read.
    if (weight2 === 0) {
      if (weight !== 0)
        for (let x = 0; x < target.length; x++) target[x] = (target[x] ?? 0) + weight * (rows[from + x] ?? 0)
    } else if (weight === 0) {
      for (let x = 0; x < target.length; x++) target[x] = (target[x] ?? 0) + weight2 * (rows[from2 + x] ?? 0)
    } else {
      for (let x = 0; x < target.length; x++)
        target[x] = (target[x] ?? 0) + weight * (rows[from + x] ?? 0) + weight2 * (rows[from2 + x] ?? 0)
    }
  }
}

/**
 * A region of the image at another scale, in the image's levels; beyond its borders it is mirrored.
 * @param region pixels of the scaled image; may lie outside of it
 * @param scale pixels of the scaled image per pixel of the image
 * @returns one plane per channel. The value of a pixel does not depend on the region.
 */
export async function resample(
  source: InterleavedSource,
  region: Region,
  scale: number,
  scratch: Scratch = createScratch(),
): Promise<Float32Array[]> {
  const { channels } = source
  const across = tapsOf(region.left, region.width, scale, source.width, channels)
  const down = tapsOf(region.top, region.height, scale, source.height, region.width)
  const read = { left: across.from, top: down.from, width: across.to - across.from, height: down.to - down.from }
  const samples = await source.read(read)
  const planes = Array.from({ length: channels }, (_, channel) =>
    scratch.float32(`channel ${channel}`, region.width * region.height).fill(0),
  )
  const row = scratch.float32('rows', read.height * region.width)
  for (const [channel, plane] of planes.entries()) {
    for (let y = 0; y < read.height; y++)
      blendAlong(samples, (y * read.width - read.left) * channels + channel, across, row, y * region.width)
    for (let y = 0; y < region.height; y++)
      blendRows(row, y, down, read.top * region.width, plane.subarray(y * region.width, (y + 1) * region.width))
  }
  return planes
}
