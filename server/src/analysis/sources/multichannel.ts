import type { Samples, SampleType } from '../../imaging/sample-type.ts'
import type { Size } from '../operators/size.ts'
import type { Region } from '../runtime/tiles.ts'
import type { PixelSize, PixelSource } from './pixel-source.ts'

/** One time point of an image of grey channels, as a fluorescence application reads it. */
export interface MultichannelSource extends Size {
  readonly pixelSizeUm: PixelSize | null
  readonly type: SampleType
  /** Names, by channel. */
  readonly channels: readonly string[]
  /**
   * @param region inside the image
   * @param channels counted from 0
   * @returns a plane per channel, in their order, of the values in the file, `data[y * region.width + x]`
   * @throws RangeError for a channel that the image does not have
   */
  read(region: Region, channels: readonly number[]): Promise<Samples[]>
}

/** @throws RangeError for a colour image */
export function multichannelSource(source: PixelSource, time = 0): MultichannelSource {
  const { width, height, pixelSizeUm, samplesPerPixel, type, channels } = source
  if (samplesPerPixel !== 1) throw new RangeError('The image has no grey channels')
  return {
    width,
    height,
    pixelSizeUm,
    type,
    channels,
    // One after the other: the first read of a plane decodes it.
    read: async (region, wanted) => {
      const planes: Samples[] = []
      for (const channel of wanted) planes.push(await source.read(region, { channel, time }))
      return planes
    },
  }
}
