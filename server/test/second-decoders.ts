import { execFile, spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { decode as decodeBmp } from 'fast-bmp'
import { convertIndexedToRgb, decode as decodePng } from 'fast-png'
import { fromFile, type TypedArray } from 'geotiff'
import { decode as decodeJpeg } from 'jpeg-js'
import sharp from 'sharp'

/** Samples as another program decodes them: row-major, interleaved. */
export interface Decoded {
  width: number
  height: number
  samples: 1 | 3
  data: ArrayLike<number>
}

/** The first `wanted` of `stored` samples of each pixel. */
const firstOf = (data: ArrayLike<number>, stored: number, wanted: 1 | 3): ArrayLike<number> => {
  if (stored === wanted) return data
  const pixels = data.length / stored
  const kept = new Float64Array(pixels * wanted)
  for (let pixel = 0; pixel < pixels; pixel++) {
    for (let s = 0; s < wanted; s++) kept[pixel * wanted + s] = data[pixel * stored + s] ?? 0
  }
  return kept
}

/**
 * geotiff.js; `page` from 0. Luminance and chrominance become RGB.
 * @throws RangeError for big-endian files: geotiff.js misreads their arrays, and reserves a gigabyte for each strip. A process that holds more
 *   than the machine has cannot start others (`spawn ENOMEM`): all tests after it would fail.
 */
export const byGeotiff =
  (samples: 1 | 3, page = 0) =>
  async (path: string): Promise<Decoded> => {
    const tiff = await fromFile(path)
    if (!tiff.littleEndian) throw new RangeError(`${path} is not for geotiff.js: its numbers are big-endian`)
    try {
      const image = await tiff.getImage(page)
      const read = { interleave: true } as const
      // Grey samples would be scaled to 8 bits.
      const data = (samples === 3 ? await image.readRGB(read) : await image.readRasters(read)) as TypedArray
      const stored = data.length / image.getWidth() / image.getHeight()
      return { width: image.getWidth(), height: image.getHeight(), samples, data: firstOf(data, stored, samples) }
    } finally {
      tiff.close()
    }
  }

/** fast-png; alpha is left out. */
export const byFastPng = async (path: string): Promise<Decoded> => {
  const png = decodePng(await readFile(path))
  const stored = png.palette ? 3 : png.channels
  const samples = stored < 3 ? 1 : 3
  const data = png.palette ? convertIndexedToRgb(png) : png.data
  return { width: png.width, height: png.height, samples, data: firstOf(data, stored, samples) }
}

/** jpeg-js, without the orientation of Exif. */
export const byJpegJs = async (path: string): Promise<Decoded> => {
  const { width, height, data } = decodeJpeg(await readFile(path), { useTArray: true, formatAsRGBA: false })
  return { width, height, samples: 3, data }
}

/** fast-bmp. */
export const byFastBmp = async (path: string): Promise<Decoded> => {
  const { width, height, data, channels } = decodeBmp(await readFile(path))
  if (!(data instanceof Uint8Array)) throw new TypeError('fast-bmp gives bytes')
  const samples = channels < 3 ? 1 : 3
  return { width, height, samples, data: firstOf(data, channels, samples) }
}

/** The picture of the image that ZEN attached to a CZI, a JPEG at its end. */
export const byAttachedPicture = async (path: string): Promise<Decoded> => {
  const file = await readFile(path)
  const jpeg = file.subarray(file.lastIndexOf(Buffer.from([0xff, 0xd8, 0xff])))
  const { data, info } = await sharp(jpeg, { failOn: 'none' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, samples: 3, data }
}

/** Whether a program is on this machine: tests that compare with it are skipped elsewhere. */
export const hasProgram = (name: string): boolean => spawnSync('which', [name]).status === 0

const byProgram = async (program: string, argumentsFor: (png: string) => readonly string[]): Promise<Decoded> => {
  const folder = await mkdtemp(join(tmpdir(), 'lamella-program-'))
  try {
    const png = join(folder, 'picture.png')
    await promisify(execFile)(program, [...argumentsFor(png)])
    return await byFastPng(png)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** OpenSlide: the largest level of a slide, where the slide has an image. */
export const byOpenSlide = async (path: string): Promise<Decoded> => {
  const { stdout } = await promisify(execFile)('openslide-show-properties', [path])
  const value = (name: string) => new RegExp(`^openslide\\.${name}: '(\\d+)'`, 'm').exec(stdout)?.[1]
  const [left, top] = [value('bounds-x') ?? '0', value('bounds-y') ?? '0']
  const width = value('bounds-width') ?? value('level\\[0\\]\\.width') ?? ''
  const height = value('bounds-height') ?? value('level\\[0\\]\\.height') ?? ''
  return byProgram('openslide-write-png', (png) => [path, left, top, '0', width, height, png])
}

/** The libvips of the system, with decoders that the one of sharp has not. */
export const byVips = (path: string): Promise<Decoded> => byProgram('vips', (png) => ['copy', path, png])

/** The same, with the colour profile of the file applied. */
export const byVipsInSrgb = (path: string): Promise<Decoded> =>
  byProgram('vips', (png) => ['icc_transform', path, png, 'srgb', '--embedded', '--intent', 'perceptual'])
