import * as z from 'zod'
import type { RunContext } from '../applications/application.ts'
import { opticalDensities, type RgbTriple } from '../operators/color-deconvolution.ts'
import { estimateStains, type NoEstimate, type StainEstimate } from '../operators/estimate-stains.ts'
import { whitePointOfLevels } from '../operators/white-point.ts'
import { splitIntoTiles } from '../runtime/tiles.ts'
import { runWorkUnits } from '../runtime/work-units.ts'
import type { RgbSource } from '../sources/rgb.ts'

const { ceil, hypot, min } = Math

/** Side of the parts that are read at once. It is fixed, because which pixels are sampled follows from it. */
const PART = 1024
/** Optical density (length of the three) from which a pixel is tissue, and from which it counts for the stain vectors, as in ADR 52. */
const TISSUE_OD = 0.2
const STAIN_OD = 0.3
/** Grey levels at the lower end of the range, where the density is only known to be higher. */
const CLIPPED_LEVEL = 2
/** Pixels among which those for the stain vectors are found. */
const SAMPLED_PIXELS = 1_000_000

const histogram = z.array(z.number()).length(256)
const levelCounts = z.tuple([histogram, histogram, histogram])
const triple = z.tuple([z.number(), z.number(), z.number()])
const tissue = z.object({
  pixels: z.number(),
  stains: z.union([
    z.object({ vectors: z.object({ hematoxylin: triple, dab: triple }), angle: z.number(), residual: z.number() }),
    z.enum(['too-little-stain', 'one-stain', 'third-colour', 'angle', 'other-stains']),
  ]),
})

/** What is known of a bright-field image as a whole. */
export interface BrightFieldSurvey {
  /** Pixels with each of the 256 levels, by channel. */
  histograms: [Uint32Array, Uint32Array, Uint32Array]
  /** Grey levels of clear glass in red, green and blue, 1 to 255. */
  whitePoint: RgbTriple
  /** Pixels that absorb light: 23 % and more in each channel, or 37 % and more in one (`TISSUE_OD`). */
  tissuePixels: number
  /** Estimated stain vectors, or why there are none. */
  stains: StainEstimate | NoEstimate
}

/** Pixels with each of the 256 levels, by channel, of the whole image. */
export async function countLevels(source: RgbSource): Promise<z.infer<typeof levelCounts>> {
  const counts = [new Uint32Array(256), new Uint32Array(256), new Uint32Array(256)] as const
  for (const { core } of splitIntoTiles(source, PART, 0)) {
    const rgb = await source.read(core)
    for (const [channel, levels] of counts.entries()) {
      for (let at = channel; at < rgb.length; at += 3) {
        const level = rgb[at] ?? 0
        levels[level] = (levels[level] ?? 0) + 1
      }
    }
  }
  return [[...counts[0]], [...counts[1]], [...counts[2]]]
}

async function surveyTissue(source: RgbSource, whitePoint: RgbTriple): Promise<z.infer<typeof tissue>> {
  const [red, green, blue] = [
    opticalDensities(whitePoint[0]),
    opticalDensities(whitePoint[1]),
    opticalDensities(whitePoint[2]),
  ]
  // A step that is no multiple of usual widths, so that columns are not sampled.
  const step = ceil((source.width * source.height) / SAMPLED_PIXELS) | 1
  const stained: number[] = []
  let pixels = 0
  for (const { core } of splitIntoTiles(source, PART, 0)) {
    const rgb = await source.read(core)
    for (let i = 0, at = 0; at < rgb.length; i++, at += 3) {
      const [r, g, b] = [rgb[at] ?? 0, rgb[at + 1] ?? 0, rgb[at + 2] ?? 0]
      const [x, y, z] = [red[r] ?? 0, green[g] ?? 0, blue[b] ?? 0]
      const length = hypot(x, y, z)
      if (length < TISSUE_OD) continue
      pixels++
      if (i % step === 0 && length >= STAIN_OD && min(r, g, b) > CLIPPED_LEVEL) stained.push(x, y, z)
    }
  }
  const stains = estimateStains(Float32Array.from(stained))
  if (typeof stains === 'string') return { pixels, stains }
  const { vectors, angle, residual } = stains
  return {
    pixels,
    stains: { vectors: { hematoxylin: [...vectors.hematoxylin], dab: [...vectors.dab] }, angle, residual },
  }
}

/** Reads an image twice, in two work units: levels and white point first, then tissue and stain vectors. */
export async function surveyBrightField(
  source: RgbSource,
  context: Pick<RunContext, 'checkpoints' | 'onProgress'>,
  [from, to]: readonly [number, number],
): Promise<BrightFieldSurvey> {
  const half = (from + to) / 2
  const levels = { name: 'levels', work: () => countLevels(source) }
  const [counts = [[], [], []]] = await runWorkUnits([levels], levelCounts, context, [from, half])
  const whitePoint = whitePointOfLevels(counts)
  const survey = { name: 'tissue', work: () => surveyTissue(source, whitePoint) }
  const [found = { pixels: 0, stains: 'too-little-stain' as const }] = await runWorkUnits([survey], tissue, context, [
    half,
    to,
  ])
  const [red, green, blue] = counts
  return {
    histograms: [Uint32Array.from(red), Uint32Array.from(green), Uint32Array.from(blue)],
    whitePoint,
    tissuePixels: found.pixels,
    stains: found.stains,
  }
}
