import type { GivenPixelSize, Image } from '@lamella/shared/contract'
import type { ImageRow } from './repository.ts'

/** µm per pixel; null: unknown. */
type PixelSize = Image['pixelSize']

/** The pixel size of an image with where it comes from. @param ofFile what the file says */
export const presentPixelSize = (
  given: GivenPixelSize | null,
  ofFile: PixelSize,
): Required<Pick<Image, 'pixelSize' | 'pixelSizeOrigin'>> => {
  if (!given) return { pixelSize: ofFile, pixelSizeOrigin: { source: ofFile ? 'file' : 'none' } }
  const { um, by, at } = given
  return { pixelSize: um, pixelSizeOrigin: { source: 'user', by, at, ofFile } }
}

/** A medium as an image shows it: a pixel size that a user has set for the image takes the place of the file's. */
export const withPixelSize = (medium: ImageRow['medium'], given: GivenPixelSize | null): ImageRow['medium'] =>
  given && medium.description ? { ...medium, description: { ...medium.description, pixelSizeUm: given.um } } : medium

/** For the provenance of a result: where the pixel size comes from that it was measured with. @param um µm per pixel */
export const pixelSizeSource = (given: GivenPixelSize | null, um: PixelSize): string => {
  if (given) return `set by ${given.by.fullName}, ${given.at}`
  return um ? 'file' : 'unknown'
}
