import type { Samples, SampleType } from '../../imaging/sample-type.ts'
import { requireSize, type Size } from '../operators/size.ts'
import type { Region } from '../runtime/tiles.ts'

/** Length of a pixel's sides, µm. */
export interface PixelSize {
  x: number
  y: number
}

/** Which plane of an image, each counted from 0. */
export interface PlaneIndex {
  channel: number
  time: number
}

/**
 * The one way in which applications get pixels: an image that is read in parts, so that it may be larger than memory. The
 * views `rgbSource`, `multichannelSource` and `timeSource` give them the shape that an application works on.
 */
export interface PixelSource extends Size {
  /** Null: the file does not say. */
  readonly pixelSizeUm: PixelSize | null
  readonly type: SampleType
  /** 3: red, green and blue, interleaved, in the only channel. */
  readonly samplesPerPixel: 1 | 3
  /** Names, by channel. */
  readonly channels: readonly string[]
  readonly timePoints: number
  /**
   * @param region inside the image
   * @returns the samples of the file itself, in rows, `data[(y * region.width + x) * samplesPerPixel + sample]`
   * @throws RangeError for a plane that the image does not have
   */
  read(region: Region, plane: PlaneIndex): Promise<Samples>
}

/** Planes of an image that is in memory as a whole, by time point and channel. */
export interface PlanesInMemory extends Omit<PixelSource, 'read' | 'timePoints'> {
  readonly planes: readonly (readonly Samples[])[]
}

/** @throws RangeError when a plane does not have the size of the image */
export function sourceInMemory({ planes, ...image }: PlanesInMemory): PixelSource {
  const { width, samplesPerPixel } = image
  for (const plane of planes.flat()) requireSize(plane, image, samplesPerPixel)
  return {
    ...image,
    timePoints: planes.length,
    read: async (region, { channel, time }) => {
      const plane = planes[time]?.[channel]
      if (!plane) throw new RangeError(`The image has no channel ${channel} at time point ${time}`)
      const row = region.width * samplesPerPixel
      const part = plane.slice(0, row * region.height)
      for (let y = 0; y < region.height; y++) {
        const from = ((region.top + y) * width + region.left) * samplesPerPixel
        part.set(plane.subarray(from, from + row), y * row)
      }
      return part
    },
  }
}
