import * as z from 'zod'
import type { RunContext } from '../applications/application.ts'
import { opticalDensities, type RgbTriple } from '../operators/color-deconvolution.ts'
import { estimateStains, type NoEstimate, type StainEstimate } from '../operators/estimate-stains.ts'
import { type LevelHistograms, whitePointOfLevels } from '../operators/white-point.ts'
import { type Region, splitIntoTiles } from '../runtime/tiles.ts'
import { runWorkUnits } from '../runtime/work-units.ts'
import type { RgbSource } from '../sources/rgb.ts'
import { type SectionSource, sectionSource } from '../sources/section.ts'
import { emptyTissueMap, TISSUE_BLOCK, type TissueMap } from './tissue-map.ts'

const { ceil, floor, hypot, min } = Math

/** Side of the parts that are read at once. It is fixed, because which pixels are sampled follows from it. */
const PART = 1024
/** Optical density (length of the three) from which a pixel is tissue, and from which it counts for the stain vectors, as in ADR 52. */
const TISSUE_OD = 0.2
const STAIN_OD = 0.3
/** Grey levels at the lower end of the range, where the density is only known to be higher. */
const CLIPPED_LEVEL = 2
/**
 * Grey levels by which white areas are brighter than the glass, from which they are filling: 5 of 240 are 0.01 of optical density. Where they are
 * less, the glass itself is at the end of the camera's range.
 */
const WHITE_ABOVE_GLASS = 5
/** Pixels among which those for the stain vectors are found. */
const SAMPLED_PIXELS = 1_000_000

const histogram = z.array(z.number()).length(256)
const levelCounts = z.tuple([histogram, histogram, histogram])
const levels = z.object({ counts: levelCounts, whiteIsFilling: z.boolean() })
const triple = z.tuple([z.number(), z.number(), z.number()])
/** Little-endian uint16 in base64: as a list of numbers, that of a slide would be several times as long. */
const tissue = z.object({
  stained: z.string(),
  recorded: z.string(),
  stains: z.union([
    z.object({ vectors: z.object({ hematoxylin: triple, dab: triple }), angle: z.number(), residual: z.number() }),
    z.enum(['too-little-stain', 'one-stain', 'third-colour', 'angle', 'other-stains']),
  ]),
})

/** What is known of a bright-field image as a whole. Nothing of it counts what was not recorded. */
export interface BrightFieldSurvey {
  /** The image without what was not recorded. */
  section: SectionSource
  /** Pixels with each of the 256 levels, by channel. */
  histograms: [Uint32Array, Uint32Array, Uint32Array]
  /** Grey levels of clear glass in red, green and blue, 1 to 255. */
  whitePoint: RgbTriple
  /** Where light is absorbed: 23 % and more in each channel, or 37 % and more in one (`TISSUE_OD`). */
  tissue: TissueMap
  /** Estimated stain vectors, or why there are none. */
  stains: StainEstimate | NoEstimate
}

const emptyLevels = () => [new Uint32Array(256), new Uint32Array(256), new Uint32Array(256)] as const

/** Adds the pixels of a part to histograms by channel. @param outside pixels that do not count */
function addLevels(counts: readonly Uint32Array[], rgb: Uint8Array, outside: Uint8Array | null): void {
  for (const [channel, levels] of counts.entries()) {
    for (let i = 0, at = channel; at < rgb.length; i++, at += 3) {
      if (outside?.[i]) continue
      const level = rgb[at] ?? 0
      levels[level] = (levels[level] ?? 0) + 1
    }
  }
}

const isEmpty = ([red]: LevelHistograms): boolean => !Array.from(red).some((count) => count > 0)

/** Histograms of an image, and whether its white areas are filling: all that is brighter than its glass. */
export interface SectionLevels {
  counts: readonly [Uint32Array, Uint32Array, Uint32Array]
  whiteIsFilling: boolean
}

/**
 * Reads regions of an image for its histograms.
 * @param margin as for `sectionSource`
 */
