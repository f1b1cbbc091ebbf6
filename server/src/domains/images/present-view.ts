import { type ImageView, imageView, type ZChoice } from '@lamella/shared/contract'
import type { Further, ImageDescription } from '../../imaging/index.ts'

/** Geometry, encoding and channels that the viewer needs to draw tiles. @throws ZodError for a sample format that it cannot draw */
const presentScene = (
  description: ImageDescription,
): Omit<ImageView, 'zCount' | 'zShown' | 'hasMaximum' | 'scenes'> => {
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

/**
 * The view of one scene of an image. An image that was processed by an older server has one Z plane and one scene.
 *
 * @param zShown that a user has chosen; null: the middle one
 * @returns null: there is no such scene
 */
export const presentView = (
  description: ImageDescription,
  further: Further | null,
  zShown: ZChoice | null,
  scene: number,
): ImageView | null => {
  const all = [
    { name: further?.sceneName ?? '', description, zPlanes: further?.zPlanes ?? [] },
    ...(further?.scenes ?? []),
  ]
  const wanted = all[scene]
  if (!wanted) return null
  const { zUsed, zPlanes: inFile } = wanted.description
  const zCount = wanted.zPlanes.length > 0 ? inFile : 1
  const hasMaximum = wanted.zPlanes.some(({ z }) => z === 'max')
  const isThere = zShown === 'max' ? hasMaximum : zShown !== null && zShown < zCount
  return {
    ...presentScene(wanted.description),
    zCount,
    // A stack of an older server has its middle plane only, which is then the first.
    zShown: isThere && zShown !== null ? zShown : zCount > 1 ? zUsed : 0,
    hasMaximum,
    scenes: all.map(({ name, description: { width, height } }, index) => ({
      name: name || `Scene ${index + 1}`,
      width,
      height,
    })),
    slidePictures: further?.slidePictures.map(({ kind }) => kind) ?? [],
  }
}
