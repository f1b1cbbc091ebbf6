import type { Levels } from '../../learning/dataset/field.ts'
import { detectNuclei, type NucleusDetection } from '../../learning/inference/detect-nuclei.ts'
import type { InterleavedSource } from '../../learning/inference/interleaved-source.ts'
import type { Network } from '../../learning/inference/network.ts'
import type { RunContext } from '../applications/application.ts'
import { traceContours } from '../operators/contours.ts'
import { circularity, labelStatistics } from '../operators/label-statistics.ts'
import type { Size } from '../operators/size.ts'
import { type Region, splitIntoTiles } from '../runtime/tiles.ts'
import { outcomesOfUnits } from '../runtime/work-units.ts'
import {
  type MeasuredNucleus,
  type NucleusBatch,
  type NucleusColumns,
  nucleusBatch,
  packNuclei,
  unpackNuclei,
} from './nucleus-batch.ts'

const { floor, max, min, round } = Math

/** What is measured of every nucleus beside the means of planes. */
const SHAPE_KEYS = ['area', 'circularity', 'x', 'y', 'sureness', 'border'] as const

/** Shortest side of an image in which nuclei are searched, pixels: a line scan shows none as a whole. */
export const LEAST_SIDE = 16

/** Longest side of a tile, pixels of the network: decoding takes some 60 bytes for each of its pixels. */
const MOST_SIDE = 1536

/** An image, prepared for a network. */
export interface NucleusSearch {
  network: Network
  source: InterleavedSource
  /** Of black and white, by channel, of the whole image. */
  levels: readonly Levels[]
  /** Of a typical nucleus, pixels of the image. */
  diameter: number
  /** Keys of the planes that are measured. */
  planeKeys: readonly string[]
  /** These planes of a region, in their order: height × width, row-major. */
  readPlanes(region: Region): Promise<Float32Array[]>
  /** 1 where nothing was recorded: nuclei end there. Null, or without it: nowhere. */
  readOutside?(region: Region): Promise<Uint8Array | null>
  /** Whether what looks like a nucleus counts, by its values; without it all do. */
  isNucleus?(values: Readonly<Record<string, number>>): boolean
}

/** Pixels between a nucleus and what was not recorded that count as touching: the network draws it with a smooth edge. */
const REACH = 3

/** The part of an image that is around a region. */
function padded({ left, top, width, height }: Region, image: Size): Region {
  const [from, above] = [max(0, left - REACH), max(0, top - REACH)]
  return {
    left: from,
    top: above,
    width: min(image.width, left + width + REACH) - from,
    height: min(image.height, top + height + REACH) - above,
  }
}

/** Whether a pixel of a mask, or one near it in its row or column, is set. */
function isNear(mask: Uint8Array, x: number, y: number, { width, height }: Size): boolean {
  for (let step = -REACH; step <= REACH; step++) {
    if (x + step >= 0 && x + step < width && mask[y * width + x + step]) return true
    if (y + step >= 0 && y + step < height && mask[(y + step) * width + x]) return true
  }
  return false
}

/**
 * Takes from nuclei what was not recorded, and all of those that lie there for the most part.
 * @param labels of a region @param outside of a region around it
 * @returns labels of the nuclei that touch it: the rest of them cannot be seen
 */
function cutOff(labels: Int32Array, region: Region, outside: Uint8Array, around: Region): Set<number> {
  const touching = new Set<number>()
  const pixels = new Map<number, { all: number; out: number }>()
  const placeOf = (i: number): [x: number, y: number] => [
    (i % region.width) + region.left - around.left,
    floor(i / region.width) + region.top - around.top,
  ]
  const isOut = (i: number) => {
    const [x, y] = placeOf(i)
    return outside[y * around.width + x] === 1
  }
  for (const [i, label] of labels.entries()) {
    if (label === 0) continue
    const count = pixels.get(label) ?? { all: 0, out: 0 }
    pixels.set(label, count)
    count.all++
    if (isOut(i)) count.out++
    if (isNear(outside, ...placeOf(i), around)) touching.add(label)
  }
  for (const [i, label] of labels.entries()) {
    if (label === 0) continue
    const { all, out } = pixels.get(label) ?? { all: 1, out: 0 }
    if (isOut(i) || 2 * out > all) labels[i] = 0
  }
  return touching
}

