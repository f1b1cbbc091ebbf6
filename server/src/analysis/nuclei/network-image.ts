import { type Levels, levelsOf } from '../../learning/dataset/field.ts'
import type { InterleavedSource } from '../../learning/inference/interleaved-source.ts'
import type { Region } from '../runtime/tiles.ts'
import type { PixelSource } from '../sources/pixel-source.ts'
import type { SectionSource } from '../sources/section.ts'

/** An image as a network gets it. */
export interface NetworkImage {
  source: InterleavedSource
  /** Of black and white, by channel, of the whole image. */
  levels: readonly Levels[]
}

/** A section, for the network of stained sections. @param histograms of the whole image, by channel: pixels with each of the 256 levels */
export const stainedImage = (
  { width, height, read }: SectionSource,
  histograms: readonly Uint32Array[],
): NetworkImage => ({
  source: { width, height, channels: 3, read: async (region) => (await read(region)).rgb },
  levels: levelsOf('stained', histograms),
})

/** The first time point of a channel, for the network of fluorescence. @param levels of the channel, in the unit of its samples */
export const fluorescenceImage = (image: PixelSource, channel: number, levels: Levels): NetworkImage => ({
  source: {
    width: image.width,
    height: image.height,
    channels: 1,
    read: (region: Region) => image.read(region, { channel, time: 0 }),
  },
  levels: [levels],
})
