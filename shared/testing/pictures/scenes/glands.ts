import type { RgbPicture } from '../encode.ts'
import { createNoise, drawFractal, fractal, type Noise } from '../noise.ts'
import { createOutline, type Outline, visit } from '../outline.ts'
import { blur, createPlane, type Plane } from '../plane.ts'
import { createRandom, type Random } from '../random.ts'
import { mixStains, STAINS } from '../stains.ts'

const { PI, abs, atan2, cos, floor, hypot, max, min, round, sin } = Math

export interface GlandsOptions {
  seed: number
  /** Pixels. */
  width: number
  height: number
  /** Mean radius of a gland, pixels. */
  radius: number
}

interface Section {
  hematoxylin: Plane
  eosin: Plane
  random: Random
  clumps: Noise
  /** Everything scales with the glands: at 1 a nucleus is about 17 px long. */
  scale: number
}

/** Where in a gland the lumen ends and where the nuclei lie, as shares of its radius. */
const LUMEN = 0.3
const NUCLEI = 0.87

const smoothstep = (from: number, to: number, value: number) => {
  const t = min(1, max(0, (value - from) / (to - from)))
  return t * t * (3 - 2 * t)
}

function placeGlands({ width, height, radius }: GlandsOptions, random: Random): Outline[] {
  const glands: Outline[] = []
  for (let attempt = 0; attempt < 4000; attempt++) {
    const gland = createOutline(random, random.between(-0.1, 1.1) * width, random.between(-0.1, 1.1) * height, {
      radius: radius * random.between(0.75, 1.2),
      roundness: random.between(0.6, 0.95),
      direction: random.between(0, PI),
      lumpiness: 0.07,
    })
    const isFree = glands.every((other) => {
      const angle = atan2(gland.y - other.y, gland.x - other.x)
      const gap = hypot(gland.x - other.x, gland.y - other.y)
      return gap > other.radiusAt(angle) + gland.radiusAt(angle + PI) + 0.14 * radius
    })
    if (isFree) glands.push(gland)
  }
  return glands
}

function paintNucleus(section: Section, nucleus: Outline, stain: number): void {
  const { hematoxylin, eosin, clumps, scale } = section
  visit(nucleus, hematoxylin.width, hematoxylin.height, 1, (index, depth, share) => {
    const inside = smoothstep(-0.8, 0.8, depth)
    const [x, y] = [index % hematoxylin.width, floor(index / hematoxylin.width)]
    const chromatin = max(0.3, 1 + 0.55 * clumps(x / (3.2 * scale), y / (3.2 * scale)))
    const rim = 0.78 + 0.4 * share ** 3
    hematoxylin.data[index] = max(hematoxylin.data[index] ?? 0, inside * stain * chromatin * rim)
    eosin.data[index] = (eosin.data[index] ?? 0) * (1 - 0.5 * inside)
  })
}

/**
 * Columnar epithelium: a ring of cells, each with its nucleus at the base and some with a drop of pale mucin above it.
 */
function paintEpithelium(section: Section, gland: Outline): void {
  const { random, scale, eosin, hematoxylin } = section
  let angle = random.between(0, 2 * PI)
  const end = angle + 2 * PI
  while (angle < end) {
    const radius = gland.radiusAt(angle)
    angle += ((11 * scale) / (radius * NUCLEI)) * random.between(0.75, 1.25)
    const at = radius * random.normal(NUCLEI, 0.035)
    const nucleus = createOutline(random, gland.x + at * cos(angle), gland.y + at * sin(angle), {
      radius: 6.6 * scale * random.between(0.85, 1.15),
      roundness: random.between(0.42, 0.62),
      direction: angle + random.normal(0, 0.13),
      lumpiness: 0.05,
    })
    if (random.next() < 0.4) {
      const up = radius * random.between(0.46, 0.62)
      const drop = createOutline(random, gland.x + up * cos(angle), gland.y + up * sin(angle), {
        radius: 9.5 * scale * random.between(0.75, 1.25),
        roundness: random.between(0.6, 0.85),
        direction: angle,
        lumpiness: 0.04,
      })
      visit(drop, eosin.width, eosin.height, 2, (index, depth) => {
        const inside = smoothstep(-1, 2 * scale, depth)
        eosin.data[index] = (eosin.data[index] ?? 0) * (1 - 0.8 * inside)
        hematoxylin.data[index] = (hematoxylin.data[index] ?? 0) * (1 - 0.2 * inside) + 0.05 * inside
      })
    }
    paintNucleus(section, nucleus, random.between(0.5, 0.85))
  }
}

