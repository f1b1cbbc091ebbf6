import { type ImageView, imageView } from '@lamella/shared/contract'
import type { ImageDescription } from '../../imaging/index.ts'

/** Geometry, encoding and channels that the viewer needs to draw tiles. @throws ZodError for a sample format that it cannot draw */
export const presentView = (description: ImageDescription): ImageView => {
  const { width, height, tileSize, levels, photometric, encoding, bitDepth, sampleFormat, channels, timePoints } =
    description
  return {
    width,
    height,
    tileSize,
    levels,
    // Browsers show both kinds of picture: tabs from before lossless tiles know JPEG only by this name.
    encoding: encoding === 'deflate' ? 'raw' : 'jpeg',
    sampleFormat: imageView.shape.sampleFormat.parse(`${sampleFormat}${bitDepth}`),
    samplesPerPixel: photometric === 'rgb' ? 3 : 1,
    byteOrder: 'little',
    channels: channels.map(({ index, name, color, min, max, auto, histogram }) => ({
      index,
      name,
      color,
      range: { min, max },
      auto,
      histogram,
    })),
    timePoints,
  }
}
