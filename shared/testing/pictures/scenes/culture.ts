import type { RgbPicture } from '../encode.ts'
import { drawFractal } from '../noise.ts'
import { createOutline, type Outline, visit } from '../outline.ts'
import { createPlane, type Plane, splat } from '../plane.ts'
import { createRandom, type Random } from '../random.ts'
import { clump, DYES, showDyes } from './display.ts'
import { seeThrough } from './light.ts'

const { PI, atan2, cos, exp, floor, hypot, max, min, sin } = Math

export interface CultureOptions {
  seed: number
  /** Pixels. */
  width: number
  height: number
  cells: number
  /** Mean radius of a cell, pixels. */
  radius: number
}

interface CultureCell {
  body: Outline
  nucleus: Outline
}

/** Cells grow until they meet: their centres keep apart, their outlines may lie over each other a little. */
function seedCells({ width, height, cells, radius }: CultureOptions, random: Random): CultureCell[] {
  const grown: CultureCell[] = []
  for (let attempt = 0; attempt < 6000 && grown.length < cells; attempt++) {
    const [x, y] = [random.between(-0.05, 1.05) * width, random.between(-0.05, 1.05) * height]
    if (grown.some(({ nucleus }) => hypot(nucleus.x - x, nucleus.y - y) < 1.18 * radius)) continue
    const direction = random.normal(-0.7, 0.5)
    const body = createOutline(random, x, y, {
      radius: radius * random.between(0.8, 1.15),
      roundness: random.between(0.42, 0.75),
      direction,
      lumpiness: 0.16,
    })
    const nucleus = createOutline(random, x + random.normal(0, 0.07) * radius, y + random.normal(0, 0.07) * radius, {
      radius: radius * random.between(0.3, 0.37),
      roundness: random.between(0.62, 0.9),
      direction: direction + random.normal(0, 0.3),
      lumpiness: 0.03,
    })
    grown.push({ body, nucleus })
  }
  return grown
}

const bell = (squared: number, size: number) => exp(-squared / (2 * size * size))

function paintNucleus({ nucleus }: CultureCell, plane: Plane, random: Random): void {
  const texture = drawFractal(random, 3)
  const size = nucleus.reach * 0.3
  const brightness = random.between(0.55, 1.1)
  const nucleoli = Array.from({ length: 2 + random.integer(3) }, () => ({
    x: nucleus.x + random.normal(0, 0.3) * nucleus.reach,
    y: nucleus.y + random.normal(0, 0.22) * nucleus.reach,
    size: nucleus.reach * random.between(0.09, 0.16),
  }))
  visit(nucleus, plane.width, plane.height, 1, (index, depth) => {
    const [x, y] = [index % plane.width, floor(index / plane.width)]
    // DNA is thin where the nucleoli are.
    const holes = nucleoli.reduce((dark, n) => dark + bell((x - n.x) ** 2 + (y - n.y) ** 2, n.size), 0)
    const body = min(1, max(0, depth + 1) / (0.22 * nucleus.reach)) ** 0.6
    plane.data[index] = brightness * body * (1 + 0.5 * texture(x / size, y / size)) * max(0.25, 1 - 0.6 * holes)
  })
}

function paintTubules({ body, nucleus }: CultureCell, plane: Plane, random: Random): void {
  const side = random.between(0, 2 * PI)
  const [sx, sy] = [
    nucleus.x + 0.8 * nucleus.radiusAt(side) * cos(side),
    nucleus.y + 0.8 * nucleus.radiusAt(side) * sin(side),
  ]
  const count = 190
  for (let fibre = 0; fibre < count; fibre++) {
    let [x, y] = [sx + random.normal(0, 0.05) * body.reach, sy + random.normal(0, 0.05) * body.reach]
    let direction = random.between(0, 2 * PI)
    let bend = 0
    const brightness = random.between(0.25, 0.75)
    const steps = body.reach * random.between(0.7, 2.2)
    for (let step = 0; step < steps; step++) {
      bend = 0.97 * bend + random.normal(0, 0.6 / body.reach)
      direction += bend
      x += 0.8 * cos(direction)
      y += 0.8 * sin(direction)
      const inside = body.radiusAt(atan2(y - body.y, x - body.x)) - hypot(x - body.x, y - body.y)
      if (inside < 0.1 * body.reach) direction += 9 / body.reach
      if (inside < 0) break
      splat(plane, x, y, brightness * min(1, 0.25 + step / (0.35 * body.reach)))
    }
  }
}

/** Stress fibres: straight bundles of actin along the cell, anchored at its border, and a bright rim. */
function paintActin({ body }: CultureCell, plane: Plane, random: Random): void {
  const direction = random.normal(-0.7, 0.35)
  for (let fibre = 0; fibre < 34; fibre++) {
    const off = random.between(-0.8, 0.8) * body.reach
    const own = direction + random.normal(0, 0.07)
    const [cx, cy] = [body.x - off * sin(direction), body.y + off * cos(direction)]
    const brightness = random.between(0.1, 0.75) ** 1.5
    const sag = random.normal(0, 0.03)
    for (let step = -body.reach; step < body.reach; step += 0.7) {
      const bow = (sag * step * step) / body.reach
      const [x, y] = [cx + step * cos(own) - bow * sin(own), cy + step * sin(own) + bow * cos(own)]
      const inside = body.radiusAt(atan2(y - body.y, x - body.x)) - hypot(x - body.x, y - body.y)
      if (inside > 0) splat(plane, x, y, brightness)
    }
  }
  for (let angle = 0; angle < 2 * PI; angle += 0.6 / body.reach) {
    const radius = body.radiusAt(angle) - Math.abs(random.normal(0, 0.018 * body.reach))
    splat(plane, body.x + radius * cos(angle), body.y + radius * sin(angle), 0.22)
  }
}

/** A culture of cells: DNA in blue, microtubules in green, actin in amber. */
export function cultureScene(overrides: Partial<CultureOptions> = {}): RgbPicture {
  const options: CultureOptions = { seed: 1, width: 1200, height: 1350, cells: 30, radius: 165, ...overrides }
  const { width, height, seed } = options
  const random = createRandom(seed)
  const cells = seedCells(options, random)
  const [dna, tubules, actin] = [createPlane(width, height), createPlane(width, height), createPlane(width, height)]
  for (const cell of cells) {
    paintTubules(cell, tubules, random)
    paintActin(cell, actin, random)
    paintNucleus(cell, dna, random)
  }
  for (const { nucleus } of cells) {
    // The plane in focus cuts through the nuclei: most tubules run round them.
    visit(nucleus, width, height, 0, (index, depth) => {
      tubules.data[index] = (tubules.data[index] ?? 0) * (1 - 0.7 * min(1, depth / (0.2 * nucleus.reach)))
    })
  }
  const scale = options.radius / 165
  clump(tubules, 5 * scale, 0.4, seed + 1)
  const lens = [
    [1.3 * Math.max(0.6, scale), 0.68],
    [6 * scale, 0.2],
    [30 * scale, 0.12],
  ] as const
  return showDyes(
    [
      { plane: seeThrough(tubules, lens), exposure: 0.85 / scale, ...DYES.green },
      { plane: seeThrough(actin, lens), exposure: 0.5 / scale, ...DYES.amber },
      { plane: seeThrough(dna, lens), exposure: 0.62, ...DYES.blue },
    ],
    0.8,
    seed,
  )
}
