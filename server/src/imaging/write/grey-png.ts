import sharp from 'sharp'
import type { Samples } from '../sample-type.ts'

/** Writes grey pixels as a PNG of their depth. @param pixels - 8 or 16 bits, unsigned: height × width, row-major */
export const writeGreyPng = async (
  file: string,
  pixels: Samples,
  size: { width: number; height: number },
): Promise<void> => {
  if (!(pixels instanceof Uint8Array || pixels instanceof Uint16Array)) throw new TypeError('A PNG has 8 or 16 bits')
  const space = pixels instanceof Uint16Array ? 'grey16' : 'b-w'
  await sharp(pixels, { raw: { ...size, channels: 1 } })
    .toColourspace(space)
    .png()
    .toFile(file)
}
