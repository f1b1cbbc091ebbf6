import { type PixelSize, pixelSizeFromDensity } from '../pixel-size.ts'
import type { TiffPage } from '../tiff/page.ts'
import { Tag } from '../tiff/tags.ts'
import type { TiffFile } from '../tiff/tiff-file.ts'

const INCH = 2
const CENTIMETRE = 3

/** Pixel size in µm from the resolution tags; null where they are missing, damaged, or a print resolution (`pixelSizeFromDensity`). */
export async function resolutionTags(tiff: TiffFile, page: TiffPage): Promise<PixelSize> {
  // The pixels can be read without these tags.
  return readResolution(tiff, page).catch(() => null)
}

async function readResolution(tiff: TiffFile, { directory }: TiffPage): Promise<PixelSize> {
  const unit = await tiff.number(directory, Tag.ResolutionUnit, INCH)
  const x = await tiff.number(directory, Tag.XResolution, 0)
  const y = await tiff.number(directory, Tag.YResolution, x)
  if (unit !== INCH && unit !== CENTIMETRE) return null
  const perCm = unit === INCH ? 1 / 2.54 : 1
  return pixelSizeFromDensity(x * perCm, y * perCm)
}