/** Tissue without its nuclei; returns how far each pixel lies outside the nearest gland (negative within). */
function paintGround(section: Section, glands: readonly Outline[]): Plane {
  const { hematoxylin, eosin, random, clumps, scale } = section
  const { width, height } = eosin
  const strands = drawFractal(random, 4)
  const slow = drawFractal(random, 3)
  const outside = createPlane(width, height)
  const lumens = glands.map(({ x, y, reach }) => ({
    x,
    y,
    /** Radius of a circle on which the noise changes once per cell. */
    cells: reach / (11 * scale),
    size: LUMEN * random.between(0.55, 1.25),
    noise: createNoise(random.integer(1e9)),
  }))
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      let nearest = Number.POSITIVE_INFINITY
      let share = 2
      let host = 0
      for (const [g, gland] of glands.entries()) {
        const distance = hypot(x - gland.x, y - gland.y)
        if (distance - gland.reach > nearest) continue
        const border = gland.radiusAt(atan2(y - gland.y, x - gland.x))
        if (distance - border < nearest) [nearest, share, host] = [distance - border, distance / border, g]
      }
      outside.data[i] = nearest
      const warp = slow(x / (120 * scale), y / (120 * scale))
      const lumen = lumens[host]
      const fine = clumps(x / (2.6 * scale), y / (2.6 * scale))
      if (nearest < 0 && lumen) {
        // The apex of the cells is ragged where they open into the lumen.
        const open = lumen.size * (1 + 0.35 * lumen.noise(x / (26 * scale), y / (26 * scale)))
        const cells = smoothstep(open - 0.05, open + 0.05, share)
        const apex = 1 - 0.35 * smoothstep(0.35, 0.75, share)
        const turn = atan2(y - lumen.y, x - lumen.x)
        const wall = 1 - abs(lumen.noise(lumen.cells * cos(turn) + 40, lumen.cells * sin(turn) + 40))
        eosin.data[i] = cells * (0.3 * apex + 0.07 * smoothstep(0.82, 1, wall) + 0.05 * fine + 0.05 * warp) + 0.012
        hematoxylin.data[i] = cells * (0.085 + 0.03 * fine)
      } else {
        // Collagen runs round the glands in waves.
        const along = strands(x / (70 * scale) + 2 * warp, (nearest + 30 * scale * warp) / (7.5 * scale))
        const cleft = smoothstep(0.28, 0.62, along + 0.35 * warp)
        eosin.data[i] = max(0.01, (0.24 + 0.22 * along + 0.04 * fine) * (1 - 0.9 * cleft))
        hematoxylin.data[i] = 0.035 * (1 - cleft)
      }
      // The basement membrane.
      eosin.data[i] = (eosin.data[i] ?? 0) + 0.1 * Math.exp(-((nearest / (1.6 * scale)) ** 2))
    }
  }
  return outside
}

function paintStroma(section: Section, outside: Plane): void {
  const { random, scale } = section
  const { width, height } = outside
  const count = round((width * height) / (420 * scale * scale))
  for (let i = 0; i < count; i++) {
    const [x, y] = [random.between(2, width - 2), random.between(2, height - 2)]
    const at = (dx: number, dy: number) => outside.data[round(y + dy) * width + round(x + dx)] ?? 0
    if (at(0, 0) < 4 * scale) continue
    const across = atan2(at(0, 2) - at(0, -2), at(2, 0) - at(-2, 0))
    const isLymphocyte = random.next() < 0.3
    const nucleus = createOutline(random, x, y, {
      radius: (isLymphocyte ? 4.3 : 5) * scale * random.between(0.85, 1.15),
      roundness: isLymphocyte ? random.between(0.8, 1) : random.between(0.2, 0.42),
      direction: across + PI / 2 + random.normal(0, 0.25),
      lumpiness: 0.05,
    })
    paintNucleus(section, nucleus, isLymphocyte ? random.between(0.75, 1) : random.between(0.5, 0.8))
  }
}

/** Glands of the colon in cross-section, stained with hematoxylin and eosin. */
export function glandsScene(overrides: Partial<GlandsOptions> = {}): RgbPicture {
  const options: GlandsOptions = { seed: 1, width: 960, height: 1080, radius: 130, ...overrides }
  const { width, height, seed } = options
  const random = createRandom(seed)
  const section: Section = {
    hematoxylin: createPlane(width, height),
    eosin: createPlane(width, height),
    random,
    clumps: fractal(createNoise(seed + 5), 2),
    scale: options.radius / 130,
  }
  const glands = placeGlands(options, random)
  const outside = paintGround(section, glands)
  paintStroma(section, outside)
  for (const gland of glands) paintEpithelium(section, gland)
  const [hematoxylin, eosin] = [blur(section.hematoxylin, 0.75), blur(section.eosin, 0.75)]
  const white = [247, 244, 246]
  const data = mixStains(
    [
      { stain: STAINS.hematoxylin, amount: hematoxylin },
      { stain: STAINS.eosin, amount: eosin },
    ],
    (index, channel) => {
      const fall = abs((index % width) / width - 0.5) ** 2 + abs(floor(index / width) / height - 0.5) ** 2
      return (white[channel] ?? 255) * (1 - 0.06 * fall)
    },
    () => random.normal(0, 0.7),
  )
  return { width, height, data }
}
