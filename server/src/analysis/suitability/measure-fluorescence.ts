import type { Samples } from '../../imaging/sample-type.ts'
import { collectEdges, type EdgeSamples, edgeWidthOf } from '../operators/edge-width.ts'
import { blocksOf, holdsDarker, isEven } from '../operators/even-blocks.ts'
import { noiseEstimator } from '../operators/noise.ts'
import type { Size } from '../operators/size.ts'
import type { MultichannelSource } from '../sources/multichannel.ts'
import type { ChannelMeasurements, ChannelsMeasurements } from './measurements.ts'
import type { SampledRegion } from './sample-regions.ts'
import { scaleOf } from './scale-of.ts'

const { floor, max, min } = Math

/** Channels that are measured; more are spectra, of which no application reads all. */
export const MOST_CHANNELS = 8
/** Bins between the darkest and the brightest sample. */
const BINS = 256
/** Samples beyond these shares are hot and dead pixels of the camera. */
const DARKEST = 0.001
const BRIGHTEST = 0.999
/** Objects are this share of the range above the background, and this many standard deviations of the noise. */
const ABOVE_BACKGROUND = 0.1
const ABOVE_NOISE = 4
/** Least range, in standard deviations of the noise: noise alone spans 6 (nuclei/fluorescence-levels.ts). */
const LEAST_RANGE = 16

interface Range {
  low: number
  high: number
  /** The largest sample, at which clipped pixels pile up. */
  largest: number
}

/** A region of a channel, and how many regions of the image it stands for. */
interface Part {
  plane: Samples
  size: Size
  weight: number
}

const samplesOf = (parts: readonly Part[]): number => parts.reduce((sum, { plane }) => sum + plane.length, 0)

function rangeOf(parts: readonly Part[], noise: number): Range {
  const step = max(1, floor(samplesOf(parts) / 1e6))
  const values: number[] = []
  let largest = Number.NEGATIVE_INFINITY
  for (const { plane } of parts) {
    for (const [i, value] of plane.entries()) {
      if (!Number.isFinite(value)) continue
      if (value > largest) largest = value
      if (i % step === 0) values.push(value)
    }
  }
  const sorted = Float64Array.from(values).sort()
  const at = (share: number) => sorted[min(sorted.length - 1, floor(share * sorted.length))] ?? 0
  const low = at(DARKEST)
  return { low, high: max(at(BRIGHTEST), low + LEAST_RANGE * noise), largest }
}

/** Commonest value, 0 to 1 over the range; the histogram is smoothed, so that a coarse camera does not decide. */
function commonestOf(parts: readonly Part[], { low, high }: Range): number {
  const counts = new Float64Array(BINS)
  for (const { plane, weight } of parts) {
    for (const value of plane) {
      const bin = min(BINS - 1, max(0, floor(((value - low) / (high - low)) * BINS)))
      counts[bin] = (counts[bin] ?? 0) + weight
    }
  }
  const smooth = counts.map((_, bin) => counts.subarray(max(0, bin - 4), bin + 5).reduce((sum, n) => sum + n, 0))
  return (smooth.indexOf(max(...smooth)) + 0.5) / BINS
}

/**
 * Share of the blocks in which something is darker than the background and than what lies around it. Fluorescence has nothing darker than its
 * background; phase contrast and other transmitted light have. Zeros do not count: mosaics are filled with them where nothing was recorded.
 */
function darkerShareOf(parts: readonly Part[], background: number, noise: number): number {
  let [blocks, darker] = [0, 0]
  for (const { plane, size, weight } of parts) {
    for (const block of blocksOf(plane, size, 0)) {
      blocks += weight
      if (holdsDarker(block, noise, background)) darker += weight
    }
  }
  return blocks ? darker / blocks : 0
}

function noiseOf(parts: readonly Part[], areIntegers: boolean): number {
  const estimator = noiseEstimator(samplesOf(parts))
  for (const { plane, size } of parts) estimator.add(plane, size.width)
  return estimator.deviation(areIntegers)
}

function measureChannel(name: string, parts: readonly Part[], areIntegers: boolean): ChannelMeasurements {
  const noise = noiseOf(parts, areIntegers)
  const range = rangeOf(parts, noise)
  const empty: ChannelMeasurements = {
    name,
    backgroundLevel: 0,
    foregroundShare: 0,
    clippedShare: 0,
    uniformShare: 0,
    edgeWidthPx: null,
  }
  if (range.high <= range.low || parts.every(({ plane, size }) => isEven(plane, size, noise))) return empty
  const backgroundLevel = commonestOf(parts, range)
  const background = range.low + backgroundLevel * (range.high - range.low)
  const cut = background + max(ABOVE_BACKGROUND * (range.high - range.low), ABOVE_NOISE * noise)
  const edges: EdgeSamples = { gradients: [], ratios: [] }
  let [pixels, foreground, clipped, uniform, fullestShare] = [0, 0, 0, 0, 0]
  for (const { plane, size, weight } of parts) {
    const mask = new Uint8Array(plane.length)
    let bright = 0
    for (const [i, value] of plane.entries()) {
      if (!(value > cut)) continue
      mask[i] = 1
      bright++
      if (value === range.largest) clipped += weight
      if (i % size.width > 0 && value === plane[i - 1]) uniform += weight
    }
    foreground += weight * bright
    pixels += weight * plane.length
    fullestShare = max(fullestShare, bright / plane.length)
    collectEdges(Float32Array.from(plane), mask, size, edges)
  }
  const ofForeground = (count: number) => (foreground ? count / foreground : 0)
  return {
    name,
    backgroundLevel,
    foregroundShare: foreground / pixels,
    fullestShare,
    darkerShare: darkerShareOf(parts, background, noise),
    clippedShare: ofForeground(clipped),
    // Clipped pixels equal their neighbours too.
    uniformShare: ofForeground(max(0, uniform - clipped)),
    edgeWidthPx: edgeWidthOf(edges),
  }
}

/**
 * Measures what the suitability for fluorescence applications depends on: of up to eight channels, in regions all over the image
 * (`sampleRegions`).
 */
export async function measureFluorescence(
  source: MultichannelSource,
  sampled: readonly SampledRegion[],
): Promise<ChannelsMeasurements> {
  const channels: ChannelMeasurements[] = []
  for (const [index, name] of source.channels.slice(0, MOST_CHANNELS).entries()) {
    const parts: Part[] = []
    for (const { region, weight } of sampled) {
      for (const plane of await source.read(region, [index])) parts.push({ plane, size: region, weight })
    }
    channels.push(measureChannel(name, parts, source.type.format !== 'float'))
  }
  return { kind: 'fluorescence', scale: scaleOf(source), channels }
}
