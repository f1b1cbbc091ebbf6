import type { RgbTriple } from '../../operators/color-deconvolution.ts'
import type { TrichromeCounts } from '../../operators/trichrome.ts'

/** Grey level of the weakest channel of clear glass: below it nothing clear is in view, or the light was coloured, and densities are wrong (as ADR 52). */
const LEAST_WHITE = 170
/** Share of the image below which it is empty: a valid image, of which nothing can be said by so few pixels. */
const LEAST_STAINED = 0.003
/** Shares of the stained pixels. */
const MOST_FOREIGN = 0.1
const MOST_DARK = 0.3
const LEAST_DYE = 0.01
/** Pixels of a doubtful hue over those of the rarer dye: two dyes are two peaks of the hues with a valley between them, one stain is one peak. */
const MOST_BETWEEN = 0.5

const percent = (share: number) => `${(100 * share).toFixed(1)} %`

/** Whether next to nothing of an image is stained. @param pixels of the image */
export const isEmptySection = ({ stained }: Pick<TrichromeCounts, 'stained'>, pixels: number): boolean =>
  stained < LEAST_STAINED * pixels

/**
 * Why the colours of an image are not those of Masson's trichrome, as a sentence for the user; null when they are, and for an empty image. A share of collagen of any other
 * stain would be a number without meaning.
 *
 * @param pixels of the image
 */
export function trichromeProblem(counts: TrichromeCounts, pixels: number, whitePoint: RgbTriple): string | null {
  const { stained, blue, red, dark, between } = counts
  const weakest = Math.min(...whitePoint)
  if (weakest < LEAST_WHITE) {
    return `No clear, white glass is in view (its weakest colour has the grey level ${weakest} of 255; needed are ${LEAST_WHITE}), so that amounts of dye cannot be told.`
  }
  if (isEmptySection(counts, pixels)) return null
  const foreign = (stained - blue - red - dark) / stained
  if (foreign > MOST_FOREIGN) {
    return `${percent(foreign)} of the stained pixels have neither the blue nor the red of Masson's trichrome, such as the brown of DAB or the green of light green.`
  }
  if (dark > MOST_DARK * stained) {
    return `${percent(dark / stained)} of the stained pixels are so dark that their dye cannot be told.`
  }
  const rarer = Math.min(blue, red)
  if (rarer < LEAST_DYE * stained) {
    return `Only ${percent(rarer / stained)} of the stained pixels are ${rarer === blue ? 'blue' : 'red'}: this is not a section in Masson's trichrome, or it shows one tissue only.`
  }
  if (between > MOST_BETWEEN * rarer) {
    return 'Its blue and its red are not two separate colours, as in sections stained with hematoxylin and eosin.'
  }
  return null
}
