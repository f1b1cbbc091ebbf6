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

/** Lengths and areas of the segmentation in pixels, all in proportion to the diameter of a typical nucleus. */
export interface NucleusScale {
  nucleusArea: number
  /** DAB that covers a disc of this radius is diffuse: it stains more than a nucleus. */
  diffuseRadius: number
  smoothing: number
  /** Of hematoxylin in diffuse DAB, where little light is left and noise is strong. */
  hematoxylinSmoothing: number
  neighbourhood: number
  depthSmoothing: number
  /** Least rise of a peak of the depth to count as a nucleus of its own. */
  peakHeight: number
  minArea: number
  maxHoleArea: number
  /** How far the segmentation of a nucleus may look. */
  margin: number
}

/**
 * Lengths in proportion to the diameter of a typical nucleus. The proportions, and the constants below, were chosen on
 * generated fields of known outlines; what they reach on such fields (F1 of detection at least 0.9) and on a real section
 * is held by the tests of DAB scoring 1.0.0, which also hold the outlines themselves to the last bit.
 * @param diameter pixels
 * @returns lengths in pixels, areas in square pixels
 */
export function scaleFor(diameter: number): NucleusScale {
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

/** How a pixel compares with the global threshold, which is 1, and with its neighbourhood. */
const LOCAL = {
  /** Nothing fainter is a nucleus. */
  floor: 0.8,
  /** Anything darker is one, whatever lies round it. */
  ceiling: 1.3,
  /** The neighbourhood is clipped here, so that dense groups do not lift their own threshold. */
  clip: 1.5,
  /** A nucleus stands out of its neighbourhood by this. */
  contrast: 0.06,
}
/** Least curvature of a valley between two nuclei, times the squared smoothing. */
const VALLEY_CURVATURE = 0.065
/** Depths are told apart to this part of a pixel. */
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
 * Nuclei of a stained section: what is stained (local threshold) is cut along the valleys of the absorption, which lie
 * between nuclei that touch and at the foot of the step from a dark to a pale one; each piece that is deep enough (h-maxima
 * of its distance transform) is a marker, from which a watershed wins back the whole stained area.
 * @param absorption absorbed fraction over the global threshold between nuclei and the rest, so that 1 is the threshold; at
 *   least 0, smoothed by `scale.smoothing`
 * @returns 4-connected labels from 1, of the same size
 * @throws RangeError for a plane of another size
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
