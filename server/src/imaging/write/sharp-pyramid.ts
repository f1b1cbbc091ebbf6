import type { Sharp } from 'sharp'
import { TILE_SIZE } from '../sizes.ts'
import { JPEG_QUALITY } from './tile-encodings.ts'

const tiled = { tile: true, tileWidth: TILE_SIZE, tileHeight: TILE_SIZE, bigtiff: true } as const

/** Writes an 8-bit RGB image of at most 65,535 pixels per side as a tiled pyramidal BigTIFF of JPEG tiles, whose components are RGB. */
export async function writeJpegPyramid(image: Sharp, file: string): Promise<void> {
  await image.tiff({ ...tiled, pyramid: true, compression: 'jpeg', quality: JPEG_QUALITY }).toFile(file)
}

/** The same without smaller levels. */
export async function writeJpegTiles(image: Sharp, file: string): Promise<void> {
  await image.tiff({ ...tiled, compression: 'jpeg', quality: JPEG_QUALITY }).toFile(file)
}

/** Writes 8 or 16-bit unsigned grey samples losslessly. Without predictor, so that browsers can inflate tiles by `Content-Encoding`. */
export async function writeDeflatePyramid(image: Sharp, file: string): Promise<void> {
  await image.tiff({ ...tiled, pyramid: true, compression: 'deflate', predictor: 'none' }).toFile(file)
}

/** Writes an image as tiles without loss, of which any part can then be decoded. */
export async function writeFlatTiff(image: Sharp, file: string): Promise<void> {
  await image.tiff({ ...tiled, compression: 'deflate', predictor: 'none' }).toFile(file)
}
