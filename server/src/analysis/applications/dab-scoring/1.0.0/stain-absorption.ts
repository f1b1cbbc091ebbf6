import { deconvolve, type RgbTriple, STAIN_VECTORS, type StainPlanes } from '../../../operators/color-deconvolution.ts'
import { fillHoles } from '../../../operators/fill-holes.ts'
import { gaussian } from '../../../operators/gaussian.ts'
import { maskWhere } from '../../../operators/mask-where.ts'
import { opening } from '../../../operators/opening.ts'
import type { NucleusScale } from '../../../operators/segment-nuclei.ts'
import type { Size } from '../../../operators/size.ts'

const { hypot, max } = Math

/**
 * Optical density. Fainter DAB does not count as diffuse: lower values include unspecific background, higher ones miss weakly stained
 * cytoplasm.
 */
const DIFFUSE_DAB_OD = 0.15
/** Optical density in red per unit of hematoxylin (red component of its unit vector). */
const RED_OD_OF_HEMATOXYLIN = STAIN_VECTORS.hematoxylin[0] / hypot(...STAIN_VECTORS.hematoxylin)

/** Planes of height × width, row-major. */
export interface StainAbsorption extends StainPlanes {
  /**
   * Smoothed fraction of red light, 0 to 1, that is absorbed by stains that mark nuclei. It saturates with the amount of stain, so that pale
   * blue nuclei can be detected beside much denser brown ones.
   */
  absorbedFraction: Float32Array
  /** 1 where DAB stains cytoplasm or membranes, not only nuclei. */
  diffuseDab: Uint8Array
}

/**
 * DAB that covers discs wider than nuclei stains cytoplasm or membranes: there only hematoxylin marks nuclei. Elsewhere both stains do.
 */
function diffuseDabMask(dab: Float32Array, size: Size, scale: NucleusScale): Uint8Array {
  const brown = maskWhere(dab.length, (i) => (dab[i] ?? 0) > DIFFUSE_DAB_OD)
  return opening(fillHoles(brown, size, scale.nucleusArea), size, scale.diffuseRadius)
}

/**
 * Absorption of red light by nuclear stains, with the stain planes of color deconvolution (Ruifrok & Johnston 2001). Red, because both
 * stains absorb it and pale cytoplasm hardly does: 1 − I / I₀ of the smoothed red channel, and in diffuse DAB 1 − 10^−OD with the optical
 * density in red of the hematoxylin alone.
 *
 * @param rgb height × width × 3, interleaved, 0 to 255
 * @param whitePoint grey levels of clear glass in red, green, blue, 1 to 255
 * @throws RangeError when `rgb` does not have that size
 */
export function stainAbsorption(
  rgb: Uint8Array,
  size: Size,
  whitePoint: RgbTriple,
  scale: NucleusScale,
): StainAbsorption {
  const { hematoxylin, dab } = deconvolve(rgb, size, whitePoint)
  const diffuseDab = diffuseDabMask(gaussian(dab, size, scale.smoothing), size, scale)
  const smoothHematoxylin = gaussian(hematoxylin, size, scale.hematoxylinSmoothing)
  const red = hematoxylin.map((_, i) => rgb[i * 3] ?? 0)
  const absorbedFraction = gaussian(red, size, scale.smoothing).map((level, i) =>
    max(
      0,
      diffuseDab[i] ? 1 - 10 ** (-RED_OD_OF_HEMATOXYLIN * (smoothHematoxylin[i] ?? 0)) : 1 - level / whitePoint[0],
    ),
  )
  return { hematoxylin, dab, absorbedFraction, diffuseDab }
}
