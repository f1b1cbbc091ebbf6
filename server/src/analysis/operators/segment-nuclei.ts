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

/** The proportions were chosen on generated fields of known outlines and checked on others, and on real sections. */
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

/** How a pixel's light compares with the global cut, which is 1, and with its neighbourhood. */
const LOCAL = {
  /** Nothing fainter is a nucleus. */
  floor: 0.8,
  /** Anything darker is one, whatever lies round it. */
  ceiling: 1.3,
  /** The neighbourhood is clipped here, so that dense groups do not lift their own cut. */
  clip: 1.5,
  /** A nucleus stands out of its neighbourhood by this. */
  contrast: 0.06,
}
/** Bend of a valley between two nuclei at the scale of the smoothing. */
const VALLEY = 0.065
/** Depths are told apart to this part of a pixel. */
const DEPTH_STEP = 1 / 32

function stainedMask(light: Float32Array, size: Size, scale: NucleusScale): Uint8Array {
  const clipped = light.map((value) => min(value, LOCAL.clip))
  const surroundings = localMean(clipped, size, scale.neighbourhood)
  const mask = maskWhere(light.length, (i) => {
    const local = (surroundings[i] ?? 0) + LOCAL.contrast
    return (light[i] ?? 0) > max(LOCAL.floor, min(LOCAL.ceiling, local))
  })
  return fillHoles(mask, size, scale.maxHoleArea)
}

/**
 * Nuclei of a stained section: what is stained is cut along the valleys of the light, which lie between nuclei that
 * touch and at the foot of the step from a dark to a pale one; each piece that is deep enough is a marker, from which a
 * watershed wins back the whole stained area.
 * @param light absorbed by what may be a nucleus, over the global cut between nuclei and the rest; at least 0, smoothed by
 *   `scale.smoothing`
 * @returns 4-connected labels from 1
 */
export function segmentNuclei(light: Float32Array, size: Size, scale: NucleusScale): Int32Array {
  const stained = stainedMask(light, size, scale)
  const bend = largestHessianEigenvalue(light, size)
  const deepestBend = VALLEY / scale.smoothing ** 2
  const cores = fillHoles(
    maskWhere(stained.length, (i) => stained[i] === 1 && (bend[i] ?? 0) <= deepestBend),
    size,
    scale.maxHoleArea,
  )
  const depth = gaussian(distanceTransform(cores, size), size, scale.depthSmoothing)
  const markers = hMaxima(depth, cores, size, scale.peakHeight)
  const depthInCores = depth.map((value, i) => (cores[i] ? value : 0))
  return watershed(depthInCores, DEPTH_STEP, markers, stained, size)
}
