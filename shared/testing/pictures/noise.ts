import { createRandom, type Random } from './random.ts'

const { PI, SQRT2, cos, floor, sin } = Math

/** A smooth random function of the plane with features about one unit wide; values lie in about [-1, 1]. */
export type Noise = (x: number, y: number) => number

const LATTICE = 256
const fade = (t: number) => t * t * t * (t * (t * 6 - 15) + 10)

/**
 * Gradient noise (Perlin 2002, "Improving noise").
 * @param period the function repeats after this many units in x and y, at most 256: makes textures that tile without a
 * seam
 */
export function createNoise(seed: number, period = LATTICE): Noise {
  const random = createRandom(seed)
  const permutation = Uint16Array.from({ length: LATTICE }, (_, i) => i)
  for (let i = LATTICE - 1; i > 0; i--) {
    const j = random.integer(i + 1)
    const swapped = permutation[i] ?? 0
    permutation[i] = permutation[j] ?? 0
    permutation[j] = swapped
  }
  const angles = Float32Array.from({ length: LATTICE }, () => random.between(0, 2 * PI))
  const gradientX = angles.map(cos)
  const gradientY = angles.map(sin)
  // In whole numbers: the remainder of floating-point numbers took most of the time.
  const wrap = (i: number) => (((i % period) + period) % period) | 0
  const after = (wrapped: number) => (wrapped + 1 === period ? 0 : wrapped + 1)
  const slope = (ix: number, iy: number, dx: number, dy: number) => {
    const corner = permutation[((permutation[ix] ?? 0) + iy) & (LATTICE - 1)] ?? 0
    return (gradientX[corner] ?? 0) * dx + (gradientY[corner] ?? 0) * dy
  }
  return (x, y) => {
    const left = floor(x) | 0
    const top = floor(y) | 0
    const dx = x - left
    const dy = y - top
    const x0 = wrap(left)
    const x1 = after(x0)
    const y0 = wrap(top)
    const y1 = after(y0)
    const u = fade(dx)
    const upper = slope(x0, y0, dx, dy) * (1 - u) + slope(x1, y0, dx - 1, dy) * u
    const lower = slope(x0, y1, dx, dy - 1) * (1 - u) + slope(x1, y1, dx - 1, dy - 1) * u
    return (upper + (lower - upper) * fade(dy)) * SQRT2
  }
}

/**
 * Sum of octaves, each twice as fine and half as strong: the look of clouds and tissue.
 * With a periodic noise the sum keeps the period.
 */
export function fractal(noise: Noise, octaves: number): Noise {
  const norm = 2 - 2 ** (1 - octaves)
  return (x, y) => {
    let sum = 0
    for (let octave = 0, scale = 1; octave < octaves; octave++, scale *= 2) sum += noise(x * scale, y * scale) / scale
    return sum / norm
  }
}

/** A fresh fractal noise, drawn from a stream of random numbers. */
export const drawFractal = (random: Random, octaves: number, period?: number): Noise =>
  fractal(createNoise(random.integer(1e9), period), octaves)
