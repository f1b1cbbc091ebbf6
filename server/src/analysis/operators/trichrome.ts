import { opticalDensities, type RgbTriple } from './color-deconvolution.ts'

const { atan2, hypot, min, PI } = Math

/** Optical density (length of the three) from which a pixel is stained: β of Macenko et al. 2009. */
const STAINED_OD = 0.15
/** Absorbed of every colour: neither dye does that, iron haematoxylin of nuclei does, and dirt. */
const DARK_OD = 0.35
/**
 * Degrees of hue of the optical density (red 0, green 120, blue 240: the colour of the light that is absorbed). Methyl blue of Landini's vectors
 * for ImageJ's "Colour Deconvolution" has 43, Ponceau fuchsin 174; hematoxylin 82, eosin 142, and DAB 204 (Ruifrok & Johnston 2001, Macenko et al. 2009).
 */
const BLUE_FROM = -5
const BLUE_TO = 60
const RED_FROM = 110
const RED_TO = 190
const CUT = (BLUE_TO + RED_FROM) / 2

/** Stained pixels of a section in Masson's trichrome. */
export interface TrichromeCounts {
  /** All of them. */
  stained: number
  /** Nearer to the hue of the blue dye than to that of the red one, and the reverse. */
  blue: number
  red: number
  /** Absorbing every colour. */
  dark: number
  /** Of the blue and red ones: with a hue between those of the dyes, so that it is doubtful which. */
  between: number
}

/**
 * Counts pixels by the dye that colours them in Masson's trichrome with a blue dye: the hue of the optical density, which does not depend on the
 * amount of dye (Ruifrok & Johnston 2001). What has neither colour is only stained.
 *
 * @param rgb interleaved, 0 to 255
 * @param whitePoint grey levels of clear glass in red, green, blue, 1 to 255
 */
export function countTrichrome(rgb: Uint8Array, whitePoint: RgbTriple): TrichromeCounts {
  const [red, green, blue] = whitePoint.map(opticalDensities) as [Float32Array, Float32Array, Float32Array]
  const counts: TrichromeCounts = { stained: 0, blue: 0, red: 0, dark: 0, between: 0 }
  for (let at = 0; at < rgb.length; at += 3) {
    const r = red[rgb[at] ?? 0] ?? 0
    const g = green[rgb[at + 1] ?? 0] ?? 0
    const b = blue[rgb[at + 2] ?? 0] ?? 0
    if (hypot(r, g, b) < STAINED_OD) continue
    counts.stained++
    if (min(r, g, b) > DARK_OD) {
      counts.dark++
      continue
    }
    const angle = (atan2(3 ** 0.5 * (g - b), 2 * r - g - b) * 180) / PI
    // Beyond blue light lies what absorbs it: yellow and brown.
    const hue = angle < BLUE_FROM ? angle + 360 : angle
    if (hue > RED_TO) continue
    if (hue < CUT) counts.blue++
    else counts.red++
    if (hue > BLUE_TO && hue < RED_FROM) counts.between++
  }
  return counts
}

/** Sum over parts of an image. */
export const sumOfTrichrome = (parts: readonly TrichromeCounts[]): TrichromeCounts =>
  parts.reduce(
    (sum, part) => ({
      stained: sum.stained + part.stained,
      blue: sum.blue + part.blue,
      red: sum.red + part.red,
      dark: sum.dark + part.dark,
      between: sum.between + part.between,
    }),
    { stained: 0, blue: 0, red: 0, dark: 0, between: 0 },
  )
