import { distanceTransform } from '../src/analysis/operators/distance-transform.ts'
import { gaussian } from '../src/analysis/operators/gaussian.ts'
import { hMaxima } from '../src/analysis/operators/h-maxima.ts'
import { otsu } from '../src/analysis/operators/otsu.ts'
import { nucleusScaleFor, segmentNuclei } from '../src/analysis/operators/segment-nuclei.ts'
import type { Size } from '../src/analysis/operators/size.ts'
import { watershed } from '../src/analysis/operators/watershed.ts'
import type { Levels } from '../src/learning/dataset/field.ts'
import { detectNuclei } from '../src/learning/inference/detect-nuclei.ts'
import { estimateDiameter } from '../src/learning/inference/estimate-diameter.ts'
import type { InterleavedSource } from '../src/learning/inference/interleaved-source.ts'
import { isFine, isSmall, mirroredNetwork } from '../src/learning/inference/mirrored-network.ts'
import type { Network } from '../src/learning/inference/network.ts'
import { DECODE_DEFAULTS, type DecodeOptions } from '../src/learning/instances/instance.ts'

/** An image in memory. */
export interface Image extends Size {
  /** 0 to 255, by channel. */
  planes: readonly Uint8Array[]
  levels: readonly Levels[]
  /** Of its nuclei in truth, pixels. */
  diameter: number
}

export interface Found {
  labels: Int32Array
  diameter: number
}

export type Method = (image: Image) => Promise<Found>

const sourceOf = ({ planes, width, height }: Image): InterleavedSource => ({
  width,
  height,
  channels: planes.length,
  read: async (region) => {
    const samples = new Uint8Array(region.width * region.height * planes.length)
    for (const [channel, plane] of planes.entries()) {
      for (let y = 0, at = channel; y < region.height; y++) {
        const start = (region.top + y) * width + region.left
        for (let x = 0; x < region.width; x++, at += planes.length) samples[at] = plane[start + x] ?? 0
      }
    }
    return samples
  },
})

/** Where four views are looked at: nowhere, in fine sections, in fluorescence images that are not very large. */
const AFFORDABLE = {
  one: () => false,
  'mirrored if fine': (network: Network, _: Size, diameter: number) => isFine(network, diameter),
  'mirrored if small': isSmall,
} as const
type Views = keyof typeof AFFORDABLE

/**
 * @param given where the diameter comes from: the truth (a known pixel size would tell it), or an estimate
 * @param views one, or four where the applications choose them
 */
export const learned =
  (
    network: Network,
    given: 'true diameter' | 'estimated',
    options: DecodeOptions = DECODE_DEFAULTS,
    views: Views = 'one',
  ): Method =>
  async (image) => {
    const source = sourceOf(image)
    const estimate =
      given === 'estimated' ? (await estimateDiameter(network, source, image.levels)).diameter : image.diameter
    const diameter = estimate ?? 20
    const looking = AFFORDABLE[views](network, image, diameter) ? mirroredNetwork(network) : network
    const detection = detectNuclei(looking, source, image.levels, diameter, options)
    const { region, labels } = await detection.detect({ left: 0, top: 0, ...detection.scaled })
    const whole = new Int32Array(image.width * image.height)
    for (let y = 0; y < region.height; y++) {
      const row = labels.subarray(y * region.width, (y + 1) * region.width)
      whole.set(row, (region.top + y) * image.width + region.left)
    }
    return { labels: whole, diameter }
  }

/** How much of each pixel is signal, 0 to 1: fluorescence, or absorbed red light. */
const signalOf = ({ planes, levels }: Image): Float32Array => {
  const [plane = new Uint8Array()] = planes
  const { low, high } = levels[0] ?? { low: 0, high: 255 }
  const scaled = Float32Array.from(plane, (level) => Math.min(1, Math.max(0, (level - low) / (high - low))))
  return planes.length === 1 ? scaled : scaled.map((light) => 1 - light)
}

const otsuThreshold = (signal: Float32Array): number => {
  const counts = new Uint32Array(256)
  for (const value of signal) {
    const bin = Math.min(255, Math.floor(value * 256))
    counts[bin] = (counts[bin] ?? 0) + 1
  }
  return ((otsu(counts) ?? 255) + 1) / 256
}

/** The simplest way: Otsu's threshold, and a watershed of the distance to the background. Needs no scale. */
export const otsuWatershed: Method = async (image) => {
  const smooth = gaussian(signalOf(image), image, 1)
  const threshold = otsuThreshold(smooth)
  const mask = Uint8Array.from(smooth, (value) => (value > threshold ? 1 : 0))
  const depth = gaussian(distanceTransform(mask, image), image, 1)
  const labels = watershed(depth, 1 / 32, hMaxima(depth, mask, image, 0.75), mask, image)
  return { labels: withoutSmall(labels, 12), diameter: image.diameter }
}

/** The segmentation of DAB scoring 1.0.0, outside diffuse DAB, with the diameter given: 20 pixels is what it assumes without a pixel size. */
export const classical =
  (given: 'true diameter' | '20 px'): Method =>
  async (image) => {
    const diameter = given === '20 px' ? 20 : image.diameter
    const scale = nucleusScaleFor(diameter)
    const smooth = gaussian(signalOf(image), image, scale.smoothing)
    const threshold = Math.max(0.09, otsuThreshold(smooth))
    const labels = segmentNuclei(
      smooth.map((value) => Math.max(0, value) / threshold),
      image,
      scale,
    )
    return { labels: withoutSmall(labels, scale.minArea), diameter }
  }

const withoutSmall = (labels: Int32Array, least: number): Int32Array => {
  const areas = new Map<number, number>()
  for (const label of labels) areas.set(label, (areas.get(label) ?? 0) + 1)
  return labels.map((label) => (label && (areas.get(label) ?? 0) >= least ? label : 0))
}
