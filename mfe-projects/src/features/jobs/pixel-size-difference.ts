import type { Image } from '@lamella/shared/contract'
import { isSamePixelSize } from '../../lib/measured-pixel-size.ts'

type PixelSize = NonNullable<Image['pixelSize']>

/** Significant digits of a pixel size: as many as usual, and as many as show every difference that counts. */
const [usualDigits, mostDigits] = [3, 8]

/** Such as "0.5 µm", or "0.5 × 0.25 µm" of pixels that are not square. */
const sizeText = (size: PixelSize, maximumSignificantDigits = usualDigits): string => {
  const format = new Intl.NumberFormat('en', { maximumSignificantDigits })
  const [x, y] = [format.format(size.x), format.format(size.y)]
  return x === y ? `${x} µm` : `${x} × ${y} µm`
}

/** Digits that tell two sizes apart. */
const digitsOf = (one: PixelSize, other: PixelSize): number => {
  let digits = usualDigits
  while (digits < mostDigits && sizeText(one, digits) === sizeText(other, digits)) digits++
  return digits
}

/**
 * How the pixel size of a result, µm per pixel, differs from that of its image today; null: not, or one is not known.
 * @param measured, current - null: there is none; undefined: not known
 */
export const pixelSizeDifference = (
  measured: Image['pixelSize'] | undefined,
  current: Image['pixelSize'] | undefined,
): string | null => {
  if (measured === undefined || current === undefined) return null
  if (isSamePixelSize(measured, current)) return null
  if (!measured) {
    return (
      current &&
      `Measured without a pixel size; the image now has ${sizeText(current)} per pixel. Run the analysis again for numbers in µm.`
    )
  }
  // No advice: a new run would lose the units.
  if (!current) return `Measured with ${sizeText(measured)} per pixel; the image now has no pixel size.`
  const digits = digitsOf(measured, current)
  const now = `the image now has ${sizeText(current, digits)}`
  return `Measured with ${sizeText(measured, digits)} per pixel; ${now}. Run the analysis again for numbers in today's pixel size.`
}
