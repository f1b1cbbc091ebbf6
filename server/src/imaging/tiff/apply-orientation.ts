import type { BandPlane } from '../image-source.ts'
import { unsupported } from '../imaging-error.ts'
import { allocateSamples, type Samples, type SampleType } from '../sample-type.ts'

interface Stored {
  width: number
  height: number
  orientation: number
}

/** Reorienting needs the whole plane in memory. */
const MAX_TURNED_BYTES = 256 * 1024 * 1024

/**
 * Applies the Exif orientation of a plane.
 *
 * @param stored size and orientation (1 to 8) in the file; for 5 to 8 width and height of the result are exchanged
 * @throws ImagingError `unsupported` when the plane has over 256 MiB
 */
export function applyOrientation(plane: BandPlane, stored: Stored, type: SampleType, samples: number): BandPlane {
  const { width, height, orientation } = stored
  if (!(orientation >= 2 && orientation <= 8)) return plane
  if ((width * height * samples * type.bits) / 8 > MAX_TURNED_BYTES) {
    throw unsupported(
      'This image is stored turned and is too large to be set applyOrientation',
      'save it upright and upload it again',
    )
  }
  let turned: Promise<Samples> | null = null
  const rowLength = (orientation >= 5 ? height : width) * samples
  return {
    via: 'bands',
    async rows(top, count) {
      turned ??= plane.rows(0, height).then((pixels) => turn(pixels, stored, type, samples))
      return (await turned).slice(top * rowLength, (top + count) * rowLength)
    },
  }
}

function turn(pixels: Samples, { width, height, orientation }: Stored, type: SampleType, samples: number): Samples {
  const out = allocateSamples(type, pixels.length)
  const transposed = orientation >= 5
  const mirrored = [2, 3, 7, 8].includes(orientation)
  const flipped = [3, 4, 6, 7].includes(orientation)
  const outWidth = transposed ? height : width
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      // Destination of the stored pixel (x, y).
      const alongX = mirrored ? width - 1 - x : x
      const alongY = flipped ? height - 1 - y : y
      const to = transposed ? alongX * outWidth + alongY : alongY * outWidth + alongX
      for (let s = 0; s < samples; s++) out[to * samples + s] = pixels[(y * width + x) * samples + s] ?? 0
    }
  }
  return out
}
