import sharp from 'sharp'
import { damaged } from '../../imaging-error.ts'

/**
 * Decodes a WebP strip or tile.
 *
 * @param size expected pixels; `samples` 3: RGB, 4: with alpha
 * @returns height × width × samples, row-major, interleaved
 * @throws ImagingError `damaged` when the picture has another size
 */
export async function decodeWebp(
  stored: Uint8Array,
  size: { width: number; height: number; samples: number },
): Promise<Uint8Array> {
  const picture = sharp(stored, { failOn: 'error', ignoreIcc: true })
  // Before it is decoded: a header may declare any size.
  const { format, width, height } = await picture.metadata()
  if (format !== 'webp' || width !== size.width || height !== size.height)
    throw damaged('The WebP data of this TIFF has other pixels than the TIFF declares.')
  return (size.samples === 4 ? picture.ensureAlpha() : picture.removeAlpha()).raw().toBuffer()
}
