const SOI = [0xff, 0xd8]

/** Tells decoders that three components are red, green and blue: without it they take them for YCbCr. */
const ADOBE_RGB = [0xff, 0xee, 0x00, 0x0e, 0x41, 0x64, 0x6f, 0x62, 0x65, 0x00, 0x64, 0x00, 0x00, 0x00, 0x00, 0x00]

/**
 * What has to come before an abbreviated JPEG stream of a TIFF tile (less its own SOI) to make it a JPEG file.
 *
 * @param tables the `JPEGTables` tag: SOI, tables, EOI
 */
export function jpegPrefix(tables: Uint8Array | null, rgb: boolean): Uint8Array {
  const body = tables ? tables.subarray(2, -2) : new Uint8Array()
  return Uint8Array.from([...SOI, ...(rgb ? ADOBE_RGB : []), ...body])
}
