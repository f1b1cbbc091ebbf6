import { opticalDensities } from '../operators/color-deconvolution.ts'
import type { Size } from '../operators/size.ts'
import { whitePointOfLevels } from '../operators/white-point.ts'
import type { Region } from '../runtime/tiles.ts'
import type { MultichannelSource } from '../sources/multichannel.ts'
import type { RgbSource } from '../sources/rgb.ts'

const { floor, hypot, max, min, sqrt } = Math

/** Samples per region that an overview takes at most: of 512 × 512 pixels every sixteenth of every sixteenth row. */
const SAMPLES = 1024
/** Optical density (length of the three) from which a pixel is tissue, as in measure-bright-field.ts. */
const TISSUE_OD = 0.2
/** Brightest level, in all colours, of black filling, as in sources/section.ts. */
const BLACK = 10
/** Share of the samples that are no hot pixels. */
const BRIGHTEST = 0.9995
/** How far an object is above the middle of a channel: a share of its range, and standard deviations of its noise. */
const ABOVE_MIDDLE = 0.1
const ABOVE_NOISE = 5
/** Standard deviation over the median distance from the middle, of normal noise. */
const OF_MEDIAN_DISTANCE = 1.4826

/** Where a region of an image lies in its overview, which may be smaller: at least one pixel. */
const inOverview = ({ left, top, width, height }: Region, overview: Size, image: Size): Region => {
  const [across, down] = [overview.width / image.width, overview.height / image.height]
  const x = min(overview.width - 1, floor(left * across))
  const y = min(overview.height - 1, floor(top * down))
  return {
    left: x,
    top: y,
    width: max(1, min(overview.width, floor((left + width) * across)) - x),
    height: max(1, min(overview.height, floor((top + height) * down)) - y),
  }
}

/** Indices of evenly spaced pixels of a part of an image. */
function* pixelsOf({ width, height }: Size): Generator<number> {
  const step = max(1, floor(sqrt((width * height) / SAMPLES)))
  for (let y = step >> 1; y < height; y += step) for (let x = step >> 1; x < width; x += step) yield y * width + x
}

/** @param regions of the image, pixels of it; the overview shows the whole of it at any scale */
export interface Overview<Source> {
  overview: Source
  image: Size
  regions: readonly Region[]
}

/** Shares of the regions that are tissue in an overview, 0 to 1. What is black as filling is none. */
export async function tissueContents({ overview, image, regions }: Overview<RgbSource>): Promise<number[]> {
  const levels = [new Uint32Array(256), new Uint32Array(256), new Uint32Array(256)] as const
  const samples: Uint8Array[] = []
  for (const region of regions) {
    const place = inOverview(region, overview, image)
    const rgb = await overview.read(place)
    const taken = new Uint8Array(3 * place.width * place.height)
    let length = 0
    for (const i of pixelsOf(place)) {
      const [r, g, b] = [rgb[3 * i] ?? 0, rgb[3 * i + 1] ?? 0, rgb[3 * i + 2] ?? 0]
      if (max(r, g, b) <= BLACK) continue
      levels[0][r] = (levels[0][r] ?? 0) + 1
      levels[1][g] = (levels[1][g] ?? 0) + 1
      levels[2][b] = (levels[2][b] ?? 0) + 1
      taken[length++] = r
      taken[length++] = g
      taken[length++] = b
    }
    samples.push(taken.slice(0, length))
  }
  if (samples.every(({ length }) => length === 0)) return samples.map(() => 0)
  const [red, green, blue] = whitePointOfLevels(levels).map(opticalDensities) as [
    Float32Array,
    Float32Array,
    Float32Array,
  ]
  return samples.map((taken) => {
    let tissue = 0
    for (let at = 0; at < taken.length; at += 3) {
      const density = hypot(red[taken[at] ?? 0] ?? 0, green[taken[at + 1] ?? 0] ?? 0, blue[taken[at + 2] ?? 0] ?? 0)
      if (density >= TISSUE_OD) tissue++
    }
    return (3 * tissue) / max(1, taken.length)
  })
}

/** Sorted copy without what is no finite number. */
const sortedOf = (values: Iterable<number>): Float64Array => Float64Array.from(values).filter(Number.isFinite).sort()
const quantile = (sorted: Float64Array, share: number): number =>
  sorted[min(sorted.length - 1, floor(share * sorted.length))] ?? 0

/** Shares of the regions that are clearly brighter than most of a channel in an overview, 0 to 1. */
async function brightContents(
  { overview, image, regions }: Overview<MultichannelSource>,
  channel: number,
): Promise<number[]> {
  const samples: Float64Array[] = []
  for (const region of regions) {
    const place = inOverview(region, overview, image)
    const [plane = []] = await overview.read(place, [channel])
    samples.push(Float64Array.from(pixelsOf(place), (i) => plane[i] ?? 0))
  }
  const all = function* () {
    for (const taken of samples) yield* taken
  }
  const sorted = sortedOf(all())
  const middle = quantile(sorted, 0.5)
  const noise = OF_MEDIAN_DISTANCE * quantile(sorted.map((value) => Math.abs(value - middle)).sort(), 0.5)
  const cut = middle + max(ABOVE_MIDDLE * (quantile(sorted, BRIGHTEST) - middle), ABOVE_NOISE * noise)
  return samples.map((taken) => taken.filter((value) => value > cut).length / max(1, taken.length))
}

/** Shares of the regions that are clearly brighter than most of the image in the channel that has most of it, 0 to 1. @param channels how many are looked at */
export async function objectContents(seen: Overview<MultichannelSource>, channels: number): Promise<number[]> {
  const found = seen.regions.map(() => 0)
  for (let channel = 0; channel < min(channels, seen.overview.channels.length); channel++) {
    for (const [i, content] of (await brightContents(seen, channel)).entries()) found[i] = max(found[i] ?? 0, content)
  }
  return found
}
