import type { BandPlane } from '../image-source.ts'
import { allocateSamples, type SampleType } from '../sample-type.ts'

/**
 * Composites a plane with straight alpha on white.
 *
 * @param plane `samples` + 1 interleaved unsigned values per pixel, the last is alpha
 * @param samples colour samples per pixel of the result
 */
export function flattenOnWhite(plane: BandPlane, samples: 1 | 3, type: SampleType): BandPlane {
  const white = 2 ** type.bits - 1
  return {
    via: 'bands',
    async rows(top, count) {
      const pixels = await plane.rows(top, count)
      const stride = samples + 1
      const opaque = allocateSamples(type, (pixels.length / stride) * samples)
      for (let from = 0, to = 0; to < opaque.length; from += stride) {
        const alpha = (pixels[from + samples] ?? white) / white
        for (let s = 0; s < samples; s++)
          opaque[to++] = Math.round((pixels[from + s] ?? 0) * alpha + white * (1 - alpha))
      }
      return opaque
    },
  }
}
