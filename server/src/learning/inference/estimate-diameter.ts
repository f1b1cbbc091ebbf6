import type { Size } from '../../analysis/operators/size.ts'
import type { Region } from '../../analysis/runtime/tiles.ts'
import type { Levels } from '../dataset/field.ts'
import { typicalDiameter } from '../dataset/objects.ts'
import { createDecoder } from '../instances/decode.ts'
import type { InterleavedSource } from './interleaved-source.ts'
import { mapsOf } from './maps.ts'
import type { Network } from './network.ts'
import { createScratch } from './scratch.ts'

const { ceil, exp, floor, log, log2, max, min, PI, SQRT2, sqrt } = Math

/** Diameters that are tried, pixels of the image: √2 apart, less than training varied the scale. */
const SWEEP = [12, 17, 24, 34, 48, 67]
/** Diameters that can be the answer. */
const LEAST = 8
const MOST = 96
/** Longest side of a window, pixels, and how many of those with most in them are looked at. */
const WINDOW = 768
const WINDOWS = 3
const WINDOWS_PER_SIDE = { least: 5, most: 12 } as const
/** A pixel that is in a nucleus for sure, and how many there must be. */
const SURE = 0.6
const LEAST_PIXELS = 50
/** Fewer nuclei than this do not count in full. */
const ENOUGH_NUCLEI = 4
/** How much more the scales count at which the network is surer. At 4 the answer leant towards the middle of the sweep. */
const SHARPNESS = 8
/** How far the nuclei that are found may move the answer of the size head, as a factor: beyond it they were cut or merged. */
const CORRECTION = 1.5
/**
 * Growth per octave of what is found, from a scale to the coarser ones: nuclei that are found whole measure the same at both. From the first
 * value on it is more than chance, and the answer moves up by as much, at most by the last one; from the second on it is doubtful.
 */
const GROWTH = { least: 0.1, doubtful: 0.2, most: 0.3 } as const
/** How far an expected diameter may be off, octaves (standard deviation). */
const EXPECTED_OCTAVES = 1

export interface DiameterEstimate {
  /** Of a typical nucleus, pixels of the image; null when nothing looks like nuclei at any scale. */
  diameter: number | null
  /** The scales disagree, or too few nuclei were found to tell. */
  isDoubtful: boolean
  /** By scale: the diameter that was assumed, the one that was measured then, and its weight. */
  sweep: { assumed: number; measured: number; weight: number }[]
}

/** A part of an image as an image. */
export const cropped = (source: InterleavedSource, { left, top, width, height }: Region): InterleavedSource => ({
  width,
  height,
  channels: source.channels,
  read: (region) => source.read({ ...region, left: region.left + left, top: region.top + top }),
})

/** How much the levels of a window vary. */
async function contrastOf(source: InterleavedSource, window: Region): Promise<number> {
  const samples = await source.read(window)
  const step = source.channels * 7
  let [count, sum, squares] = [0, 0, 0]
  for (let i = 0; i < samples.length; i += step) {
    const value = Number(samples[i] ?? 0)
    count += 1
    sum += value
    squares += value * value
  }
  return squares / count - (sum / count) ** 2
}

/** The whole of a small image; of a large one the parts with most contrast, out of a grid of 5 to 12 across and down. */
export async function windowsOf(source: InterleavedSource): Promise<Region[]> {
  const [width, height] = [min(WINDOW, source.width), min(WINDOW, source.height)]
  const places = (length: number, side: number) => {
    if (length <= side) return [0]
    // Without gaps between them up to 9,216 pixels: the only piece of tissue may lie in one.
    const count = max(WINDOWS_PER_SIDE.least, min(WINDOWS_PER_SIDE.most, ceil(length / side)))
    return [...new Set(Array.from({ length: count }, (_, i) => floor(((length - side) * i) / (count - 1))))]
  }
  const candidates = places(source.height, height).flatMap((top) =>
    places(source.width, width).map((left) => ({ left, top, width, height })),
  )
  if (candidates.length <= 1) return candidates
  const scored: { window: Region; contrast: number }[] = []
  for (const window of candidates) scored.push({ window, contrast: await contrastOf(source, window) })
  return scored
    .sort((a, b) => b.contrast - a.contrast)
    .slice(0, WINDOWS)
    .map(({ window }) => window)
}

const wholeOf = ({ width, height }: Size): Region => ({ left: 0, top: 0, width, height })

