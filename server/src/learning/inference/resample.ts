import type { Region } from '../../analysis/runtime/tiles.ts'
import type { InterleavedSource } from './interleaved-source.ts'

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
  for (let x = 0, tap = 0; tap < places.length; x++) {
    let sum = 0
    for (let k = 0; k < count; k++, tap++) sum += (weights[tap] ?? 0) * (samples[start + (places[tap] ?? 0)] ?? 0)
    target[at + x] = sum
  }
}

/**
 * A region of the image at another scale, in the image's levels; beyond its borders it is mirrored.
 * @param region pixels of the scaled image; may lie outside of it
 * @param scale pixels of the scaled image per pixel of the image
 * @returns one plane per channel. The value of a pixel does not depend on the region.
 */
export async function resample(source: InterleavedSource, region: Region, scale: number): Promise<Float32Array[]> {
  const { channels } = source
  const across = tapsOf(region.left, region.width, scale, source.width, channels)
  const down = tapsOf(region.top, region.height, scale, source.height, region.width)
  const read = { left: across.from, top: down.from, width: across.to - across.from, height: down.to - down.from }
  const samples = await source.read(read)
  const planes = Array.from({ length: channels }, () => new Float32Array(region.width * region.height))
  const row = new Float32Array(read.height * region.width)
  for (const [channel, plane] of planes.entries()) {
    for (let y = 0; y < read.height; y++)
      blendAlong(samples, (y * read.width - read.left) * channels + channel, across, row, y * region.width)
    for (let y = 0; y < region.height; y++) {
      const target = plane.subarray(y * region.width, (y + 1) * region.width)
      for (let k = 0; k < down.count; k++) {
        const weight = down.weights[y * down.count + k] ?? 0
        if (weight === 0) continue
        const from = (down.places[y * down.count + k] ?? 0) - read.top * region.width
        for (let x = 0; x < region.width; x++) target[x] = (target[x] ?? 0) + weight * (row[from + x] ?? 0)
      }
    }
  }
  return planes
}
