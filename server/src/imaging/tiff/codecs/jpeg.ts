import sharp from 'sharp'
import { jpegPrefix } from '../../pyramid/jpeg-stream.ts'

/**
 * The four samples a pixel of a JPEG tile, untouched. Decoders take four components for CMYK: naming that as the
 * space to work in and to deliver keeps them from converting.
 */
export async function decodeFourSampleJpeg(tile: Uint8Array, tables: Uint8Array | null): Promise<Uint8Array> {
  const jpeg = Buffer.concat([jpegPrefix(tables, false), tile.subarray(2)])
  return sharp(jpeg, { ignoreIcc: true, failOn: 'error' })
    .pipelineColourspace('cmyk')
    .toColourspace('cmyk')
    .raw()
    .toBuffer()
}
