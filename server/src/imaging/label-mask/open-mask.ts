import { readFile } from 'node:fs/promises'
import { type DecodedPng, decode } from 'fast-png'
import type { PlaneCoordinates, SceneSource } from '../image-source.ts'
import { ImagingError } from '../imaging-error.ts'
import { eachBand } from '../original-planes.ts'
import { samplesFromBytes } from '../sample-type.ts'
import { openSource } from '../sources/open-source.ts'

/** A file of which each pixel has the number of what it belongs to; 0: to nothing. */
export interface Mask extends Pick<SceneSource, 'width' | 'height' | 'size' | 'unlabelledAxis'> {
  /** Whether the values are colours, 0xRRGGBB. */
  isColour: boolean
  /** Colours of the values, 0xRRGGBB: of a PNG with a palette. */
  palette: readonly number[] | null
  /** A plane from top to bottom: values of whole rows. @throws ImagingError */
  rows(at: PlaneCoordinates): AsyncIterable<ArrayLike<number>>
  close(): Promise<void>
}

/** Pixels of a PNG at most: it is decoded as a whole. */
const mostPngPixels = 100_000_000

const colourOf = (red = 0, green = 0, blue = 0): number => red * 65_536 + green * 256 + blue

/** One value per pixel. What is fully transparent is nothing. */
const valuesOf = (data: ArrayLike<number>, channels: number): ArrayLike<number> => {
  if (channels === 1) return data
  const hasAlpha = channels % 2 === 0
  const values = new Int32Array(data.length / channels)
  for (let pixel = 0; pixel < values.length; pixel += 1) {
    const at = pixel * channels
    if (hasAlpha && data[at + channels - 1] === 0) continue
    values[pixel] = channels === 2 ? (data[at] ?? 0) : colourOf(data[at], data[at + 1], data[at + 2])
  }
  return values
}

/** Values of less than a byte: each row begins with a new one. */
const unpacked = ({ data, width, height, depth }: DecodedPng): Uint8Array => {
  const values = new Uint8Array(width * height)
  const bytesPerRow = Math.ceil((width * depth) / 8)
  for (let pixel = 0; pixel < values.length; pixel += 1) {
    const bit = (pixel % width) * depth
    const byte = data[Math.floor(pixel / width) * bytesPerRow + Math.floor(bit / 8)] ?? 0
    values[pixel] = (byte >> (8 - depth - (bit % 8))) & (2 ** depth - 1)
  }
  return values
}

const tooDeep = () =>
  new ImagingError('unsupported', 'The mask has colours of 16 bits: save it in grey, or with colours of 8 bits.')

/**
 * Opens a PNG for its values as they are stored: libvips scales those of less than 8 bits, and gives the colours of a palette instead of them.
 * @throws ImagingError; errors of the decoder
 */
const openPng = async (path: string): Promise<Mask> => {
  const file = await readFile(path)
  // Width and height are the first fields of the first chunk (PNG, 11.2.1).
  if (file.length > 24 && file.readUInt32BE(16) * file.readUInt32BE(20) > mostPngPixels) {
    throw new ImagingError('tooLarge', 'The mask is too large for a PNG: save it as a TIFF.')
  }
  const [depthOf, interlacing] = [file[24] ?? 0, file[28] ?? 0]
  // The decoder reads them as if each pixel had a byte of its own.
  if (interlacing > 0 && depthOf < 8) {
    throw new ImagingError(
      'unsupported',
      'The mask is an interlaced PNG of less than 8 bits: save it without interlacing.',
    )
  }
  const png = decode(file)
  const { width, height, depth, channels, data, palette } = png
  if (channels > 2 && depth > 8) throw tooDeep()
  const values = depth < 8 ? unpacked(png) : valuesOf(data, channels)
  return {
    width,
    height,
    size: { c: 1, z: 1, t: 1 },
    unlabelledAxis: null,
    isColour: channels > 2,
    palette: palette?.map(([red, green, blue]) => colourOf(red, green, blue)) ?? null,
    rows: async function* () {
      yield values
    },
    close: async () => {},
  }
}

/** @param scratch - folder for copies of the file @throws ImagingError; errors of the decoders */
const openTiff = async (path: string, scratch: string): Promise<Mask> => {
  const source = await openSource(path, '', scratch)
  const { width, height, size, unlabelledAxis, samples, type, scenes } = source
  if (samples === 3 && type.bits > 8) throw tooDeep()
  if (scenes && scenes.others.length > 0) {
    throw new ImagingError('unsupported', 'The file has several images: save the mask as a file of its own.')
  }
  return {
    width,
    height,
    size,
    unlabelledAxis,
    isColour: samples === 3,
    palette: null,
    rows: async function* (at) {
      for await (const bytes of eachBand(await source.plane(at), source, null)) {
        yield valuesOf(samplesFromBytes(type, bytes), samples)
      }
    },
    close: () => source.close(),
  }
}

/** Opens a PNG or a TIFF. @param scratch - folder for copies of the file @throws ImagingError and errors of the decoders (see `toImagingError`) */
export const openMask = (path: string, format: 'png' | 'tiff', scratch: string): Promise<Mask> =>
  format === 'png' ? openPng(path) : openTiff(path, scratch)
