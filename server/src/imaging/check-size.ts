import type { ImageSource } from './image-source.ts'
import { ImagingError } from './imaging-error.ts'
import type { ImagingLimits } from './limits.ts'
import type { Plan } from './plan.ts'

const PLANES_TIMES = 10

/** Refuses images whose declared size cannot be real or cannot be served, before a pixel is decoded. */
export function checkSize(source: ImageSource, plan: Plan, fileBytes: number, limits: ImagingLimits): void {
  const { width, height } = source
  const plane = width * height
  const shown = `${width} × ${height} pixels`
  if (!(plane > 0))
    throw new ImagingError(
      'damaged',
      'This file declares an image without pixels; export it again and upload the new file.',
    )
  const all = plane * plan.planes.length
  if (plane > limits.maxPixels || all > limits.maxPixels * PLANES_TIMES) {
    throw new ImagingError(
      'tooLarge',
      `This image is larger than can be processed (${shown}, ${plan.planes.length} planes); upload a part of it or a reduced version.`,
    )
  }
  if (plane > limits.bombFloor && plane > fileBytes * limits.maxPixelsPerByte) {
    throw new ImagingError(
      'tooLarge',
      `This file declares ${shown} but is far too small to hold them; export it again and upload the new file.`,
    )
  }
}
