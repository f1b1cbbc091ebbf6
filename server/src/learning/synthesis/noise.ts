import { between, type Random } from '../random.ts'

const LATTICE = 64

/** A smooth random field over the plane, 0 to 1, about 0.5 on average; its features are about 1 unit wide. */
export type Noise = (x: number, y: number) => number

/** Value noise (Perlin 1985, on a lattice of random values that repeats after 64 units). */
export function valueNoise(random: Random): Noise {
  const lattice = Float32Array.from({ length: LATTICE * LATTICE }, random)
  const at = (x: number, y: number) => lattice[(y & (LATTICE - 1)) * LATTICE + (x & (LATTICE - 1))] ?? 0
  const ease = (t: number) => t * t * (3 - 2 * t)
  return (x, y) => {
    const [left, top] = [Math.floor(x), Math.floor(y)]
    const [u, v] = [ease(x - left), ease(y - top)]
    const above = at(left, top) * (1 - u) + at(left + 1, top) * u
    const below = at(left, top + 1) * (1 - u) + at(left + 1, top + 1) * u
    return above * (1 - v) + below * v
  }
}

/** Noise of several scales, each half as strong and half as wide as the one before. */
export function fractalNoise(random: Random, octaves: number): Noise {
  const noises = Array.from({ length: octaves }, () => valueNoise(random))
  const total = 2 - 2 ** (1 - octaves)
  return (x, y) =>
    noises.reduce((sum, noise, octave) => sum + noise(x * 2 ** octave, y * 2 ** octave) / 2 ** octave, 0) / total
}

/** Noise drawn out along a direction that bends slowly: fibres about 1 unit thick. */
export function fibreNoise(random: Random, angle: number): Noise {
  const [fibres, bend] = [fractalNoise(random, 2), valueNoise(random)]
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  const length = between(random, 6, 14)
  const wave = between(random, 1, 5)
  return (x, y) => {
    const along = x * cos + y * sin
    const across = y * cos - x * sin + wave * bend(x / 12, y / 12)
    return fibres(along / length, across)
  }
}

/** 0 below `low`, 1 above `high`, smooth between. */
export const smoothStep = (low: number, high: number, value: number): number => {
  const t = Math.min(1, Math.max(0, (value - low) / (high - low)))
  return t * t * (3 - 2 * t)
}
