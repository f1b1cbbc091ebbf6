import type { Size } from '../operators/size.ts'
import type { Region } from '../runtime/tiles.ts'
import { type PixelSize, type PixelSource, sourceInMemory } from './pixel-source.ts'

/** An 8-bit RGB image as a bright-field application reads it. */
export interface RgbSource extends Size {
  readonly pixelSizeUm: PixelSize | null
  /**
   * @param region completely inside the image
   * @returns interleaved RGB, 0 to 255, row-major: `data[(y * region.width + x) * 3 + sample]`
   */
  read(region: Region): Promise<Uint8Array>
}

/**
 * One time point of an RGB image.
 *
 * @param time index from 0
 * @throws RangeError for an image that is not 8-bit RGB, which `requires` of applications excludes
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

/** An 8-bit RGB image in memory. */
export interface RgbImage extends Size {
  /** Interleaved RGB, row-major: `data[(y * width + x) * 3 + sample]`. */
  readonly data: Uint8Array
  readonly pixelSizeUm: PixelSize | null
}

/** A source over an RGB image in memory. @throws RangeError for data of another size */
export function rgbInMemory({ data, width, height, pixelSizeUm }: RgbImage): PixelSource {
  const type = { bits: 8, format: 'uint' } as const
  return sourceInMemory({ width, height, pixelSizeUm, type, samplesPerPixel: 3, channels: ['RGB'], planes: [[data]] })
}
