import { between, normal, type Random } from '../random.ts'
import { type Noise, smoothStep } from './noise.ts'

const { cos, exp, hypot, max, PI, sin, sqrt } = Math

/** How the nuclei of a field look; each nucleus differs a little. */
export interface ChromatinStyle {
  /** Share of nuclei that are vesicular: pale inside, with a rim and nucleoli. */
  vesicular: number
  /** Share that is dense and even. */
  dense: number
  /** How much the density varies inside a nucleus, 0 to 1. */
  texture: number
  /** Spread of the density between nuclei (log-normal). */
  spread: number
}

/** Draws how the nuclei of a field look. */
export const drawStyle = (random: Random): ChromatinStyle => ({
  vesicular: random() < 0.55 ? between(random, 0.2, 1) : 0,
  dense: random() < 0.4 ? between(random, 0.1, 0.6) : 0,
  texture: between(random, 0.15, 0.8),
  spread: between(random, 0.1, 0.6),
})

/** Density of chromatin relative to the field's mean at a pixel of a nucleus. @param depth 0 centre, 1 border */
export type Chromatin = (x: number, y: number, depth: number) => number

/**
 * Chromatin of one nucleus.
 * @param grain noise of the field; its unit is a clump
 * @param reach mean radius of the nucleus, pixels
 */
export function drawChromatin(
  random: Random,
  { vesicular, dense, texture, spread }: ChromatinStyle,
  grain: Noise,
  centre: readonly [x: number, y: number],
  reach: number,
): Chromatin {
  const mean = exp(spread * normal(random))
  if (random() < dense) {
    const density = mean * between(random, 1.3, 2.2)
    return (x, y) => density * (0.9 + 0.2 * grain(x, y))
  }
  const isVesicular = random() < vesicular
  const clear = isVesicular ? between(random, 0.4, 0.92) : between(random, 0, 0.25)
  const rim = isVesicular ? between(random, 0.2, 1) : between(random, 0, 0.3)
  const rimFrom = between(random, 0.68, 0.85)
  const coarse = between(random, 0.2, 1)
  const nucleoli = Array.from({ length: isVesicular ? Math.floor(random() * 4) : Math.floor(random() * 1.5) }, () => {
    const [turn, away] = [between(random, 0, 2 * PI), reach * 0.55 * sqrt(random())]
    return {
      x: centre[0] + away * cos(turn),
      y: centre[1] + away * sin(turn),
      radius: reach * between(random, 0.12, 0.3),
      density: between(random, 0.5, 1.5),
    }
  })
  return (x, y, depth) => {
    const fine = grain(x, y) - 0.5
    const clumps = smoothStep(0.45, 0.7, grain(y * 0.6, x * 0.6)) - 0.4
    let density = 1 - clear * (1 - depth * depth) + rim * smoothStep(rimFrom, 0.97, depth)
    density *= 1 + texture * 1.6 * ((1 - coarse) * fine + coarse * clumps)
    for (const spot of nucleoli)
      density += spot.density * (1 - smoothStep(0.6, 1.1, hypot(x - spot.x, y - spot.y) / spot.radius))
    return max(0.02, mean * density)
  }
}
