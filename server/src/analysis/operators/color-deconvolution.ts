import { requireSize, type Size } from './size.ts'

const { hypot, log10, max } = Math

/** Red, green and blue. */
export type RgbTriple = readonly [number, number, number]

/** Optical density in red, green and blue per unit of each stain; only the directions matter. */
export interface StainVectors {
  readonly hematoxylin: RgbTriple
  readonly dab: RgbTriple
}

/**
 * Stain vectors: optical density in red, green and blue per unit of each stain, as printed in Ruifrok & Johnston 2001, "Quantification of
 * histochemical staining by color deconvolution" (not normalised).
 */
export const STAIN_VECTORS: StainVectors = {
  hematoxylin: [0.65, 0.704, 0.286],
  dab: [0.268, 0.57, 0.776],
}

/** The vector of length 1 with that direction. The vector must not be zero. */
export const normalised = ([red, green, blue]: RgbTriple): RgbTriple => {
  const length = hypot(red, green, blue)
  return [red / length, green / length, blue / length]
}
/** Vector product. */
export const cross = (a: RgbTriple, b: RgbTriple): RgbTriple => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
]
/** Scalar product. */
export const dot = (a: RgbTriple, b: RgbTriple): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
const divided = (a: RgbTriple, divisor: number): RgbTriple => [a[0] / divisor, a[1] / divisor, a[2] / divisor]

/**
 * Optical density of each of the 256 grey levels relative to a white level, 1 to 255: 0 above white; level 0 is treated as 1 to stay finite.
 */
export const opticalDensities = (white: number): Float32Array =>
  Float32Array.from({ length: 256 }, (_, level) => max(0, -log10(max(1, level) / white)))

/** Planes of height × width, row-major. */
export interface StainPlanes {
  /** Amount of stain: optical density along its unit vector; noise makes some values negative. */
  hematoxylin: Float32Array
  dab: Float32Array
}

/**
 * Color deconvolution of hematoxylin and DAB (Ruifrok & Johnston 2001): the optical density −log₁₀(I / I₀) of each pixel,
 * multiplied by the inverse of the stain matrix. The third axis, orthogonal to both stains, takes the residual, which is discarded.
 *
 * @param rgb height × width × 3, interleaved, 0 to 255
 * @param whitePoint I₀: grey levels of clear glass in red, green, blue, 1 to 255
 * @param vectors of the two stains, not parallel: fixed ones, or those that `estimateStains` found in the image
 * @throws RangeError when `rgb` does not have that size
 */
export function deconvolve(
  rgb: Uint8Array,
  size: Size,
  whitePoint: RgbTriple,
  vectors: StainVectors = STAIN_VECTORS,
): StainPlanes {
  requireSize(rgb, size, 3)
  const h = normalised(vectors.hematoxylin)
  const d = normalised(vectors.dab)
  const residual = cross(h, d)
  // Rows of the inverse of the stain matrix (h, d, residual): each is orthogonal to the two other stains.
  const toH = divided(cross(d, residual), dot(h, cross(d, residual)))
  const toD = divided(cross(residual, h), dot(d, cross(residual, h)))
  const red = opticalDensities(whitePoint[0])
  const green = opticalDensities(whitePoint[1])
  const blue = opticalDensities(whitePoint[2])
  const count = size.width * size.height
  const hematoxylin = new Float32Array(count)
  const dab = new Float32Array(count)
  for (let i = 0, at = 0; i < count; i++, at += 3) {
    const r = red[rgb[at] ?? 0] ?? 0
    const g = green[rgb[at + 1] ?? 0] ?? 0
    const b = blue[rgb[at + 2] ?? 0] ?? 0
    hematoxylin[i] = toH[0] * r + toH[1] * g + toH[2] * b
    dab[i] = toD[0] * r + toD[1] * g + toD[2] * b
  }
  return { hematoxylin, dab }
}
