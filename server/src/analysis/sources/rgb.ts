import { requireSize, type Size } from '../operators/size.ts'
import type { Region } from '../runtime/tiles.ts'

export interface PixelSize {
  /** µm */
  x: number
  y: number
}

/** An image that is in memory as a whole. */
export interface RgbImage extends Size {
  /** Interleaved RGB, `data[(y * width + x) * 3 + channel]`. */
  readonly data: Uint8Array
  readonly pixelSizeUm: PixelSize | null
}

/** An image that is read in parts, for images larger than memory. */
export interface RgbSource extends Size {
  readonly pixelSizeUm: PixelSize | null
  /** @returns interleaved RGB of the region, which lies inside the image */
  read(region: Region): Promise<Uint8Array>
}

/** @throws RangeError when the data of an image in memory do not have its size */
export function toSource(image: RgbImage | RgbSource): RgbSource {
  if ('read' in image) return image
  const { data, width, height, pixelSizeUm } = image
  requireSize(data, image, 3)
  return {
    width,
    height,
    pixelSizeUm,
    read: async (region) => {
      const pixels = new Uint8Array(region.width * region.height * 3)
      for (let row = 0; row < region.height; row++) {
        const from = ((region.top + row) * width + region.left) * 3
        pixels.set(data.subarray(from, from + region.width * 3), row * region.width * 3)
      }
      return pixels
    },
  }
}
