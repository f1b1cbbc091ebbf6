import { cross, dot, normalised, type RgbTriple, STAIN_VECTORS, type StainVectors } from './color-deconvolution.ts'
import { symmetricEigen } from './symmetric-eigen.ts'

const { acos, atan2, cos, max, min, PI, sin } = Math

/** Why the stain vectors of an image cannot be estimated. */
export type NoEstimate =
  /** Too few stained pixels. */
  | 'too-little-stain'
  /** All pixels have one direction: there is a single stain, or none that is coloured. */
  | 'one-stain'
  /** Too much absorption lies outside the plane of two stains. */
  | 'third-colour'
  /** The extreme directions are too close together or too far apart. */
  | 'angle'
  /** The extreme directions are not those of hematoxylin and DAB. */
  | 'other-stains'

/** Stain vectors found in an image; angles in degrees. */
export interface StainEstimate {
  vectors: StainVectors
  /** Between the two vectors. */
  angle: number
  /** Root mean square angle of the pixels to the plane of the two vectors. */
  residual: number
}

/** Percentile of the directions that is taken for a pure stain, α of Macenko et al. 2009: the extremes are noise. */
const PURE_FRACTION = 0.01
/** Pixels, so that ten lie beyond the percentile. */
const LEAST_PIXELS = 1000
/**
 * Degrees. The fixed vectors are 37° apart. Below half of that, noise of 8 bits decides how a pixel is divided; above twice that, a
 * stain absorbs less than nothing somewhere.
 */
const ANGLE_RANGE = [18, 75] as const
/** Eosin, by the same paper. It is 20° from DAB, and with hematoxylin it makes the commonest pair of stains. */
const EOSIN: RgbTriple = [0.2159, 0.8012, 0.5581]
/** Degrees between an estimated and the fixed vector of its stain: half of what is between the two fixed ones, and noise. */
const FARTHEST = 20
/** Degrees out of the plane. Eosin is 15° out of the plane of hematoxylin and DAB. */
const LARGEST_RESIDUAL = 7.5
/**
 * Degrees, root mean square. With a single stain directions only spread by noise: 1 grey level at optical density 0.3 and white 240 is
 * 0.4 % of light, that is 0.5°; camera noise of 4 levels and JPEG make it some 3°.
 */
const LEAST_SPREAD = 4

const degrees = (radians: number) => (radians * 180) / PI
const angleBetween = (a: RgbTriple, b: RgbTriple) => degrees(acos(min(1, max(-1, dot(normalised(a), normalised(b))))))
const clamped = ([red, green, blue]: RgbTriple): RgbTriple => normalised([max(0, red), max(0, green), max(0, blue)])

/** Smallest value with at least that share at or below it. */
const quantile = (sorted: Float32Array, share: number) =>
  sorted[min(sorted.length - 1, (share * sorted.length) | 0)] ?? 0

/**
 * Estimates the directions of hematoxylin and DAB in an image (Macenko et al. 2009, "A method for normalizing histology slides for
 * quantitative analysis"): the plane that fits the optical densities best, and in it the extreme directions of the pixels. Directions are
 * unit vectors here, so that dark pixels do not decide the plane alone. It is refused where the result would not be two stains.
 *
 * @param densities optical densities of stained, unclipped pixels, interleaved red, green, blue; clear glass must be left out, because
 *   its direction is noise (Macenko et al. use 0.15)
 */
export function estimateStains(densities: Float32Array): StainEstimate | NoEstimate {
  const count = (densities.length / 3) | 0
  if (count < LEAST_PIXELS) return 'too-little-stain'
  const directions = new Float32Array(count * 3)
  const sums: [number, number, number, number, number, number] = [0, 0, 0, 0, 0, 0]
  for (let at = 0; at < directions.length; at += 3) {
    const unit = normalised([densities[at] ?? 0, densities[at + 1] ?? 0, densities[at + 2] ?? 0])
    directions.set(unit, at)
    const [red, green, blue] = unit
    sums[0] += red * red
    sums[1] += red * green
    sums[2] += red * blue
    sums[3] += green * green
    sums[4] += green * blue
    sums[5] += blue * blue
  }
  const [main, side, out] = symmetricEigen(sums)
  // Not centred: the plane of two stains passes through the origin, which is clear glass.
  const spread = degrees((max(0, side.value) / count) ** 0.5)
  const residual = degrees((max(0, out.value) / count) ** 0.5)
  if (residual > LARGEST_RESIDUAL) return 'third-colour'
  if (spread < LEAST_SPREAD) return 'one-stain'

  // DAB absorbs more blue than red, hematoxylin the reverse: angles grow towards DAB.
  const toDab = dot(side.vector, STAIN_VECTORS.dab) - dot(side.vector, STAIN_VECTORS.hematoxylin) < 0 ? -1 : 1
  const forward = main.vector[0] + main.vector[1] + main.vector[2] < 0 ? -1 : 1
  const angles = new Float32Array(count)
  for (let i = 0, at = 0; i < count; i++, at += 3) {
    const unit: RgbTriple = [directions[at] ?? 0, directions[at + 1] ?? 0, directions[at + 2] ?? 0]
    angles[i] = atan2(toDab * dot(unit, side.vector), forward * dot(unit, main.vector))
  }
  angles.sort()
  const directionAt = (angle: number): RgbTriple => {
    const [along, across] = [forward * cos(angle), toDab * sin(angle)]
    const [m, s] = [main.vector, side.vector]
    return clamped([along * m[0] + across * s[0], along * m[1] + across * s[1], along * m[2] + across * s[2]])
  }
  const hematoxylin = directionAt(quantile(angles, PURE_FRACTION))
  const dab = directionAt(quantile(angles, 1 - PURE_FRACTION))
  const angle = angleBetween(hematoxylin, dab)
  if (angle < ANGLE_RANGE[0] || angle > ANGLE_RANGE[1]) return 'angle'
  const fromDab = angleBetween(dab, STAIN_VECTORS.dab)
  const isDab = fromDab <= FARTHEST && fromDab < angleBetween(dab, EOSIN)
  if (!isDab || angleBetween(hematoxylin, STAIN_VECTORS.hematoxylin) > FARTHEST) return 'other-stains'
  return { vectors: { hematoxylin, dab }, angle, residual }
}

/** Directions of a color space of stains: how far a pixel is along the plane from hematoxylin to DAB, and out of it. */
const AXES = (() => {
  const along = normalised(STAIN_VECTORS.hematoxylin)
  const out = normalised(cross(STAIN_VECTORS.hematoxylin, STAIN_VECTORS.dab))
  return { along, across: cross(out, along), out }
})()

/**
 * Direction of an optical density relative to hematoxylin and DAB (Ruifrok & Johnston 2001), degrees.
 *
 * @returns `hue` in the plane of the two: hematoxylin 0, DAB 37, grey 17; `green` out of it, towards what absorbs more green than
 *   they do: eosin of Macenko et al. 2009 15, grey −8
 */
export function stainDirection(density: RgbTriple): { hue: number; green: number } {
  const [x, y, z] = [dot(AXES.along, density), dot(AXES.across, density), dot(AXES.out, density)]
  return { hue: degrees(atan2(y, x)), green: degrees(atan2(-z, (x * x + y * y) ** 0.5)) }
}
