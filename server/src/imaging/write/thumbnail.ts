import sharp, { type Sharp } from 'sharp'
import type { ChannelDescription } from '../description.ts'
import type { Samples, SampleType } from '../sample-type.ts'
import type { LevelPicture } from './kept-levels.ts'
import { readLevelPicture, readLevelSamples, withPyramid } from './plane-file.ts'

/** Longest side of a thumbnail, pixels. */
export const THUMBNAIL_SIZE = 512
const JPEG = { quality: 85 } as const
const fit = { width: THUMBNAIL_SIZE, height: THUMBNAIL_SIZE, fit: 'inside', withoutEnlargement: true } as const

/** The smallest level that is not smaller than the thumbnail, else the base. */
function levelFor(levels: readonly { width: number; height: number }[]): number {
  const large = levels.findIndex(({ width, height }) => Math.max(width, height) >= THUMBNAIL_SIZE)
  return large < 0 ? levels.length - 1 : large
}

/** A JPEG of at most 512 pixels per side. */
export const thumbnailOf = (picture: Sharp): Sharp => picture.resize(fit).jpeg(JPEG)

/** As `thumbnailOf`. */
export const colourThumbnail = ({ data, width, height }: LevelPicture): Sharp =>
  thumbnailOf(sharp(data, { raw: { width, height, channels: 3 }, limitInputPixels: false }))

/**
 * Writes a JPEG thumbnail of at most 512 pixels per side.
 *
 * @param plane path of an RGB pyramid
 * @param kept levels of it that are in memory
 */
export async function writeColourThumbnail(
  plane: string,
  file: string,
  kept: readonly LevelPicture[] = [],
): Promise<void> {
  const level = await withPyramid(plane, (pyramid) => readLevelPicture(pyramid, levelFor(pyramid.levels), kept))
  await colourThumbnail(level).toFile(file)
}

/** Samples of a channel, height × width, row-major. */
interface ChannelSamples {
  width: number
  height: number
  samples: Samples
}

/**
 * A JPEG of at most 512 pixels per side, as the viewer composites channels: each is scaled over its auto-contrast range, multiplied by its
 * colour, and all are added; where many channels together would be white, the picture is darkened as a whole.
 *
 * @param layers of equal size, read one at a time
 */
export async function compositeThumbnail(
  layers: { channel: ChannelDescription; read: () => Promise<ChannelSamples> }[],
): Promise<Sharp> {
  let sum = new Float32Array()
  let size = { width: 0, height: 0 }
  for (const { read, channel } of layers) {
    const { width, height, samples } = await read()
    if (sum.length === 0) {
      sum = new Float32Array(width * height * 3)
      size = { width, height }
    }
    const { min: low, max: high } = channel.auto
    const [red, green, blue] = rgbOf(channel.color ?? '#ffffff')
    for (let i = 0; i < samples.length; i++) {
      const value = Math.min(1, Math.max(0, ((samples[i] ?? 0) - low) / (high - low || 1))) || 0
      sum[3 * i] = (sum[3 * i] ?? 0) + value * red
      sum[3 * i + 1] = (sum[3 * i + 1] ?? 0) + value * green
      sum[3 * i + 2] = (sum[3 * i + 2] ?? 0) + value * blue
    }
  }
  const scale = 255 / Math.max(255, brightest(sum))
  // `from` would take twenty times as long, and a hundred megabytes for values that it boxes.
  const pixels = new Uint8ClampedArray(sum.length)
  for (let i = 0; i < sum.length; i++) pixels[i] = (sum[i] ?? 0) * scale
  return thumbnailOf(sharp(pixels, { raw: { ...size, channels: 3 }, limitInputPixels: false }))
}

/**
 * Writes the composite of channels as a thumbnail.
 *
 * @param channels lossless pyramids of equal size
 */
export async function writeCompositeThumbnail(
  channels: { file: string; channel: ChannelDescription }[],
  type: SampleType,
  file: string,
): Promise<void> {
  const layers = channels.map(({ file: plane, channel }) => ({
    channel,
    read: () => withPyramid(plane, (pyramid) => readLevelSamples(pyramid, levelFor(pyramid.levels), type)),
  }))
  await (await compositeThumbnail(layers)).toFile(file)
}

/** Share of red, green and blue values that may be clipped. */
const CLIPPED = 0.005

/** The value that only few are above, rounded up: those of many channels at one place. */
function brightest(sum: Float32Array): number {
  const largest = sum.reduce((most, value) => Math.max(most, value), 0)
  if (largest <= 255) return 255
  // Counted, as sorting millions of values would take most of a second.
  const counts = new Uint32Array(Math.ceil(largest) + 1)
  for (let i = 0; i < sum.length; i++) {
    const bin = Math.ceil(sum[i] ?? 0)
    counts[bin] = (counts[bin] ?? 0) + 1
  }
  let above = 0
  for (let value = counts.length - 1; value > 0; value--) {
    above += counts[value] ?? 0
    if (above > CLIPPED * sum.length) return value
  }
  return 0
}

const rgbOf = (hex: string): [number, number, number] => {
  const value = Number.parseInt(hex.slice(1), 16)
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255]
}
