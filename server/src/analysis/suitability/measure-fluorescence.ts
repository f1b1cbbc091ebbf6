import type { FluorescenceChannel, FluorescenceMeasurements } from '@lamella/shared/contract'
import type { Samples } from '../../imaging/sample-type.ts'
import { collectEdges, type EdgeSamples, edgeWidthOf } from '../operators/edge-width.ts'
import { blocksOf, holdsDarker, isEven } from '../operators/even-blocks.ts'
import { noiseEstimator } from '../operators/noise.ts'
import type { Size } from '../operators/size.ts'
import type { MultichannelSource } from '../sources/multichannel.ts'
import { sampleRegions } from './sample-regions.ts'
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

function rangeOf(planes: readonly Samples[], noise: number): Range {
  const step = max(1, floor(planes.reduce((sum, plane) => sum + plane.length, 0) / 1e6))
  const values: number[] = []
  let largest = Number.NEGATIVE_INFINITY
  for (const plane of planes) {
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
function commonestOf(planes: readonly Samples[], { low, high }: Range): number {
  const counts = new Float64Array(BINS)
  for (const plane of planes) {
    for (const value of plane) {
      const bin = min(BINS - 1, max(0, floor(((value - low) / (high - low)) * BINS)))
      counts[bin] = (counts[bin] ?? 0) + 1
    }
  }
  const smooth = counts.map((_, bin) => counts.subarray(max(0, bin - 4), bin + 5).reduce((sum, n) => sum + n, 0))
  return (smooth.indexOf(max(...smooth)) + 0.5) / BINS
}

/**
 * Share of the blocks in which something is darker than the background and than what lies around it. Fluorescence has nothing darker than its
 * background; phase contrast and other transmitted light have. Zeros do not count: mosaics are filled with them where nothing was recorded.
 */
function darkerShareOf(planes: readonly Samples[], sizes: readonly Size[], background: number, noise: number): number {
  let [blocks, darker] = [0, 0]
  for (const [index, plane] of planes.entries()) {
    for (const block of blocksOf(plane, sizes[index] ?? { width: 0, height: 0 }, 0)) {
      blocks++
      if (holdsDarker(block, noise, background)) darker++
    }
  }
  return blocks ? darker / blocks : 0
}

function noiseOf(planes: readonly Samples[], sizes: readonly Size[], areIntegers: boolean): number {
  const estimator = noiseEstimator(planes.reduce((sum, plane) => sum + plane.length, 0))
  for (const [index, plane] of planes.entries()) estimator.add(plane, sizes[index]?.width ?? 1)
  return estimator.deviation(areIntegers)
}

function measureChannel(name: string, planes: readonly Samples[], sizes: readonly Size[], areIntegers: boolean) {
  const noise = noiseOf(planes, sizes, areIntegers)
  const range = rangeOf(planes, noise)
  const empty: FluorescenceChannel = {
    name,
    backgroundLevel: 0,
    foregroundShare: 0,
    clippedShare: 0,
    uniformShare: 0,
    edgeWidthPx: null,
  }
  const isAllEven = planes.every((plane, index) => isEven(plane, sizes[index] ?? { width: 0, height: 0 }, noise))
  if (range.high <= range.low || isAllEven) return empty
  const backgroundLevel = commonestOf(planes, range)
  const background = range.low + backgroundLevel * (range.high - range.low)
  const cut = background + max(ABOVE_BACKGROUND * (range.high - range.low), ABOVE_NOISE * noise)
  const edges: EdgeSamples = { gradients: [], ratios: [] }
  let [pixels, foreground, clipped, uniform] = [0, 0, 0, 0]
  for (const [index, plane] of planes.entries()) {
    const size = sizes[index]
    if (!size) continue
    const mask = new Uint8Array(plane.length)
    for (const [i, value] of plane.entries()) {
      if (!(value > cut)) continue
      mask[i] = 1
      foreground++
      if (value === range.largest) clipped++
      if (i % size.width > 0 && value === plane[i - 1]) uniform++
    }
    pixels += plane.length
    collectEdges(Float32Array.from(plane), mask, size, edges)
  }
  const ofForeground = (count: number) => (foreground ? count / foreground : 0)
  return {
    name,
    backgroundLevel,
    foregroundShare: foreground / pixels,
    darkerShare: darkerShareOf(planes, sizes, background, noise),
    clippedShare: ofForeground(clipped),
    // Clipped pixels equal their neighbours too.
    uniformShare: ofForeground(max(0, uniform - clipped)),
    edgeWidthPx: edgeWidthOf(edges),
  }
}

/**
 * Measures what the suitability for fluorescence applications depends on: of up to eight channels, in regions all over the image
 * (`sampleRegions`). The result depends on the samples only.
 */
export async function measureFluorescence(source: MultichannelSource): Promise<FluorescenceMeasurements> {
  const regions = sampleRegions(source)
  const channels: FluorescenceChannel[] = []
  for (const [index, name] of source.channels.slice(0, MOST_CHANNELS).entries()) {
    const planes: Samples[] = []
    for (const region of regions) planes.push(...(await source.read(region, [index])))
    channels.push(measureChannel(name, planes, regions, source.type.format !== 'float'))
  }
  return { kind: 'fluorescence', scale: scaleOf(source), channels }
}
