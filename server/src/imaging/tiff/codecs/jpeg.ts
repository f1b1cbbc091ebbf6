import sharp from 'sharp'
import { damaged } from '../../imaging-error.ts'
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
 * @param size of the tile; the JPEG may have more rows
 * @returns tile height × tile width, row-major
 * @throws ImagingError `damaged` when the JPEG has another width, fewer rows or colours
 */
export async function decodeGreyJpeg(
  tile: Uint8Array,
  tables: Uint8Array | null,
  size: { width: number; height: number },
): Promise<Uint8Array> {
  const jpeg = sharp(Buffer.concat([jpegPrefix(tables, false), tile.subarray(2)]), { ignoreIcc: true, failOn: 'error' })
  const { width, height, channels } = await jpeg.metadata()
  if (width !== size.width || height < size.height || height > 2 * size.height || channels !== 1)
    throw damaged('The JPEG data of this TIFF has other pixels than the TIFF declares.')
  return jpeg.toColourspace('b-w').raw().toBuffer()
}
