import sharp from 'sharp'
import { type ImageSource, singlePlane } from '../image-source.ts'
import { uint8 } from '../sample-type.ts'
import { sharpDefaults, sharpPlane } from './sharp-pixels.ts'
import { convertWithVips, removeConverted } from './vips-program.ts'

/** The last resort: a slide in a vendor's variant of TIFF that only OpenSlide knows, by way of the program `vips`. */
export async function openSlide(path: string): Promise<ImageSource> {
  const converted = await convertWithVips(path)
  const { width, height } = await sharp(converted, sharpDefaults).metadata()
  return {
    ...singlePlane,
    format: 'Whole-slide image',
    mimeType: 'image/tiff',
    width,
    height,
    type: uint8,
    samples: 3,
    hasPyramid: true,
    plane: async () => sharpPlane(converted, { samples: 3, type: uint8, hasAlpha: false }),
    close: () => removeConverted(converted),
  }
}
