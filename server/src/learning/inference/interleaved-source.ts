import type { Size } from '../../analysis/operators/size.ts'
import type { Region } from '../../analysis/runtime/tiles.ts'
import type { Samples } from '../../imaging/sample-type.ts'

/** An image that is read in parts, as a network gets it. */
export interface InterleavedSource extends Size {
  channels: number
  /** @returns `data[(y * width + x) * channels + channel]` of the region, which lies inside the image */
  read(region: Region): Promise<Samples>
}
