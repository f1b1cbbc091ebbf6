import type { Sharp } from 'sharp'
import { TILE_SIZE } from '../description.ts'

/** 89 is the highest quality at which libvips still halves the chroma: 2.5 times smaller than 90, equal to the eye. */
const JPEG_QUALITY = 89

const tiled = {
  tile: true,
  tileWidth: TILE_SIZE,
  tileHeight: TILE_SIZE,
  pyramid: true,
  bigtiff: true,
} as const

export async function writeJpegPyramid(image: Sharp, file: string): Promise<void> {
  await image.tiff({ ...tiled, compression: 'jpeg', quality: JPEG_QUALITY }).toFile(file)
}

/** 8 or 16-bit unsigned samples, kept exactly. No predictor: a browser inflates such tiles by itself. */
export async function writeDeflatePyramid(image: Sharp, file: string): Promise<void> {
  await image.tiff({ ...tiled, compression: 'deflate', predictor: 'none' }).toFile(file)
}
