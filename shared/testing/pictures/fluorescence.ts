import { createNoise, drawFractal, fractal } from './noise.ts'
import { createOutline, type Outline, visit } from './outline.ts'
import { blur, createPlane, type Plane, splat } from './plane.ts'
import { createRandom, type Random } from './random.ts'

const { PI, abs, cos, exp, floor, hypot, max, min, round, sin } = Math

/** A cultured cell: where it is at the start, how it drifts, and how deep it lies. */
interface Cell {
  nucleus: Outline
  /** Pixels per time point. */
  drift: [x: number, y: number]
  /** Height of the nucleus' middle over the field's middle, in planes. */
  depth: number
  seed: number
}

export interface FluorescenceField {
  cells: number
  /** One structure, sharp at `z` = its depth, at time point `t`; amounts of dye from 0 to about 1. */
  paint(structure: Structure, z: number, t: number): Plane
}

export const STRUCTURES = ['nuclei', 'fibres', 'membrane'] as const
export type Structure = (typeof STRUCTURES)[number]

/** Pixels of blur for each plane of distance from focus. */
const DEFOCUS = 1.1

function placeCells(width: number, height: number, wanted: number, radius: number, random: Random): Cell[] {
  const cells: Cell[] = []
  // Cells keep two and a half radii apart, so that every nucleus can be counted.
  for (let attempt = 0; attempt < wanted * 200 && cells.length < wanted; attempt++) {
    const x = random.between(radius, width - radius)
    const y = random.between(radius, height - radius)
    if (cells.some(({ nucleus }) => hypot(nucleus.x - x, nucleus.y - y) < 2.5 * radius)) continue
    cells.push({
      nucleus: createOutline(random, x, y, {
        radius: radius * random.between(0.85, 1.12),
        roundness: random.between(0.66, 0.95),
        direction: random.between(0, PI),
        lumpiness: 0.035,
      }),
      drift: [random.normal(0, radius * 0.05), random.normal(0, radius * 0.05)],
      depth: random.normal(0, 0.8),
      seed: random.integer(1e9),
    })
  }
  if (cells.length < wanted) throw new RangeError(`${width} × ${height} pixels are too few for ${wanted} cells`)
  return cells
}

function paintNuclei(plane: Plane, cells: readonly Cell[]): void {
  for (const { nucleus, seed } of cells) {
    const random = createRandom(seed)
    const chromatin = drawFractal(random, 3)
    const brightness = random.between(0.5, 1)
    const size = nucleus.reach * 0.28
    visit(nucleus, plane.width, plane.height, 1, (index, depth) => {
      const x = (index % plane.width) - nucleus.x
      const y = floor(index / plane.width) - nucleus.y
      const dome = min(1, max(0, depth + 0.5) / 3) * (0.75 + 0.25 * min(1, depth / nucleus.reach))
      plane.data[index] = max(plane.data[index] ?? 0, brightness * dome * (1 + 0.45 * chromatin(x / size, y / size)))
    })
  }
}

/** Microtubules: stiff random walks that start beside the nucleus, at the centrosome, and bend as they go out. */
function paintFibres(plane: Plane, cells: readonly Cell[], reach: number): void {
  for (const { nucleus, seed } of cells) {
    const random = createRandom(seed + 1)
    const side = random.between(0, 2 * PI)
    const start = nucleus.radiusAt(side) * 0.9
    for (let fibre = 0; fibre < 90; fibre++) {
      let x = nucleus.x + start * cos(side)
      let y = nucleus.y + start * sin(side)
      let direction = random.between(0, 2 * PI)
      let bend = 0
      const steps = reach * 2 * random.between(0.4, 1.25)
      const brightness = random.between(0.12, 0.34)
      for (let step = 0; step < steps; step++) {
        bend = 0.96 * bend + random.normal(0, 0.004)
        direction += bend
        x += 0.5 * cos(direction)
        y += 0.5 * sin(direction)
        // All fibres meet at the centrosome; without this it would outshine the cell.
        splat(plane, x, y, brightness * min(1, 0.1 + step / (0.6 * reach)))
      }
    }
  }
}

/** Cell borders: bright where the two nearest nuclei are equally far, as in an epithelial sheet. */
function paintMembrane(plane: Plane, cells: readonly Cell[], reach: number, seed: number): void {
  const warp = fractal(createNoise(seed), 3)
  const { width, height, data } = plane
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const wx = x + 0.25 * reach * warp(x / reach, y / reach)
      const wy = y + 0.25 * reach * warp(y / reach + 31, x / reach + 17)
      let nearest = Number.POSITIVE_INFINITY
      let second = Number.POSITIVE_INFINITY
      for (const { nucleus } of cells) {
        const distance = hypot(nucleus.x - wx, nucleus.y - wy)
        if (distance < nearest) [second, nearest] = [nearest, distance]
        else if (distance < second) second = distance
      }
      const edge = min(second, 1.7 * reach) - nearest
      const granular = 0.75 + 0.25 * warp(x / 3, y / 3)
      data[i] = 0.85 * exp(-((edge / 3) ** 2)) * granular + (nearest < 1.7 * reach ? 0.05 : 0)
    }
  }
}

/**
 * A culture of cells with three stains, in depth and time.
 * @param radius mean radius of a nucleus, pixels
 * @throws RangeError when the cells do not fit
 */
export function createFluorescenceField(options: {
  seed: number
  width: number
  height: number
  cells: number
  radius: number
}): FluorescenceField {
  const { width, height, radius } = options
  const random = createRandom(options.seed)
  const cells = placeCells(width, height, options.cells, radius, random)
  const membraneSeed = random.integer(1e9)
  const reach = radius * 2.4
  const at = (t: number): Cell[] =>
    cells.map((cell) => {
      const [dx, dy] = cell.drift
      return { ...cell, nucleus: { ...cell.nucleus, x: cell.nucleus.x + dx * t, y: cell.nucleus.y + dy * t } }
    })
  return {
    cells: cells.length,
    paint: (structure, z, t) => {
      // Cells at like depths share one plane: what lies out of focus is blurred by its distance from it.
      const layers = Map.groupBy(at(t), (cell) => round(cell.depth))
      const sum = createPlane(width, height)
      if (structure === 'membrane') {
        paintMembrane(sum, at(t), reach, membraneSeed)
        return blur(sum, 1 + DEFOCUS * abs(z))
      }
      for (const [depth, members] of layers) {
        const layer = createPlane(width, height)
        if (structure === 'nuclei') paintNuclei(layer, members)
        else paintFibres(layer, members, reach)
        blur(layer, 0.9 + DEFOCUS * abs(z - depth))
        layer.data.forEach((value, i) => {
          sum.data[i] = (sum.data[i] ?? 0) + value
        })
      }
      return sum
    },
  }
}