async function measureTile(
  detection: NucleusDetection,
  { source, planeKeys, readPlanes, readOutside, isNucleus = () => true }: NucleusSearch,
  core: Region,
): Promise<NucleusBatch> {
  const { region, labels, nuclei } = await detection.detect(core)
  const keys = [...SHAPE_KEYS, ...planeKeys]
  if (nuclei.length === 0) return packNuclei([], keys)
  const around = padded(region, source)
  const outside = await readOutside?.(around)
  const cut = outside ? cutOff(labels, region, outside, around) : new Set()
  const found = new Map(nuclei.map((nucleus) => [nucleus.label, nucleus]))
  const rings = traceContours(labels, region)
  const measured = labelStatistics(labels, region, await readPlanes(region)).flatMap(
    ({ label, area, centroid, means }): MeasuredNucleus[] => {
      const nucleus = found.get(label)
      const ring = rings.get(label)
      if (!nucleus || !ring) return []
      // From whole numbers: the last digits of the centroid must not depend on where the region begins.
      const place = (mean: number, start: number) => (round((mean - 0.5) * area) + start * area) / area + 0.5
      const shape: Record<(typeof SHAPE_KEYS)[number], number> = {
        area,
        circularity: circularity(area, ring),
        x: place(centroid[0], region.left),
        y: place(centroid[1], region.top),
        sureness: nucleus.sureness,
        border: nucleus.touchesBorder || cut.has(label) ? 1 : 0,
      }
      const values = { ...shape, ...Object.fromEntries(planeKeys.map((key, i) => [key, means[i] ?? Number.NaN])) }
      if (!isNucleus(values)) return []
      return [{ ring: ring.map(([x, y]) => [x + region.left, y + region.top] as const), values }]
    },
  )
  return packNuclei(measured, keys)
}

/**
 * Name of the work unit of a tile: by its place and not its number, so that a run that another build goes on with, whose tiles have
 * another size, takes over no nuclei of other tiles.
 */
const unitNameOf = ({ left, top, width, height }: Region): string => `nuclei-${left}-${top}-${width}-${height}`

/**
 * Finds and measures the nuclei of an image by tiles, each a work unit. The nuclei do not depend on the size of the tiles.
 *
 * @param progress [from, to]: the part of the whole run
 * @returns values by key: `area` px², `circularity` 0 to 1, `x` and `y` of the centroid px, `sureness` about 0 to 1, `border` 1 where a
 *   nucleus touches the border of the image or what was not recorded, and the mean of each plane
 */
export async function findNuclei(
  search: NucleusSearch,
  context: RunContext,
  progress: readonly [number, number],
): Promise<NucleusColumns[]> {
  const { network, source, levels, diameter } = search
  const detection = detectNuclei(network, source, levels, diameter)
  // Of the scaled image: however large its nuclei are, a tile has at most as many pixels of the image.
  const side = max(1, min(MOST_SIDE, round((context.tileSize * network.card.diameter) / diameter)))
  const units = splitIntoTiles(detection.scaled, side, 0).map(({ core }) => ({
    name: unitNameOf(core),
    work: () => measureTile(detection, search, core),
  }))
  try {
    const found: NucleusColumns[] = []
    // Unpacked at once: as texts they would take a third more, and in V8's heap, which is limited.
    for await (const batch of outcomesOfUnits(units, nucleusBatch, context, progress)) found.push(unpackNuclei(batch))
    return found
  } finally {
    detection.release()
  }
}