/** Diameters of the nuclei found at the scale of an assumed one, pixels of the image. */
async function diametersOf(network: Network, source: InterleavedSource, levels: readonly Levels[], assumed: number) {
  const maps = mapsOf(network, source, levels, assumed)
  const instances = await createDecoder(maps, network.card.diameter).instancesIn(wholeOf(maps))
  maps.release()
  return instances.map(({ area }) => sqrt((4 / PI) * area) / maps.scale)
}

/** Measures nuclei at the scale of one assumed diameter: their diameter by the size head, and how sure the network is of them. */
async function measure(network: Network, source: InterleavedSource, levels: readonly Levels[], assumed: number) {
  const maps = mapsOf(network, source, levels, assumed)
  const whole = wholeOf(maps)
  const { foreground, size } = await maps.read(whole, createScratch())
  const sizes = size.filter((_, i) => (foreground[i] ?? 0) > SURE).sort()
  const instances = await createDecoder(maps, network.card.diameter).instancesIn(whole)
  maps.release()
  const measured = sizes.length < LEAST_PIXELS ? assumed : assumed * 2 ** (sizes[sizes.length >> 1] ?? 0)
  const sureness = instances.reduce((sum, { height }) => sum + height, 0) / max(1, instances.length)
  return { measured, count: instances.length, sureness }
}

/** How likely a measured diameter is before anything was looked at, to 1. @param expected pixels; null: nothing is known */
const likelihood = (measured: number, expected: number | null): number =>
  expected === null ? 1 : exp(-0.5 * (log2(measured / expected) / EXPECTED_OCTAVES) ** 2)

/**
 * How much the nuclei that are found grow per octave towards coarser scales, at least 0: where a scale cuts nuclei, they are whole at a coarser one.
 * @param found diameters at one scale @param coarser those found at a scale coarser by √2
 */
const growthOf = (found: readonly number[], coarser: readonly number[]): number =>
  coarser.length < ENOUGH_NUCLEI ? 0 : max(0, log2(typicalDiameter(coarser) / typicalDiameter(found)) / log2(SQRT2))

/**
 * Estimates the diameter of typical nuclei: the network runs at several scales, and the answers of its size head are averaged by ratio. The weight
 * of a scale follows from how sure the network is of its nuclei there, and how well the answer agrees with the diameter that was assumed.
 * That leans towards the diameters that were tried (by a tenth on training fields), so that the nuclei found at this scale are measured in the end,
 * and those at a coarser one: cut nuclei are worse than a scale that is a little coarse (ADR 111).
 *
 * @param expected diameter by what else is known, such as the magnification, pixels of the image; null: nothing is
 */
export async function estimateDiameter(
  network: Network,
  source: InterleavedSource,
  levels: readonly Levels[],
  expected: number | null = null,
): Promise<DiameterEstimate> {
  const windows = await windowsOf(source)
  const sweep: DiameterEstimate['sweep'] = []
  for (const assumed of SWEEP) {
    if (assumed > min(source.width, source.height)) continue
    for (const window of windows) {
      const { measured, count, sureness } = await measure(network, cropped(source, window), levels, assumed)
      const weight =
        ((sureness * min(1, count / ENOUGH_NUCLEI)) ** SHARPNESS * likelihood(measured, expected)) /
        max(measured / assumed, assumed / measured)
      sweep.push({ assumed, measured, weight })
    }
  }
  const total = sweep.reduce((sum, { weight }) => sum + weight, 0)
  if (total <= 0) return { diameter: null, isDoubtful: false, sweep }
  const mean = exp(sweep.reduce((sum, { measured, weight }) => sum + weight * log(measured), 0) / total)
  const findAt = async (diameter: number): Promise<number[]> => {
    const found: number[] = []
    for (const window of windows) found.push(...(await diametersOf(network, cropped(source, window), levels, diameter)))
    return found
  }
  const found = await findAt(mean)
  if (found.length < ENOUGH_NUCLEI) return { diameter: max(LEAST, min(MOST, mean)), isDoubtful: true, sweep }
  const within = max(mean / CORRECTION, min(mean * CORRECTION, typicalDiameter(found)))
  const growth = growthOf(found, await findAt(mean * SQRT2))
  const shift = growth < GROWTH.least ? 0 : min(GROWTH.most, growth)
  const diameter = max(LEAST, min(MOST, within * 2 ** shift))
  return { diameter, isDoubtful: growth > GROWTH.doubtful, sweep }
}
