import { drawFractal } from './noise.ts'
import { createOutline, moveTo, type Outline, visit } from './outline.ts'
import { blur, type Plane, planeOf } from './plane.ts'
import type { Random } from './random.ts'

const { PI, floor, max, min, round } = Math

/** A square piece of stained tissue that tiles without a seam; optical densities. */
export interface TissueTexture {
  size: number
  hematoxylin: Plane
  eosin: Plane
}

export interface TissueKind {
  /** Nuclei per million pixels. */
  density: number
  /** Mean radius, pixels. */
  radius: number
  /** Short over long axis. */
  roundness: readonly [number, number]
  /** Mean eosin between the nuclei, and the strength of its streaks. */
  eosin: number
  streaks: number
  /** Streaks run along x and wave; 1 is no direction at all. */
  stretch: number
}

export const EPITHELIUM: TissueKind = {
  density: 1900,
  radius: 8.5,
  roundness: [0.6, 0.95],
  eosin: 0.27,
  streaks: 0.35,
  stretch: 1,
}

export const STROMA: TissueKind = {
  density: 420,
  radius: 6.5,
  roundness: [0.24, 0.5],
  eosin: 0.3,
  streaks: 0.75,
  stretch: 6,
}

/** The outline and its eight copies in the neighbours of a square that repeats. */
const copies = (outline: Outline, size: number): Outline[] =>
  [-size, 0, size].flatMap((dx) => [-size, 0, size].map((dy) => moveTo(outline, outline.x + dx, outline.y + dy)))

/** A square of tissue with periodic borders. @param size - pixels of a side */
export function createTissueTexture(kind: TissueKind, size: number, random: Random): TissueTexture {
  const streaks = drawFractal(random, 3, 32)
  const clumps = drawFractal(random, 3, 256)
  const waves = drawFractal(random, 3, 8)
  const wave = (x: number, y: number) => (waves((8 * x) / size, (8 * y) / size) * size) / 24
  const eosin = planeOf(size, size, (x, y) => {
    const bent = y + wave(x, y)
    const strand = streaks((32 * x) / size / max(1, kind.stretch / 2), (32 * max(1, kind.stretch / 2) * bent) / size)
    return kind.eosin * max(0.15, 1 + kind.streaks * strand)
  })
  const hematoxylin = planeOf(size, size, (x, y) => 0.05 + 0.03 * clumps((128 * x) / size, (128 * y) / size))
  const count = round((kind.density * size * size) / 1e6)
  for (let i = 0; i < count; i++) {
    const stain = random.between(0.45, 0.95)
    const outline = createOutline(random, random.next() * size, random.next() * size, {
      radius: kind.radius * max(0.6, random.normal(1, 0.18)),
      roundness: random.between(...kind.roundness),
      direction: kind.stretch > 1 ? random.normal(0, 0.35) : random.between(0, PI),
      lumpiness: 0.05,
    })
    for (const copy of copies(outline, size)) {
      visit(copy, size, size, 1, (index, depth, share) => {
        const inside = min(1, max(0, depth + 0.5))
        const chromatin = 1 + 0.5 * clumps((256 * (index % size)) / size, (256 * floor(index / size)) / size)
        const rim = 0.8 + 0.35 * share * share
        hematoxylin.data[index] = max(hematoxylin.data[index] ?? 0, inside * stain * chromatin * rim)
        eosin.data[index] = (eosin.data[index] ?? 0) * (1 - 0.6 * inside)
      })
    }
  }
  return { size, hematoxylin: blur(hematoxylin, 0.8, true), eosin: blur(eosin, 0.8, true) }
}
