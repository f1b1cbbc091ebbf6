import { type ImageSource, singlePlaneDefaults } from '../image-source.ts'
import { uint8 } from '../sample-type.ts'
import { convertWithVips } from './vips-program.ts'

/**
 * Fallback for slides in a vendor's variant of TIFF that only OpenSlide reads, through the program `vips`.
 *
 * @throws ImagingError `damaged` without the program; errors of the program otherwise
 */
export async function openSlide(path: string): Promise<ImageSource> {
  const { width, height, plane, remove } = await convertWithVips(path)
  return {
    ...singlePlaneDefaults,
    format: 'Whole-slide image',
    mimeType: 'image/tiff',
    width,
    height,
    type: uint8,
    samples: 3,
    hasPyramid: true,
    plane: async () => plane,
    close: remove,
  }
}
