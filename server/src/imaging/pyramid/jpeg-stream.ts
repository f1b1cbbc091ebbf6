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

/** Segments that a tile may have besides its frame (SOF0 to SOF2): tables, restart interval, Adobe's transform. */
const harmless = new Set([0xdb, 0xc4, 0xdd, 0xee])
const SCAN = 0xda
const JFIF = 0xe0

/**
 * Whether a JPEG stream is one 8-bit picture of three components with that side, and nothing that changes how it is shown, such as a
 * colour profile. Only its header is read.
 *
 * @param rgb whether its components are RGB; a JFIF header would make decoders convert them
 */
export function isPlainTile(stream: Uint8Array, side: number, rgb: boolean): boolean {
  const view = new DataView(stream.buffer, stream.byteOffset, stream.byteLength)
  let hasFrame = false
  if (stream.length < 4 || view.getUint16(0) !== 0xffd8) return false
  for (let at = 2; at + 10 < stream.length; at += 2 + view.getUint16(at + 2)) {
    const marker = view.getUint8(at + 1)
    if (view.getUint8(at) !== 0xff) return false
    if (marker === SCAN) return hasFrame
    if (marker >= 0xc0 && marker <= 0xc2) {
      const fits = view.getUint16(at + 5) === side && view.getUint16(at + 7) === side
      if (hasFrame || !fits || view.getUint8(at + 4) !== 8 || view.getUint8(at + 9) !== 3) return false
      hasFrame = true
    } else if (!harmless.has(marker) && !(marker === JFIF && !rgb)) return false
  }
  return false
}
