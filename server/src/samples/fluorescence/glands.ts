import { between, type Random } from '../../learning/random.ts'
import { type Noise, valueNoise } from '../../learning/synthesis/noise.ts'

const { atan2, cos, hypot, sin } = Math

/** A gland cut across. */
export interface Gland {
  x: number
  y: number
  /** px. */
  radius: number
  stretch: number
  /** Of the direction in which it is drawn out. */
  cos: number
  sin: number
  /** Of its epithelium, px: more than the radius where a tumour fills the gland. */
  thickness: number
  outline: Noise
  seed: number
}

/** A gland seen from a point: how deep the point lies in it (px, negative outside) and the angle around it. */
export interface InGland {
  depth: number
  turn: number
  thickness: number
}

/** Glands that do not touch each other, over the field and beyond its edges. @param size - px */
export const glandsOf = (random: Random, size: number): Gland[] => {
  const glands: Gland[] = []
  for (let tries = 0; tries < 3000; tries++) {
    const radius = between(random, 70, 300) * (random() < 0.3 ? 0.6 : 1)
    const [x, y] = [between(random, -200, size + 200), between(random, -200, size + 200)]
    const isFree = glands.every((other) => hypot(other.x - x, other.y - y) > 1.02 * (other.radius + radius) + 34)
    if (!isFree) continue
    const isSolid = random() < 0.28
    const thickness = isSolid ? 2 * radius : between(random, 34, 78)
    const angle = Math.PI * random()
    const shape = { stretch: between(random, 0.62, 0.98), cos: cos(angle), sin: sin(angle) }
    glands.push({ x, y, radius, ...shape, thickness, outline: valueNoise(random), seed: 20 * random() + 10 })
  }
  return glands
}

/** Finds the gland in which a point lies deepest, or which is nearest. */
export type FindGland = (x: number, y: number) => InGland

/** px. */
const block = 64
/** How far outside a gland its muscle is drawn, px; farther away it does not matter which gland is nearest. */
const reach = 260

/** @param size - of the field, px */
export const createFindGland = (glands: readonly Gland[], size: number): FindGland => {
  const columns = Math.ceil(size / block)
  const byBlock = Array.from({ length: columns * columns }, (_, i) => {
    const [x, y] = [((i % columns) + 0.5) * block, (Math.floor(i / columns) + 0.5) * block]
    // No gland is wider than 1.15 of its radius.
    return glands.filter((gland) => hypot(gland.x - x, gland.y - y) < 1.15 * gland.radius + reach + block)
  })
  return (x, y) => {
    let nearest: InGland = { depth: -reach, turn: 0, thickness: 0 }
    for (const gland of byBlock[Math.floor(y / block) * columns + Math.floor(x / block)] ?? []) {
      const [dx, dy] = [x - gland.x, y - gland.y]
      const [a, b] = [dx * gland.cos + dy * gland.sin, dy * gland.cos - dx * gland.sin]
      const distance = hypot(a, b / gland.stretch)
      // Most glands are too far away, however their outline runs.
      if (1.15 * gland.radius - distance < nearest.depth) continue
      const turn = atan2(b, a)
      const [along, across] = [cos(turn), sin(turn)]
      const wave = gland.outline(gland.seed + 2.4 * along, gland.seed + 2.4 * across) - 0.5
      const depth = gland.radius * (1 + 0.3 * wave) - distance
      if (depth <= nearest.depth) continue
      const fold = gland.outline(gland.seed + 4.5 * along, gland.seed + 4.5 * across + 20) - 0.5
      nearest = { depth, turn, thickness: gland.thickness * (1 + 0.8 * fold) }
    }
    return nearest
  }
}
