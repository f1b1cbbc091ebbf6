import type { RgbTriple } from '../operators/color-deconvolution.ts'
import type { TrichromeCounts } from '../operators/trichrome.ts'
import { above, below, type Finding } from './finding.ts'

/** Share of the image below which it is empty: a valid image, of which nothing can be said by so few pixels. */
const LEAST_STAINED = 0.003
/**
 * Limits of what is analysed (`doubtful`: an analysis of the whole image refuses beyond it), and of what is refused by a part of it already. Shares
 * are of the stained pixels.
 */
const LIMITS = {
  /** Grey level of the weakest channel of clear glass: below it nothing clear is in view, or the light was coloured (as ADR 52). */
  white: { doubtful: 170, refused: 150 },
  foreign: { doubtful: 0.1, refused: 0.2 },
  dark: { doubtful: 0.3, refused: 0.45 },
  dye: { doubtful: 0.01, refused: 0.004 },
  /** Pixels of a doubtful hue over those of the rarer dye: two dyes are two peaks of the hues with a valley between them, one stain is one peak. */
  between: { doubtful: 0.5, refused: 0.8 },
} as const

const percent = (share: number) => `${(100 * share).toFixed(1)} %`

/** Whether next to nothing of an image is stained. @param pixels of the image */
export const isEmptySection = ({ stained }: Pick<TrichromeCounts, 'stained'>, pixels: number): boolean =>
  stained < LEAST_STAINED * pixels

/**
 * Why the colours of an image are not those of Masson's trichrome; none when they are, and none but for the light of an empty image. A share of
 * collagen of any other stain would be a number without meaning.
 *
 * @param pixels that were counted
 */
export function trichromeFindings(counts: TrichromeCounts, pixels: number, whitePoint: RgbTriple): Finding[] {
  const { stained, blue, red, dark, between } = counts
  const weakest = Math.min(...whitePoint)
  const light = below(
    weakest,
    LIMITS.white,
    `No clear, white glass is in view (its weakest colour has the grey level ${weakest} of 255; needed are ${LIMITS.white.doubtful}), so that amounts of dye cannot be told.`,
  )
  if (light) return [light]
  if (isEmptySection(counts, pixels)) return []
  const foreign = (stained - blue - red - dark) / stained
  const rarer = Math.min(blue, red)
  return [
    above(
      foreign,
      LIMITS.foreign,
      `${percent(foreign)} of the stained pixels have neither the blue nor the red of Masson's trichrome, such as the brown of DAB or the green of light green.`,
    ),
    above(
      dark / stained,
      LIMITS.dark,
      `${percent(dark / stained)} of the stained pixels are so dark that their dye cannot be told.`,
    ),
    below(
      rarer / stained,
      LIMITS.dye,
      `Only ${percent(rarer / stained)} of the stained pixels are ${rarer === blue ? 'blue' : 'red'}: this is not a section in Masson's trichrome, or it shows one tissue only.`,
    ),
    above(
      between / rarer,
      LIMITS.between,
      'Its blue and its red are not two separate colours, as in sections stained with hematoxylin and eosin.',
    ),
  ].filter((finding) => finding !== null)
}

/** Of an image of which next to nothing is stained. @param share of its pixels */
export const noStain = (share: number): string =>
  `Only ${percent(share)} of the image is stained: of so little no share of collagen is given.`
