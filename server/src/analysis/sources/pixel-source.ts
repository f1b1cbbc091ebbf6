import type { Samples, SampleType } from '../../imaging/sample-type.ts'
import { requireSize, type Size } from '../operators/size.ts'
import type { Region } from '../runtime/tiles.ts'

/** µm per pixel. */
export interface PixelSize {
  x: number
  y: number
}

/** Indices of a plane of an image, each from 0. */
export interface PlaneIndex {
  channel: number
  time: number
}

/**
 * The only way in which applications read pixels: an image that is read by region, as it may be larger than memory. Applications use it
 * through the views `rgbSource`, `multichannelSource` and `timePointSources`.
 */
export interface PixelSource extends Size {
  /** Null: unknown. */
  readonly pixelSizeUm: PixelSize | null
  /** Of the objective; absent or null: unknown. */
  readonly magnification?: number | null
  readonly type: SampleType
  /** 3: red, green and blue, interleaved, in a single channel. */
  readonly samplesPerPixel: 1 | 3
  /** Names of the channels. */
  readonly channels: readonly string[]
  readonly timePoints: number
  /**
   * @param region completely inside the image
   * @returns unchanged samples of the file, row-major, interleaved: `data[(y * region.width + x) * samplesPerPixel + sample]`
   * @throws RangeError for a plane that the image does not have
   */
  read(region: Region, plane: PlaneIndex): Promise<Samples>
}

/** An image whose planes are in memory: `planes[time][channel]`, each height × width × samplesPerPixel, row-major. */
export interface PlanesInMemory extends Omit<PixelSource, 'read' | 'timePoints'> {
  readonly planes: readonly (readonly Samples[])[]
}

/** A source over planes in memory. @throws RangeError when a plane does not have the size of the image */
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
