import { deconvolve, STAIN_VECTORS, type StainPlanes, type Triple } from '../../../operators/color-deconvolution.ts'
import { fillHoles } from '../../../operators/fill-holes.ts'
import { gaussian } from '../../../operators/gaussian.ts'
import { maskWhere } from '../../../operators/mask-where.ts'
import { opening } from '../../../operators/opening.ts'
import type { NucleusScale } from '../../../operators/segment-nuclei.ts'
import type { Size } from '../../../operators/size.ts'

const { hypot, max } = Math

/** Fainter DAB does not make a sheet, optical density. */
const SHEET_OD = 0.15
/** Optical density in red of one unit of hematoxylin. */
const RED_OF_HEMATOXYLIN = STAIN_VECTORS.hematoxylin[0] / hypot(...STAIN_VECTORS.hematoxylin)

export interface NuclearLight extends StainPlanes {
  /**
   * Share of red light that is absorbed by what may be nuclei, 0 to 1, smoothed. It saturates with the stain, so that blue
   * nuclei are not lost beside far denser brown ones.
   */
  absorbed: Float32Array
  /** 1 where DAB stains more than nuclei. */
  sheets: Uint8Array
}

/**
 * Where DAB covers discs wider than nuclei it stains cytoplasm or membranes: a sheet, in which nuclei are known by their
 * hematoxylin alone. Elsewhere both stains tell nuclei.
 */
function sheetsOf(dab: Float32Array, size: Size, scale: NucleusScale): Uint8Array {
  const brown = maskWhere(dab.length, (i) => (dab[i] ?? 0) > SHEET_OD)
  return opening(fillHoles(brown, size, scale.nucleusArea), size, scale.sheetRadius)
}

/** Red light, because both stains absorb it and pale cytoplasm hardly does. */
export function nuclearLight(rgb: Uint8Array, size: Size, white: Triple, scale: NucleusScale): NuclearLight {
  const { hematoxylin, dab } = deconvolve(rgb, size, white)
  const sheets = sheetsOf(gaussian(dab, size, scale.smoothing), size, scale)
  const smoothHematoxylin = gaussian(hematoxylin, size, scale.sheetSmoothing)
  const red = hematoxylin.map((_, i) => rgb[i * 3] ?? 0)
  const absorbed = gaussian(red, size, scale.smoothing).map((level, i) =>
    max(0, sheets[i] ? 1 - 10 ** (-RED_OF_HEMATOXYLIN * (smoothHematoxylin[i] ?? 0)) : 1 - level / white[0]),
  )
  return { hematoxylin, dab, absorbed, sheets }
}
