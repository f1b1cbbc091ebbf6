import sharp from 'sharp'
import { type ImageSource, singlePlane } from '../image-source.ts'
import { pixelSizeFromDensity } from '../pixel-size.ts'
import { uint8, uint16 } from '../sample-type.ts'
import { sharpDefaults, sharpPlane } from './sharp-pixels.ts'

const DPI_TO_PER_CM = 1 / 2.54

/** JPEG and PNG. */
export async function openRaster(path: string, format: 'jpeg' | 'png'): Promise<ImageSource> {
  const metadata = await sharp(path, sharpDefaults).metadata()
  const perCm = (metadata.density ?? 0) * DPI_TO_PER_CM
  const grey = metadata.space === 'b-w' || metadata.space === 'grey16'
  const type = metadata.depth === 'ushort' ? uint16 : uint8
  const pixels = { samples: grey ? (1 as const) : (3 as const), type, hasAlpha: metadata.hasAlpha ?? false }
  return {
    ...singlePlane,
    format: format === 'jpeg' ? 'JPEG' : 'PNG',
    mimeType: `image/${format}`,
    width: metadata.autoOrient.width,
    height: metadata.autoOrient.height,
    type,
    samples: pixels.samples,
    pixelSizeUm: pixelSizeFromDensity(perCm, perCm),
    plane: async () => sharpPlane(path, pixels),
  }
}
