import { stainEstimate } from '@lamella/shared/contract'
import * as z from 'zod'
import { STAIN_VECTORS, type StainVectors } from '../operators/color-deconvolution.ts'
import { runWorkUnits } from '../runtime/work-units.ts'
import type { RgbSource } from '../sources/rgb.ts'
import { measureBrightField } from '../suitability/measure-bright-field.ts'
import type { RunContext } from './application.ts'

/** Parameter of applications that separate hematoxylin and DAB: where the colours of the two stains come from. */
export const stainChoice = z.enum(['fixed', 'estimated'])
/** Its texts in the form. */
export const stainChoiceTexts = {
  title: 'Stain colours',
  description:
    'Estimated ones follow the reagents and the scanner, fixed ones are the same for all images. Where they cannot be estimated, the fixed ones are used, and the provenance says why.',
  enumTitles: { fixed: 'Fixed (Ruifrok and Johnston)', estimated: 'Estimated from the image (Macenko)' },
}

/** Why the fixed colours are used although the estimated ones were chosen. */
const reasons = {
  'too-little-stain': 'too few pixels are stained',
  'one-stain': 'there is only one stain',
  'third-colour': 'there is a third colour',
  angle: 'the colours of the two stains are too close together or too far apart',
  'other-stains': 'the colours are not those of hematoxylin and DAB',
} as const satisfies Record<string, string>

/** Stain vectors of a run, and the facts about them for its provenance. */
export interface ChosenStains {
  vectors: StainVectors
  /** Absent for the fixed ones, which need no explanation. */
  stainVectorsFrom?: string
}

/**
 * The stain vectors that a run uses. Estimated ones are measured on the same regions as for the suitability, but always of the
 * original, so that they depend neither on tiles nor on the compression of a pyramid. One work unit.
 */
export const chosenStains = async (
  source: RgbSource,
  choice: z.infer<typeof stainChoice>,
  context: RunContext,
): Promise<ChosenStains> => {
  if (choice === 'fixed') return { vectors: STAIN_VECTORS }
  const work = async () => (await measureBrightField(source)).stains
  const [estimate] = await runWorkUnits([{ name: 'stains', work }], stainEstimate, context, [0.05, 0.05])
  if (estimate?.method !== 'estimated') {
    const reason = reasons[estimate?.reason ?? 'too-little-stain']
    return { vectors: STAIN_VECTORS, stainVectorsFrom: `Ruifrok and Johnston 2001, because ${reason}` }
  }
  const { hematoxylin, dab, angle, residual } = estimate
  const facts = `${angle.toFixed(1)}° apart, residual ${residual.toFixed(1)}°`
  return { vectors: { hematoxylin, dab }, stainVectorsFrom: `the image (Macenko et al. 2009), ${facts}` }
}
