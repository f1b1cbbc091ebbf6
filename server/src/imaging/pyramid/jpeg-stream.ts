const SOI = [0xff, 0xd8]

/** Adobe APP14 segment with transform 0: three components are RGB. Without it decoders assume YCbCr. */
const ADOBE_RGB = [0xff, 0xee, 0x00, 0x0e, 0x41, 0x64, 0x6f, 0x62, 0x65, 0x00, 0x64, 0x00, 0x00, 0x00, 0x00, 0x00]

/**
 * The bytes that, before an abbreviated JPEG stream of a TIFF tile without its SOI, make a complete JPEG file (TIFF Technical Note 2, 1995).
 *
 * @param tables the `JPEGTables` tag: SOI, tables, EOI
 * @param rgb whether three components are stored as RGB instead of YCbCr
 */
export function jpegPrefix(tables: Uint8Array | null, rgb: boolean): Uint8Array {
  const body = tables ? tables.subarray(2, -2) : new Uint8Array()
  return Uint8Array.from([...SOI, ...(rgb ? ADOBE_RGB : []), ...body])
}
