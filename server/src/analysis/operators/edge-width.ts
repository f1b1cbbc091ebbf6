import { gaussian } from './gaussian.ts'
import { requireSize, type Size } from './size.ts'

const { hypot, max, sqrt } = Math

/** Standard deviations of the two blurs that are compared, pixels. The first one removes the noise of single pixels. */
const BLURS = [1, 2] as const
/** Every so many-th pixel in x and y is looked at: neighbours say the same. */
const STEP = 3
/** Share of the steepest places of the objects that are edges. */
const EDGE_SHARE = 0.05

/** Steepness of places in an image, and how much a further blur takes away of it. */
export interface EdgeSamples {
  gradients: number[]
  ratios: number[]
}

/**
 * Collects the gradients (Tenengrad) of a plane at two blurs, for `edgeWidthOf`.
 *
 * @param plane height × width, row-major, any unit
 * @param mask of the same size, non-zero inside objects; places outside are left out
 * @param into the samples are added to these
 * @throws RangeError when a plane does not have that size
 */
export function collectEdges(plane: Float32Array, mask: Uint8Array, size: Size, into: EdgeSamples): void {
  requireSize(mask, size)
  const { width, height } = size
  const fine = gaussian(plane, size, BLURS[0])
  const coarse = gaussian(plane, size, BLURS[1])
  const gradientAt = (blurred: Float32Array, i: number) =>
    hypot((blurred[i + 1] ?? 0) - (blurred[i - 1] ?? 0), (blurred[i + width] ?? 0) - (blurred[i - width] ?? 0))
  for (let y = 1; y < height - 1; y += STEP) {
    for (let i = y * width + 1; i < (y + 1) * width - 1; i += STEP) {
      if (!mask[i]) continue
      const gradient = gradientAt(fine, i)
      if (gradient === 0) continue
      into.gradients.push(gradient)
      into.ratios.push(gradient / max(1e-9, gradientAt(coarse, i)))
    }
  }
}

/**
 * Width of the sharpest edges of an image, as the standard deviation of the Gaussian that would blur a perfect edge so, pixels: the ratio
 * of the gradient of an edge before and after a known blur (Zhuo & Sim 2011, "Defocus map estimation from a single image"). Unlike the
 * energy of the Laplacian it depends neither on the contrast nor on the amount of objects.
 *
 * @returns at least 0; null without edges
 */
export function edgeWidthOf({ gradients, ratios }: EdgeSamples): number | null {
  const steepest = Float32Array.from(gradients).sort()
  const least = steepest[Math.floor((1 - EDGE_SHARE) * steepest.length)]
  if (least === undefined) return null
  const atEdges = Float32Array.from(ratios.filter((_, i) => (gradients[i] ?? 0) >= least)).sort()
  const ratio = atEdges[atEdges.length >> 1]
  if (ratio === undefined) return null
  // An edge of width w has the gradient 1 / √(w² + σ²) after a blur of σ.
  const [fine, coarse] = BLURS
  return sqrt(max(0, coarse ** 2 - ratio ** 2 * fine ** 2) / max(1e-3, ratio ** 2 - 1))
}
