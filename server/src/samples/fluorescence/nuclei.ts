import { between, normal, type Random } from '../../learning/random.ts'
import type { FindGland } from './glands.ts'

const { cos, floor, hypot, PI, sin } = Math

export interface Nucleus {
  x: number
  y: number
  /** Half axes, px, and the direction of the first. */
  a: number
  b: number
  cos: number
  sin: number
  tissue: 'epithelium' | 'stroma'
  /** Of DAPI, about 1. */
  level: number
  /** Of keratin in its cell, about 0.6. */
  keratin: number
  /** Of Ki-67; 0: the cell does not divide. */
  dividing: number
}

/** Distance of neighbours, px. */
const distances = { epithelium: 19, stroma: 33 } as const
const step = 40

/** Nuclei thrown at random (Bridson 2007, by rejection): dense and upright in the epithelium, sparse and flat in the stroma, none in lumens. */
export const placeNuclei = (random: Random, findGland: FindGland, size: number): Nucleus[] => {
  const nuclei: Nucleus[] = []
  const columns = Math.ceil(size / step)
  const buckets: Nucleus[][] = Array.from({ length: columns * columns }, () => [])
  const tries = floor((size * size) / 45)
  for (let i = 0; i < tries; i++) {
    const [x, y] = [between(random, 0, size), between(random, 0, size)]
    const { depth, turn, thickness } = findGland(x, y)
    if (depth > thickness - 9 || (depth > -5 && depth < 9)) continue
    const tissue = depth > 0 ? 'epithelium' : 'stroma'
    const apart = distances[tissue] * between(random, 0.9, 1.25)
    const [column, row] = [floor(x / step), floor(y / step)]
    const around = [-1, 0, 1].flatMap((j) => [-1, 0, 1].map((k) => ({ j: row + j, k: column + k })))
    const isFree = around.every(({ j, k }) => {
      if (j < 0 || k < 0 || j >= columns || k >= columns) return true
      return (buckets[j * columns + k] ?? []).every((other) => hypot(other.x - x, other.y - y) > apart)
    })
    if (!isFree) continue
    const inEpithelium = tissue === 'epithelium'
    const angle = inEpithelium ? turn + 0.35 * normal(random) : turn + PI / 2 + 0.4 * normal(random)
    const nucleus: Nucleus = {
      x,
      y,
      a: inEpithelium ? between(random, 9, 12.5) : between(random, 10, 16),
      b: inEpithelium ? between(random, 7, 9.2) : between(random, 3.6, 5.6),
      cos: cos(angle),
      sin: sin(angle),
      tissue,
      level: between(random, 0.55, 1.05),
      keratin: between(random, 0.35, 0.95),
      dividing: random() < (inEpithelium ? 0.24 : 0.03) ? between(random, 0.35, 1) : 0,
    }
    nuclei.push(nucleus)
    buckets[row * columns + column]?.push(nucleus)
  }
  return nuclei
}
