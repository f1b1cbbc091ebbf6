import type { Random } from '../learning/random.ts'

/** A picture that repeats in both directions: one byte per pixel, row-major. */
export interface PeriodicPlane {
  /** Pixels, powers of two. */
  width: number
  height: number
  values: Uint8Array
}

/** Shortest signed distance on a circle of the given length. */
export const around = (distance: number, length: number): number => distance - length * Math.round(distance / length)

/** An integer's remainder that is never negative. */
export const wrap = (index: number, length: number): number =>
  // Of most indices it is the index: the branch costs less than two remainders.
  index >= 0 && index < length ? index : ((index % length) + length) % length

/** A smooth random field over pixels, 0 to 1, that repeats with the picture. */
export type PeriodicNoise = (x: number, y: number) => number

/**
 * Value noise (Perlin 1985) that repeats after `width` and `height`.
 *
 * @param across - width of its features, px; likewise `down`. The next size that divides the period is taken.
 */
export const periodicNoise = (
  random: Random,
  { width, height }: { width: number; height: number },
  across: number,
  down: number,
): PeriodicNoise => {
  const columns = Math.max(2, Math.round(width / across))
  const rows = Math.max(2, Math.round(height / down))
  const lattice = Float32Array.from({ length: columns * rows }, random)
  const ease = (t: number) => t * t * (3 - 2 * t)
  // A picture asks for a hundred million values: whole numbers are kept as such (`| 0`), whose remainders are many times faster.
  return (x, y) => {
    const column = (x / width) * columns
    const row = (y / height) * rows
    const left = Math.floor(column)
    const top = Math.floor(row)
    const u = ease(column - left)
    const v = ease(row - top)
    const i = wrap(left | 0, columns)
    const j = wrap(top | 0, rows)
    const next = i + 1 === columns ? 0 : i + 1
    const upper = j * columns
    const lower = j + 1 === rows ? 0 : upper + columns
    const above = (lattice[upper + i] ?? 0) * (1 - u) + (lattice[upper + next] ?? 0) * u
    const below = (lattice[lower + i] ?? 0) * (1 - u) + (lattice[lower + next] ?? 0) * u
    return above * (1 - v) + below * v
  }
}
