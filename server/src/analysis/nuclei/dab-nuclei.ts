import type { Requirements } from '@lamella/shared/contract'
import * as z from 'zod'
import { isFine, MIRRORED_VIEWS, mirroredNetwork } from '../../learning/inference/mirrored-network.ts'
import type { RunContext } from '../applications/application.ts'
import { deconvolve, normalised, STAIN_VECTORS, type StainVectors } from '../operators/color-deconvolution.ts'
import type { NoEstimate } from '../operators/estimate-stains.ts'
import type { PixelSource } from '../sources/pixel-source.ts'
import { rgbSource } from '../sources/rgb.ts'
import { findNuclei, LEAST_SIDE } from './find-nuclei.ts'
import { stainedImage } from './network-image.ts'
import type { NucleusColumns } from './nucleus-batch.ts'
import { diameterParam, diameterSource, type NucleusDiameter, nucleusDiameterOf } from './nucleus-diameter.ts'
import { type BrightFieldSurvey, surveyBrightField } from './survey-bright-field.ts'
import { tissuePixelsOf } from './tissue-map.ts'

/** Diameter of a typical nucleus in sections: lymphocytes have some 7 µm, cells of carcinomas 8 to 12. */
export const TYPICAL_UM = 8
const AUTOMATIC = { typicalUm: TYPICAL_UM, estimateFirst: false }

/** What applications for sections with DAB require of an image. */
export const dabRequirements: Requirements = {
  kinds: ['TwoDimensions', 'TimeSeries'],
  photometric: 'rgb',
  channels: { min: 1, max: 1 },
  timePoints: { min: 1, max: 1 },
  pixelSize: false,
  minSide: LEAST_SIDE,
  suitability: { modality: 'h-dab', objectDiameterUm: TYPICAL_UM },
}

/** Parameters of applications for sections with DAB. */
export const dabParams = z.strictObject({
  nucleusDiameterPx: diameterParam(
    'from the pixel size, or estimated from the image where that is not known',
    AUTOMATIC,
  ),
  stainVectors: z
    .enum(['estimated', 'fixed'])
    .default('estimated')
    .meta({
      title: 'Stain vectors',
      description: 'The colours of hematoxylin and DAB, by which the two are told apart.',
      enumTitles: { estimated: 'Estimated from the image', fixed: 'Fixed (Ruifrok & Johnston 2001)' },
    }),
})

const REASONS: Record<NoEstimate, string> = {
  'too-little-stain': 'there is too little stain',
  'one-stain': 'only one stain is seen',
  'third-colour': 'there is a third colour',
  angle: 'the two colours found are too alike, or too different',
  'other-stains': 'the two colours found are not those of hematoxylin and DAB',
}

/** The vectors to be used, and where they come from. */
export function stainsFor(
  choice: 'estimated' | 'fixed',
  { stains }: BrightFieldSurvey,
): { vectors: StainVectors; from: string } {
  const fixed = { hematoxylin: normalised(STAIN_VECTORS.hematoxylin), dab: normalised(STAIN_VECTORS.dab) }
  if (choice === 'fixed') return { vectors: fixed, from: 'fixed, as chosen' }
  if (typeof stains !== 'string') return { vectors: stains.vectors, from: 'estimated from the image' }
  return { vectors: fixed, from: `fixed, because they could not be estimated: ${REASONS[stains]}` }
}

/** Nuclei of a section with what is known of the image. */
export interface DabNuclei {
  /** Values by key: those of `findNuclei`, and the mean optical densities `dabOd` and `hematoxylinOd`. */
  batches: NucleusColumns[]
  diameter: NucleusDiameter
  /** Where it comes from, in words. */
  diameterFrom: string
  /** Pixels of the tissue (`tissuePixelsOf`). */
  tissuePixels: number
  provenance: Record<string, unknown>
}

/**
 * Finds the nuclei of a section stained with hematoxylin and DAB by the network for stained sections, and measures the mean optical
 * density of both stains in each (color deconvolution, Ruifrok & Johnston 2001; stain vectors by Macenko et al. 2009).
 */
export async function findDabNuclei(
  image: PixelSource,
  params: z.output<typeof dabParams>,
  context: RunContext,
): Promise<DabNuclei> {
  const source = rgbSource(image)
  const { pixelSizeUm } = source
  const { name, sha256, network } = await context.openModel('stained')
  try {
    const survey = await surveyBrightField(source, context, [0, 0.05])
    const { section } = survey
    const search = { network, ...stainedImage(section, survey.histograms) }
    const known = { given: params.nucleusDiameterPx, image, ...AUTOMATIC }
    const diameter = await nucleusDiameterOf(known, search, context, [0.05, 0.15])
    const { vectors, from } = stainsFor(params.stainVectors, survey)
    const isMirrored = isFine(network, diameter.px)
    const batches = await findNuclei(
      {
        ...search,
        network: isMirrored ? mirroredNetwork(network) : network,
        diameter: diameter.px,
        planeKeys: ['dabOd', 'hematoxylinOd'],
        async readPlanes(region) {
          const { rgb } = await section.read(region)
          const { dab, hematoxylin } = deconvolve(rgb, region, survey.whitePoint, vectors)
          return [dab, hematoxylin]
        },
        readOutside: async (region) => (await section.read(region)).outside,
      },
      context,
      [0.15, 1],
    )
    const diameterFrom = diameterSource(diameter, TYPICAL_UM)
    return {
      batches,
      diameter,
      diameterFrom,
      tissuePixels: tissuePixelsOf(survey.tissue, batches, diameter.px),
      provenance: {
        params,
        pixelSizeUm,
        model: { name, sha256 },
        networkViews: isMirrored ? MIRRORED_VIEWS : 1,
        nucleusDiameterPx: diameter.px,
        nucleusDiameterFrom: diameterFrom,
        stainVectors: vectors,
        stainVectorsFrom: from,
        whitePoint: survey.whitePoint,
      },
    }
  } finally {
    await network.release()
  }
}
