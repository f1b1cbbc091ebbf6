/** Baseline TIFF 6.0: tags, types, values. */
const [SHORT, LONG, RATIONAL, ASCII] = [3, 4, 5, 2]
const deflated = 8
const micrometresPerCentimetre = 10_000

/** A picture to be written. */
export interface TiffPicture {
  width: number
  height: number
  /** Red, green, blue and opacity, interleaved; the opacity is left out. */
  rgba: Uint8ClampedArray
  /** µm per pixel; null: unknown. */
  pixelSize: { x: number; y: number } | null
}

const deflate = async (bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> => {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate'))
  return new Uint8Array(await new Response(stream).arrayBuffer())
}

const withoutOpacity = (rgba: Uint8ClampedArray): Uint8Array<ArrayBuffer> => {
  const rgb = new Uint8Array((rgba.length / 4) * 3)
  for (let from = 0, to = 0; from < rgba.length; from += 4, to += 3) {
    for (let band = 0; band < 3; band++) rgb[to + band] = rgba[from + band] ?? 0
  }
  return rgb
}

/** Pixels per centimetre as a fraction of two 32-bit numbers. */
const perCentimetre = (micrometres: number): [number, number] => {
  const denominator = micrometres > 0.01 ? 1000 : 1
  return [Math.round((micrometresPerCentimetre / micrometres) * denominator), denominator]
}

/** A tag with its numbers or text. */
type Entry = [tag: number, type: number, values: number[] | string]

const entriesOf = ({ width, height, pixelSize }: TiffPicture, bytes: number): Entry[] => [
  [256, LONG, [width]],
  [257, LONG, [height]],
  [258, SHORT, [8, 8, 8]],
  [259, SHORT, [deflated]],
  [262, SHORT, [2]],
  // ImageJ reads the unit here, and the size from the resolution.
  ...(pixelSize ? [[270, ASCII, 'ImageJ=1.54\nunit=micron\n\0'] as Entry] : []),
  [273, LONG, [8]],
  [277, SHORT, [3]],
  [278, LONG, [height]],
  [279, LONG, [bytes]],
  ...(pixelSize
    ? ([
        [282, RATIONAL, perCentimetre(pixelSize.x)],
        [283, RATIONAL, perCentimetre(pixelSize.y)],
      ] as Entry[])
    : []),
  [296, SHORT, [pixelSize ? 3 : 1]],
]

const countOf = ([, type, values]: Entry): number => (type === RATIONAL ? values.length / 2 : values.length)

const bytesOf = ([, type, values]: Entry): Uint8Array => {
  if (typeof values === 'string') return new TextEncoder().encode(values)
  const size = type === SHORT ? 2 : 4
  const view = new DataView(new ArrayBuffer(values.length * size))
  for (const [at, value] of values.entries()) {
    if (type === SHORT) view.setUint16(at * size, value, true)
    else view.setUint32(at * size, value, true)
  }
  return new Uint8Array(view.buffer)
}

/**
 * An 8-bit RGB TIFF in one strip, compressed without loss, with the size of its pixels as resolution in pixels per centimetre.
 * @returns little-endian TIFF 6.0 with Deflate (TIFF Technical Note of Photoshop, 2002)
 */
export const encodeTiff = async (picture: TiffPicture): Promise<Blob> => {
  const strip = await deflate(withoutOpacity(picture.rgba))
  const entries = entriesOf(picture, strip.length)
  const stripEnd = 8 + strip.length + (strip.length % 2)
  const head = new DataView(new ArrayBuffer(8))
  head.setUint32(0, 0x002a4949, true)
  head.setUint32(4, stripEnd, true)
  const directory = new DataView(new ArrayBuffer(2 + 12 * entries.length + 4))
  directory.setUint16(0, entries.length, true)
  const beside: Uint8Array[] = []
  let end = stripEnd + directory.byteLength
  for (const [at, entry] of entries.entries()) {
    const start = 2 + 12 * at
    const bytes = bytesOf(entry)
    directory.setUint16(start, entry[0], true)
    directory.setUint16(start + 2, entry[1], true)
    directory.setUint32(start + 4, countOf(entry), true)
    if (bytes.length <= 4) new Uint8Array(directory.buffer).set(bytes, start + 8)
    else {
      directory.setUint32(start + 8, end, true)
      const padded = new Uint8Array(bytes.length + (bytes.length % 2))
      padded.set(bytes)
      beside.push(padded)
      end += padded.length
    }
  }
  const parts = [head.buffer, strip, new Uint8Array(strip.length % 2), directory.buffer, ...beside]
  return new Blob(parts as BlobPart[], { type: 'image/tiff' })
}
