import type { Samples, SampleType } from '../../imaging/sample-type.ts'
import type { Size } from '../operators/size.ts'
import type { Region } from '../runtime/tiles.ts'
import type { PixelSize, PixelSource } from './pixel-source.ts'

/** One time point of an image of grey channels, as a fluorescence application reads it. */
export interface MultichannelSource extends Size {
  readonly pixelSizeUm: PixelSize | null
  readonly type: SampleType
  /** Names of the channels. */
  readonly channels: readonly string[]
  /**
   * @param region completely inside the image
   * @param channels indices from 0
   * @returns one plane per channel, in their order, unchanged samples of the file, row-major: `data[y * region.width + x]`
   * @throws RangeError for a channel that the image does not have
   */
  read(region: Region, channels: readonly number[]): Promise<Samples[]>
}

/**
 * One time point of an image of grey channels.
 *
 * @param time index from 0
 * @throws RangeError for an RGB image
 */
export function multichannelSource(source: PixelSource, time = 0): MultichannelSource {
  const { width, height, pixelSizeUm, samplesPerPixel, type, channels } = source
  if (samplesPerPixel !== 1) throw new RangeError('The image has no grey channels')
  return {
    width,
    height,
    pixelSizeUm,
    type,
    channels,
    // Not in parallel: the first read of a plane decodes it as a whole.
    read: async (region, wanted) => {
      const planes: Samples[] = []
      for (const channel of wanted) planes.push(await source.read(region, { channel, time }))
      return planes
    },
  }
}
