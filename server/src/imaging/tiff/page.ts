import { damaged, unsupported } from '../imaging-error.ts'
import { type SampleFormat, sampleFormats } from '../sample-type.ts'
import { Compression, Photometric, Tag } from './tags.ts'
import type { TiffDirectory, TiffFile } from './tiff-file.ts'

/** How the pixels of one directory are stored. */
export interface TiffPage {
  directory: TiffDirectory
  /** Number of the directory in the main chain, from 0. */
  index: number
  width: number
  height: number
  /** Bits of one sample, 1 to 64. */
  bits: number
  format: SampleFormat
  samplesPerPixel: number
  /** Samples per pixel that are colour; the others are extra. */
  colourSamples: number
  hasAlpha: boolean
  photometric: number
  compression: number
  /** Each sample is stored in segments of its own (`PlanarConfiguration` 2), not interleaved. */
  planar: boolean
  /** `PlanarConfiguration` 2, which says nothing about a single sample per pixel, but which libvips refuses with tiles. */
  statedPlanar: boolean
  predictor: number
  /** The bits of a byte are stored lowest first (`FillOrder` 2). */
  reversedBits: boolean
  /** 1 to 8, as in Exif. */
  orientation: number
  tiled: boolean
  /** Width and height of a tile or strip, pixels. */
  segmentWidth: number
  segmentHeight: number
  /** Marked as a reduced copy or a mask of another page (`NewSubfileType`). */
  reduced: boolean
}

const MAX_SIDE = 10_000_000
const MAX_SAMPLES = 1_024
const colourSamplesOf: Record<number, number> = {
  [Photometric.Rgb]: 3,
  [Photometric.YCbCr]: 3,
  [Photometric.CieLab]: 3,
  [Photometric.IccLab]: 3,
  [Photometric.ItuLab]: 3,
  [Photometric.LogLuv]: 3,
  [Photometric.Separated]: 4,
}

const ASSOCIATED_ALPHA = 1
const UNASSOCIATED_ALPHA = 2

/**
 * Reads how the pixels of directory `index` of the main chain are stored.
 *
 * @throws ImagingError `damaged` for impossible values, `unsupported` for samples of different depths
 */
export async function readPage(tiff: TiffFile, index: number): Promise<TiffPage> {
  const directory = tiff.directories[index]
  if (!directory) throw damaged(`This TIFF has no page ${index + 1}.`)
  const number = (tag: Parameters<TiffFile['number']>[1], otherwise: number) => tiff.number(directory, tag, otherwise)
  const width = await number(Tag.ImageWidth, 0)
  const height = await number(Tag.ImageLength, 0)
  if (!isCount(width, MAX_SIDE) || !isCount(height, MAX_SIDE))
    throw damaged('This TIFF declares an impossible image size.')
  const bits = await tiff.numbers(directory, Tag.BitsPerSample)
  if (bits.some((other) => other !== bits[0])) {
    throw unsupported('The samples of this TIFF differ in depth', 'save it with one depth for all and upload it again')
  }
  const samplesPerPixel = await number(Tag.SamplesPerPixel, 1)
  const depth = bits[0] ?? 1
  if (!isCount(samplesPerPixel, MAX_SAMPLES) || !isCount(depth, 64)) {
    throw damaged('This TIFF declares an impossible pixel format.')
  }
  const photometric = await number(Tag.Photometric, samplesPerPixel >= 3 ? Photometric.Rgb : Photometric.BlackIsZero)
  const extras = await tiff.numbers(directory, Tag.ExtraSamples)
  const tileWidth = await tiff.number(directory, Tag.TileWidth)
  const tiled = tileWidth !== undefined
  const segmentWidth = tileWidth ?? width
  const segmentHeight = tiled
    ? await number(Tag.TileLength, 0)
    : Math.min(height, (await number(Tag.RowsPerStrip, height)) || height)
  if (!isCount(segmentWidth, MAX_SIDE) || !isCount(segmentHeight, MAX_SIDE)) {
    throw damaged('This TIFF declares impossible tiles.')
  }
  const statedPlanar = (await number(Tag.PlanarConfiguration, 1)) === 2
  return {
    directory,
    index,
    width,
    height,
    bits: depth,
    format: sampleFormats[(await number(Tag.SampleFormat, 1)) - 1] ?? 'uint',
    samplesPerPixel,
    colourSamples: Math.min(samplesPerPixel, colourSamplesOf[photometric] ?? 1),
    hasAlpha: extras[0] === ASSOCIATED_ALPHA || extras[0] === UNASSOCIATED_ALPHA,
    photometric,
    compression: await number(Tag.Compression, Compression.None),
    planar: samplesPerPixel > 1 && statedPlanar,
    statedPlanar,
    predictor: await number(Tag.Predictor, 1),
    reversedBits: (await number(Tag.FillOrder, 1)) === 2,
    orientation: await number(Tag.Orientation, 1),
    tiled,
    segmentWidth,
    segmentHeight,
    reduced: ((await number(Tag.NewSubfileType, 0)) & 5) !== 0,
  }
}

/** Whether two pages have the same size and pixel format, so that they can be planes of one image. */
export const samePixels = (a: TiffPage, b: TiffPage) =>
  a.width === b.width &&
  a.height === b.height &&
  a.bits === b.bits &&
  a.format === b.format &&
  a.samplesPerPixel === b.samplesPerPixel &&
  isGrey(a) === isGrey(b)

/** Whether the photometric interpretation is a grey scale, of either direction. */
export const isGrey = ({ photometric }: TiffPage) =>
  photometric === Photometric.BlackIsZero || photometric === Photometric.WhiteIsZero

/** Whether samples are logarithms of luminances in 16 bits, which only SGI's compression stores. */
export const isLogLuminance = ({ photometric, compression, bits, samplesPerPixel }: TiffPage) =>
  photometric === Photometric.LogL && compression === Compression.SgiLog && bits === 16 && samplesPerPixel === 1

const isCount = (value: number, most: number) => Number.isInteger(value) && value >= 1 && value <= most