export async function levelsOfSection(
  source: RgbSource,
  regions: Iterable<Region>,
  margin?: number,
): Promise<SectionLevels> {
  const [all, withoutWhite] = [emptyLevels(), emptyLevels()]
  const section = sectionSource(source, { white: false }, margin)
  const inner = sectionSource(source, { white: true }, margin)
  for (const region of regions) {
    const { rgb, outside } = await section.read(region)
    addLevels(all, rgb, outside)
    const part = await inner.read(region)
    addLevels(withoutWhite, part.rgb, part.outside)
  }
  // An image of filling only is taken as it is.
  if (isEmpty(all)) {
    for (const region of regions) addLevels(all, await source.read(region), null)
    return { counts: all, whiteIsFilling: false }
  }
  if (isEmpty(withoutWhite)) return { counts: all, whiteIsFilling: false }
  const glass = whitePointOfLevels(withoutWhite)
  const whiteIsFilling = whitePointOfLevels(all).some(
    (level, channel) => level - (glass[channel] ?? level) > WHITE_ABOVE_GLASS,
  )
  return { counts: whiteIsFilling ? withoutWhite : all, whiteIsFilling }
}

const partsOf = (source: RgbSource): Region[] => splitIntoTiles(source, PART, 0).map(({ core }) => core)

/** Levels of the whole image as a work unit, and the section in it. */
export async function surveyLevels(
  source: RgbSource,
  context: Pick<RunContext, 'checkpoints' | 'onProgress'>,
  progress: readonly [number, number],
): Promise<Pick<BrightFieldSurvey, 'section' | 'histograms' | 'whitePoint'>> {
  const work = async () => {
    const { counts, whiteIsFilling } = await levelsOfSection(source, partsOf(source))
    const [red, green, blue] = counts
    return { counts: [[...red], [...green], [...blue]] as z.infer<typeof levelCounts>, whiteIsFilling }
  }
  const [found] = await runWorkUnits([{ name: 'levels', work }], levels, context, progress)
  if (!found) throw new RangeError('the levels were not measured')
  const [red, green, blue] = found.counts
  return {
    section: sectionSource(source, { white: found.whiteIsFilling }),
    histograms: [Uint32Array.from(red), Uint32Array.from(green), Uint32Array.from(blue)],
    whitePoint: whitePointOfLevels(found.counts),
  }
}

const textOf = ({ buffer, byteOffset, byteLength }: Uint16Array): string =>
  Buffer.from(buffer, byteOffset, byteLength).toString('base64')

/** In memory of its own, so that it is aligned. */
const countsOf = (text: string): Uint16Array => new Uint16Array(Uint8Array.from(Buffer.from(text, 'base64')).buffer)

async function surveyTissue(section: SectionSource, whitePoint: RgbTriple): Promise<z.infer<typeof tissue>> {
  const [red, green, blue] = [
    opticalDensities(whitePoint[0]),
    opticalDensities(whitePoint[1]),
    opticalDensities(whitePoint[2]),
  ]
  // A step that is no multiple of usual widths, so that columns are not sampled.
  const step = ceil((section.width * section.height) / SAMPLED_PIXELS) | 1
  const stained: number[] = []
  const map = emptyTissueMap(section)
  for (const { core } of splitIntoTiles(section, PART, 0)) {
    const { rgb, outside } = await section.read(core)
    for (let i = 0, at = 0; at < rgb.length; i++, at += 3) {
      if (outside?.[i]) continue
      const block =
        floor((core.top + floor(i / core.width)) / TISSUE_BLOCK) * map.width +
        floor((core.left + (i % core.width)) / TISSUE_BLOCK)
      map.recorded[block] = (map.recorded[block] ?? 0) + 1
      const [r, g, b] = [rgb[at] ?? 0, rgb[at + 1] ?? 0, rgb[at + 2] ?? 0]
      const [x, y, z] = [red[r] ?? 0, green[g] ?? 0, blue[b] ?? 0]
      const length = hypot(x, y, z)
      if (length < TISSUE_OD) continue
      map.stained[block] = (map.stained[block] ?? 0) + 1
      if (i % step === 0 && length >= STAIN_OD && min(r, g, b) > CLIPPED_LEVEL) stained.push(x, y, z)
    }
  }
  const stains = estimateStains(Float32Array.from(stained))
  const counts = { stained: textOf(map.stained), recorded: textOf(map.recorded) }
  if (typeof stains === 'string') return { ...counts, stains }
  const { vectors, angle, residual } = stains
  return {
    ...counts,
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
  const found = await surveyLevels(source, context, [from, half])
  const survey = { name: 'tissue', work: () => surveyTissue(found.section, found.whitePoint) }
  const [outcome] = await runWorkUnits([survey], tissue, context, [half, to])
  if (!outcome) throw new RangeError('the tissue was not surveyed')
  const { width, height } = emptyTissueMap(source)
  const map = { width, height, stained: countsOf(outcome.stained), recorded: countsOf(outcome.recorded) }
  return { ...found, tissue: map, stains: outcome.stains }
}
