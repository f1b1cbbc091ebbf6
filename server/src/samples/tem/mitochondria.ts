import { between, type Random } from '../../learning/random.ts'

/** A mitochondrion between two myofibrils, in coordinates along (u) and across (v) the fibre, px. */
export interface Mitochondrion {
  u: number
  v: number
  /** Half length and half width, px. */
  a: number
  b: number
  /** Direction of its cristae, radians from the fibre, and a number of its own. */
  cristae: number
  seed: number
}

/** A stripe along the fibre. */
export interface Lane {
  kind: 'myofibril' | 'mitochondria'
  /** Edges at rest, px across the fibre. */
  from: number
  to: number
  /** By how much its Z lines are out of step with those of the others, px. */
  shift: number
  mitochondria: readonly Mitochondrion[]
}

/** Mitochondria end to end, with gaps, as in a row between two myofibrils. @param length - px along the fibre, from −length / 2 on */
const row = (random: Random, from: number, to: number, length: number): Mitochondrion[] => {
  const found: Mitochondrion[] = []
  const half = (to - from) / 2
  let u = -length / 2 - between(random, 0, 400)
  while (u < length / 2) {
    const isPair = half > 120 && random() < 0.4
    const a = between(random, 150, 380)
    const rows = isPair ? [-0.5, 0.5] : [0]
    for (const side of rows) {
      found.push({
        u: u + a + between(random, -20, 20),
        v: from + half * (1 + side) + between(random, -6, 6),
        a: a * between(random, 0.86, 1),
        b: (isPair ? half / 2 : half) * between(random, 0.78, 0.95),
        cristae: between(random, -0.5, 0.5) + (random() < 0.45 ? Math.PI / 2 : 0),
        seed: between(random, 0, 64),
      })
    }
    u += 2 * a + between(random, 8, 90)
  }
  return found
}

/** Lanes that cover a field of `size` px: one to three myofibrils, then a row of mitochondria. */
export const lanesOf = (random: Random, size: number): Lane[] => {
  const lanes: Lane[] = []
  let v = -0.75 * size
  let fibrils = 1
  while (v < 0.75 * size) {
    const isRow = fibrils === 0
    const width = isRow ? between(random, 170, 310) : between(random, 210, 390)
    const mitochondria = isRow ? row(random, v, v + width, 1.8 * size) : []
    const shift = between(random, -34, 34)
    lanes.push({ kind: isRow ? 'mitochondria' : 'myofibril', from: v, to: v + width, shift, mitochondria })
    fibrils = isRow ? 1 + Math.floor(2.4 * random()) : fibrils - 1
    v += width
  }
  return lanes
}
