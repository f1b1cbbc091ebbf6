/** Adobe's marker: the three components are red, green and blue as they are. */
const asRgb = [0xff, 0xee, 0, 14, ...new TextEncoder().encode('Adobe'), 0, 100, 0, 0, 0, 0, 0]

/**
 * A JPEG that can be decoded alone, of a strip or tile and the tables that it shares with others (TIFF Technical Note 2).
 * @param isRgb - its components are not luminance and colour differences
 */
export const wholeJpeg = (segment: Uint8Array, tables: Uint8Array, isRgb: boolean): Uint8Array<ArrayBuffer> => {
  const [start, shared] = [segment.subarray(0, 2), tables.subarray(2, Math.max(2, tables.length - 2))]
  return Uint8Array.from([...start, ...(isRgb ? asRgb : []), ...shared, ...segment.subarray(2)])
}
