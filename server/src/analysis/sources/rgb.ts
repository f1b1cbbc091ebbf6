import type { Size } from '../operators/size.ts'
import type { Region } from '../runtime/tiles.ts'
import { type PixelSize, type PixelSource, sourceInMemory } from './pixel-source.ts'

/** A colour image as a bright-field application reads it. */
export interface RgbSource extends Size {
  readonly pixelSizeUm: PixelSize | null
  /** @returns interleaved RGB, 0 to 255, of the region, which lies inside the image: `data[(y * width + x) * 3 + channel]` */
  read(region: Region): Promise<Uint8Array>
}

/**
 * One time point of a colour image.
 * @throws RangeError for an image that is not 8-bit RGB: what applications `require` keeps such images away from them
 */
export function rgbSource(source: PixelSource, time = 0): RgbSource {
  const { width, height, pixelSizeUm, samplesPerPixel, type } = source
  if (samplesPerPixel !== 3 || type.bits !== 8) throw new RangeError('The image is not 8-bit RGB')
  return {
    width,
    height,
    pixelSizeUm,
    read: async (region) => {
      const samples = await source.read(region, { channel: 0, time })
      return new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength)
    },
  }
}

export interface RgbImage extends Size {
  /** Interleaved RGB, `data[(y * width + x) * 3 + channel]`. */
  readonly data: Uint8Array
  readonly pixelSizeUm: PixelSize | null
}

/** A colour image that is in memory as a whole. @throws RangeError for data of another size */
export function rgbInMemory({ data, width, height, pixelSizeUm }: RgbImage): PixelSource {
  const type = { bits: 8, format: 'uint' } as const
  return sourceInMemory({ width, height, pixelSizeUm, type, samplesPerPixel: 3, channels: ['RGB'], planes: [[data]] })
}
