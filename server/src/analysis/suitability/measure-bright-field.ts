import { levelsOfSection } from '../nuclei/survey-bright-field.ts'
import { opticalDensities, type RgbTriple } from '../operators/color-deconvolution.ts'
import { collectEdges, type EdgeSamples, edgeWidthOf } from '../operators/edge-width.ts'
import { estimateStains, stainDirection } from '../operators/estimate-stains.ts'
import { whitePointOfLevels } from '../operators/white-point.ts'
import type { RgbSource } from '../sources/rgb.ts'
import { sectionSource } from '../sources/section.ts'
import type { SectionMeasurements } from './measurements.ts'
import type { SampledRegion } from './sample-regions.ts'
import { scaleOf } from './scale-of.ts'

const { ceil, hypot, max, min } = Math

/**
 * Optical density (length of the three) from which a pixel counts as tissue: 23 % less light in each channel, or 37 % in one alone, are
 * more than shading.
 */
const TISSUE_OD = 0.2
/** The same from which a pixel takes part in estimating stain vectors: below it noise and compression turn its direction. */
const STAIN_OD = 0.3
/** Distance of an optical density from grey, from which it has a clear colour; a pure stain has a third of its density. */
const COLOUR_CHROMA = 0.1
/** The same for pale hematoxylin, which marks nuclei beside darker stains. */
const PALE_CHROMA = 0.05
/** Grey level; darker in all channels, 6 % of the light, DAB and hematoxylin look alike. */
const DARK_LEVEL = 60
/** Grey levels at the lower end of the range, where the density is only known to be higher. */
const CLIPPED_LEVEL = 2
/** Degrees of `stainDirection`: half-way between grey (17) and each of the stains (0 and 37). */
const BLUE_BELOW = 9
const BROWN_ABOVE = 26
/** Degrees of `stainDirection`: two thirds of the way to eosin (15), and beyond grey (−8) on the other side. */
const FOREIGN_GREEN = { above: 10, below: -14 } as const
/** Pixels from which the stain vectors are estimated. */
const STAIN_PIXELS = 200_000

/** Counts over the sampled pixels, by the weight of their regions. */
interface Tally {
  pixels: number
  /** Not recorded. */
  outside: number
  tissue: number
  dark: number
  clipped: number
  uniform: number
  coloured: number
  blue: number
  /** Sums of optical density. */
  colour: number
  brown: number
  foreign: number
}

/** Adds one tissue pixel of a clear or pale colour to the tally. */
function addColour(tally: Tally, density: RgbTriple, length: number, weight: number): void {
  const mean = (density[0] + density[1] + density[2]) / 3
  const chroma = hypot(density[0] - mean, density[1] - mean, density[2] - mean)
  if (chroma < PALE_CHROMA) return
  const { hue, green } = stainDirection(density)
  const isForeign = green > FOREIGN_GREEN.above || green < FOREIGN_GREEN.below
  if (!isForeign && hue < BLUE_BELOW) tally.blue += weight
  if (chroma < COLOUR_CHROMA) return
  tally.coloured += weight
  tally.colour += weight * length
  if (isForeign) tally.foreign += weight * length
  else if (hue > BROWN_ABOVE) tally.brown += weight * length
}

/**
 * Measures what the suitability for bright-field applications depends on, in regions all over the image (`sampleRegions`).
 */
export async function measureBrightField(
  source: RgbSource,
  sampled: readonly SampledRegion[],
): Promise<SectionMeasurements> {
  const regions = sampled.map(({ region }) => region)
  // Only these regions can be read of a large image.
  const { counts, whiteIsFilling } = await levelsOfSection(source, regions, 0)
  const section = sectionSource(source, { white: whiteIsFilling }, 0)
  const whitePoint = whitePointOfLevels(counts)
  const [red, green, blue] = [
    opticalDensities(whitePoint[0]),
    opticalDensities(whitePoint[1]),
    opticalDensities(whitePoint[2]),
  ]
  const tally: Tally = {
    pixels: 0,
    outside: 0,
    tissue: 0,
    dark: 0,
    clipped: 0,
    uniform: 0,
    coloured: 0,
    blue: 0,
    colour: 0,
    brown: 0,
    foreign: 0,
  }
  const edges: EdgeSamples = { gradients: [], ratios: [] }
  const stained: number[] = []
  const pixels = regions.reduce((sum, { width, height }) => sum + width * height, 0)
  // A step that is no multiple of usual widths, so that columns are not sampled.
  const step = ceil(pixels / STAIN_PIXELS) | 1
  let fullestShare = 0
  for (const { region, weight } of sampled) {
    const { rgb, outside } = await section.read(region)
    let inTissue = 0
    const tissue = new Uint8Array(region.width * region.height)
    for (let i = 0, at = 0; i < tissue.length; i++, at += 3) {
      const [r, g, b] = [rgb[at] ?? 0, rgb[at + 1] ?? 0, rgb[at + 2] ?? 0]
      const density: RgbTriple = [red[r] ?? 0, green[g] ?? 0, blue[b] ?? 0]
      const length = hypot(...density)
      if (length < TISSUE_OD) continue
      tissue[i] = 1
      inTissue++
      if (max(r, g, b) < DARK_LEVEL) tally.dark += weight
      if (i % region.width > 0 && r === rgb[at - 3] && g === rgb[at - 2] && b === rgb[at - 1]) tally.uniform += weight
      if (min(r, g, b) <= CLIPPED_LEVEL) {
        tally.clipped += weight
        continue
      }
      addColour(tally, density, length, weight)
      if (length >= STAIN_OD && i % step === 0) stained.push(...density)
    }
    tally.tissue += weight * inTissue
    tally.pixels += weight * tissue.length
    tally.outside += weight * (outside?.reduce((sum, is) => sum + is, 0) ?? 0)
    fullestShare = max(fullestShare, inTissue / tissue.length)
    collectEdges(
      Float32Array.from(tissue, (_, i) => rgb[3 * i + 1] ?? 0),
      tissue,
      region,
      edges,
    )
  }
  const ofRecorded = (count: number) => count / max(1, tally.pixels - tally.outside)
  const ofTissue = (count: number) => (tally.tissue ? count / tally.tissue : 0)
  const ofColour = (sum: number) => (tally.colour ? sum / tally.colour : 0)
  const stains = estimateStains(Float32Array.from(stained))
  return {
    kind: 'bright-field',
    scale: scaleOf(source),
    whitePoint: [...whitePoint],
    outsideShare: tally.outside / tally.pixels,
    tissueShare: ofRecorded(tally.tissue),
    fullestShare,
    darkShare: ofRecorded(tally.dark),
    clippedShare: ofTissue(tally.clipped),
    uniformShare: ofTissue(tally.uniform),
    colouredShare: ofTissue(tally.coloured),
    blueShare: ofTissue(tally.blue),
    brownShare: ofColour(tally.brown),
    foreignShare: ofColour(tally.foreign),
    edgeWidthPx: edgeWidthOf(edges),
    stains:
      typeof stains === 'string'
        ? { method: 'fixed', reason: stains }
        : {
            method: 'estimated',
            hematoxylin: [...stains.vectors.hematoxylin],
            dab: [...stains.vectors.dab],
            angle: stains.angle,
            residual: stains.residual,
          },
  }
}
