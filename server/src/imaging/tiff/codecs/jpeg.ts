import sharp from 'sharp'
import { jpegPrefix } from '../../pyramid/jpeg-stream.ts'

/**
 * Decodes a JPEG tile of four samples per pixel without colour conversion: decoders assume CMYK for four components, and CMYK as input and
 * output space leaves the values unchanged.
 *
 * @param tables the `JPEGTables` tag
 * @returns tile height × tile width × 4, row-major, interleaved
 */
export async function decodeFourSampleJpeg(tile: Uint8Array, tables: Uint8Array | null): Promise<Uint8Array> {
  const jpeg = Buffer.concat([jpegPrefix(tables, false), tile.subarray(2)])
  return sharp(jpeg, { ignoreIcc: true, failOn: 'error' })
    .pipelineColourspace('cmyk')
    .toColourspace('cmyk')
    .raw()
    .toBuffer()
}

/**
 * Decodes a JPEG tile of one sample per pixel.
 *
 * @param tables the `JPEGTables` tag
 * @returns tile height × tile width, row-major
 */
export async function decodeGreyJpeg(tile: Uint8Array, tables: Uint8Array | null): Promise<Uint8Array> {
  const jpeg = Buffer.concat([jpegPrefix(tables, false), tile.subarray(2)])
  return sharp(jpeg, { ignoreIcc: true, failOn: 'error' }).toColourspace('b-w').raw().toBuffer()
}
