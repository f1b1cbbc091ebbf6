import sharp from 'sharp'
import { type ImageSource, singlePlaneDefaults } from '../image-source.ts'
import { damaged } from '../imaging-error.ts'
import { pixelSizeFromDensity } from '../pixel-size.ts'
import { uint8, uint16 } from '../sample-type.ts'
import { profileNote, sharpDefaults, sharpPlane } from './sharp-pixels.ts'

const DPI_TO_PER_CM = 1 / 2.54

/**
 * Opens a JPEG or PNG.
 *
 * @throws ImagingError `damaged` for garbled JPEGs; errors of sharp otherwise
 */
export async function openRaster(path: string, format: 'jpeg' | 'png'): Promise<ImageSource> {
  const metadata = await sharp(path, sharpDefaults).metadata()
  if (format === 'jpeg') await refuseCorruptJpeg(path, metadata.height)
  const perCm = (metadata.density ?? 0) * DPI_TO_PER_CM
  const grey = metadata.space === 'b-w' || metadata.space === 'grey16'
  const type = metadata.depth === 'ushort' ? uint16 : uint8
  const inks = metadata.space === 'cmyk' && !metadata.icc
  const pixels = { samples: grey ? (1 as const) : (3 as const), type, hasAlpha: metadata.hasAlpha ?? false, inks }
  return {
    ...singlePlaneDefaults,
    format: format === 'jpeg' ? 'JPEG' : 'PNG',
    mimeType: `image/${format}`,
    width: metadata.autoOrient.width,
    height: metadata.autoOrient.height,
    type,
    samples: pixels.samples,
    fewColours: metadata.isPalette === true,
    pixelSizeUm: pixelSizeFromDensity(perCm, perCm),
    notes: metadata.icc && !grey && type === uint16 ? [profileNote] : [],
    plane: async () => sharpPlane(path, pixels),
  }
}

/** Warnings of libjpeg about coded pixels; those about headers and trailing bytes do not affect the picture. */
const garbled = /before marker 0xd[0-7]|bad huffman code|premature end of data segment|corrupt jpeg data: found marker/i

/** libjpeg only warns of corrupt data and continues: an image with garbled stripes would be accepted. */
async function refuseCorruptJpeg(path: string, height: number): Promise<void> {
  try {
    // Reading the last row decodes all rows before it.
    await sharp(path, { ...sharpDefaults, failOn: 'warning' })
      .extract({ left: 0, top: height - 1, width: 1, height: 1 })
      .raw()
      .toBuffer()
  } catch (error) {
    if (!(error instanceof Error) || garbled.test(error.message))
      throw damaged('This JPEG is damaged: parts of its image data are garbled.', error)
  }
}
