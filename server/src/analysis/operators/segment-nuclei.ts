import { distanceTransform } from './distance-transform.ts'
import { fillHoles } from './fill-holes.ts'
import { gaussian } from './gaussian.ts'
import { hMaxima } from './h-maxima.ts'
import { largestHessianEigenvalue } from './hessian.ts'
import { localMean } from './local-mean.ts'
import { maskWhere } from './mask-where.ts'
import type { Size } from './size.ts'
import { watershed } from './watershed.ts'

const { PI, max, min, round } = Math

/** Parameters of the segmentation, lengths in pixels and areas in square pixels, all in proportion to the diameter of a typical nucleus. */
export interface NucleusScale {
  nucleusArea: number
  /** DAB that covers a disc of this radius is diffuse: it does not stain nuclei only. */
  diffuseRadius: number
  /** Standard deviation of the Gaussian on absorption and DAB. */
  smoothing: number
  /** Standard deviation for hematoxylin in diffuse DAB, where little light is left and noise is strong. */
  hematoxylinSmoothing: number
  /** Radius of the box filter for the local threshold. */
  neighbourhood: number
  /** Standard deviation of the Gaussian on the distance transform. */
  depthSmoothing: number
  /** Smallest dynamics of a peak of the distance transform that is a nucleus of its own. */
  peakHeight: number
  /** Smaller components are not nuclei. */
  minArea: number
  /** Larger holes are not filled. */
  maxHoleArea: number
  /** Width of the padding of tiles: farther pixels are taken to have no influence on a nucleus. */
  margin: number
}

/**
 * The parameters for a diameter. The proportions and the constants below were chosen on generated fields with known outlines. The tests of
 * DAB scoring 1.0.0 check their quality on such fields (detection F1 at least 0.9) and on a real section, and fix the outlines exactly.
 *
 * @param diameter of a typical nucleus, in pixels
 */
export function nucleusScaleFor(diameter: number): NucleusScale {
  const area = (PI * diameter ** 2) / 4
  return {
    nucleusArea: area,
    diffuseRadius: diameter,
    smoothing: max(0.5, diameter * 0.05),
    hematoxylinSmoothing: max(0.5, diameter * 0.09),
    neighbourhood: max(3, round(diameter)),
    depthSmoothing: max(0.5, diameter * 0.04),
    peakHeight: diameter * 0.03,
    minArea: area * 0.2,
    maxHoleArea: area * 0.065,
    margin: round(diameter * 4),
  }
}

/** Local threshold, in multiples of the global threshold. */
const LOCAL = {
  /** Pixels below are never nuclei. */
  floor: 0.8,
  /** Pixels above always are, whatever their neighbourhood. */
  ceiling: 1.3,
  /** Neighbourhood values are clipped here, so that dense groups do not raise their own threshold. */
  clip: 1.5,
  /** Minimum difference to the mean of the neighbourhood. */
  contrast: 0.06,
}
/** Smallest curvature of a valley between two nuclei, multiplied by the squared smoothing (scale-normalised). */
const VALLEY_CURVATURE = 0.065
/** Resolution of the watershed's levels, in pixels of depth. */
const DEPTH_STEP = 1 / 32

function stainedMask(absorption: Float32Array, size: Size, scale: NucleusScale): Uint8Array {
  const clipped = absorption.map((value) => min(value, LOCAL.clip))
  const surroundings = localMean(clipped, size, scale.neighbourhood)
  const mask = maskWhere(absorption.length, (i) => {
    const local = (surroundings[i] ?? 0) + LOCAL.contrast
    return (absorption[i] ?? 0) > max(LOCAL.floor, min(LOCAL.ceiling, local))
  })
  return fillHoles(mask, size, scale.maxHoleArea)
}

/**
 * Instance segmentation of nuclei in a stained section. The stained mask (local threshold) is divided along valleys of the absorption
 * (largest Hessian eigenvalue), which lie between touching nuclei and at the step from a dark to a pale one. The h-maxima of the distance
 * transform of the remaining cores are the markers of a watershed over the whole stained mask.
 *
 * @param absorption absorbed fraction divided by the global threshold between nuclei and background, so that 1 is the threshold; at least
 *   0, smoothed by `scale.smoothing`; height × width, row-major
 * @returns label plane of the same size, 4-connected labels from 1, 0 is background
 * @throws RangeError when `absorption` does not have that size
 */
export function segmentNuclei(absorption: Float32Array, size: Size, scale: NucleusScale): Int32Array {
  const stained = stainedMask(absorption, size, scale)
  const curvature = largestHessianEigenvalue(absorption, size)
  const valley = VALLEY_CURVATURE / scale.smoothing ** 2
  const cores = fillHoles(
    maskWhere(stained.length, (i) => stained[i] === 1 && (curvature[i] ?? 0) <= valley),
    size,
    scale.maxHoleArea,
  )
  const depth = gaussian(distanceTransform(cores, size), size, scale.depthSmoothing)
  const markers = hMaxima(depth, cores, size, scale.peakHeight)
  const depthInCores = depth.map((value, i) => (cores[i] ? value : 0))
  return watershed(depthInCores, DEPTH_STEP, markers, stained, size)
}
