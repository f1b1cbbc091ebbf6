import { between, type Random } from '../random.ts'
import { valueNoise } from '../synthesis/noise.ts'

/** Where a pixel of a patch is taken from: shifts along rows and columns, pixels. */
export interface Displacement {
  u: Float32Array
  v: Float32Array
}

/** Distance over which the displacement changes, pixels: one to three nuclei. */
const WAVELENGTH = { low: 20, high: 64 }
/** Largest displacement over the wavelength. Three times this is the steepest slope of the noise: below 1, nothing folds. */
const MOST_AMPLITUDE = 0.12

/**
 * A smooth displacement of the pixels of a patch (elastic deformation, Simard et al. 2003), by value noise of one wavelength: nuclei get
 * other outlines, up to 8 pixels are shifted. @param side of the patch, pixels
 */
export function elasticDisplacement(random: Random, side: number): Displacement {
  const wavelength = between(random, WAVELENGTH.low, WAVELENGTH.high)
  const amplitude = between(random, 0, MOST_AMPLITUDE) * wavelength
  const [across, down] = [valueNoise(random), valueNoise(random)]
  const shift = (noise: typeof across) =>
    Float32Array.from({ length: side * side }, (_, i) => {
      const [x, y] = [(i % side) / wavelength, Math.floor(i / side) / wavelength]
      return amplitude * (2 * noise(x, y) - 1)
    })
  return { u: shift(across), v: shift(down) }
}
