import type { RgbPicture } from '../encode.ts'
import { createPlane, type Plane, splat } from '../plane.ts'
import { createRandom, type Random } from '../random.ts'
import { clump, DYES, showDyes } from './display.ts'
import { paintInterphase } from './interphase.ts'
import { addTo, seeThrough } from './light.ts'

const { PI, abs, cos, hypot, sin, sqrt } = Math

export interface SpindleOptions {
  seed: number
  /** Pixels. */
  width: number
  height: number
  /** Pole to middle, as a share of the height. */
  halfLength: number
  /** Middle of the spindle, as shares of width and height. */
  centre: readonly [number, number]
  /** Turn of the axis from upright, radians. */
  tilt: number
  /** How far the chromatids have parted, as a share of the half length: 0 in metaphase, 0.5 in late anaphase. */
  parting: number
  /** A neighbour in interphase in the upper left corner. */
  neighbour: boolean
}

/** Coordinates of the spindle: along its axis, −1 and 1 at the poles; across it and in depth, in half lengths. */
type SpindlePoint = readonly [along: number, across: number, depth: number]

interface Stage {
  random: Random
  options: SpindleOptions
  /** Pixels of one half length. */
  unit: number
  toPixel(point: SpindlePoint): readonly [x: number, y: number]
}

function createStage(options: SpindleOptions): Stage {
  const unit = options.halfLength * options.height
  const [cx, cy] = [options.centre[0] * options.width, options.centre[1] * options.height]
  const [c, s] = [cos(options.tilt), sin(options.tilt)]
  return {
    random: createRandom(options.seed),
    options,
    unit,
    toPixel: ([along, across]) => [cx + unit * (c * across + s * along), cy + unit * (c * along - s * across)],
  }
}

/** Distance from the axis of a fibre that is `width` wide at the middle. */
const barrel = (along: number, width: number) => width * (1 - abs(along) ** 2.1) ** 0.82

function paintBundle(stage: Stage, plane: Plane, pole: 1 | -1): void {
  const { random, unit, toPixel } = stage
  const turn = random.between(0, 2 * PI)
  const width = 0.66 * sqrt(random.between(0.04, 1))
  const parting = stage.options.parting
  // Most fibres hold a chromosome and end at it; the others reach over the middle and meet those of the other pole.
  const holds = random.next() < 0.62
  const end = holds ? parting + random.between(0.02, 0.14) : random.between(-0.45, 0.1)
  const start = random.between(0.86, 0.99)
  const [poleAcross, poleDepth] = [random.normal(0, 0.035), random.normal(0, 0.035)]
  const sway = random.normal(0, 0.022)
  const strands = holds ? 8 : 4
  const brightness = random.between(0.55, 1.25)
  for (let strand = 0; strand < strands; strand++) {
    const turnOff = random.normal(0, 0.07)
    const widthOff = random.normal(1, 0.06)
    const [wave, pitch] = [random.between(0, 2 * PI), random.between(5, 11)]
    const last = end + random.normal(0, 0.03)
    const steps = (start - last) * unit * 1.6
    for (let step = 0; step < steps; step++) {
      const along = start - ((start - last) * step) / steps
      const fan = turn + turnOff * (1.4 - along)
      const radius = barrel(along, width * widthOff) + 0.009 * sin(pitch * along + wave)
      const near = Math.max(0, along) ** 6
      const point: SpindlePoint = [
        pole * along,
        radius * cos(fan) + near * poleAcross + sway * sin(4 * along + wave / 3),
        radius * sin(fan) + near * poleDepth,
      ]
      const [x, y] = toPixel(point)
      // Tubules end one by one on the way, so that bundles thin out from the pole to the middle.
      splat(plane, x + random.normal(0, 0.8), y + random.normal(0, 0.8), brightness * (0.5 + 0.5 * along) * 0.62)
    }
  }
}

function paintAster(stage: Stage, plane: Plane, pole: 1 | -1): void {
  const { random, unit, toPixel } = stage
  for (let ray = 0; ray < 230; ray++) {
    // Rays fan out all round but are hidden where the spindle itself is.
    let direction = random.between(-0.66 * PI, 0.66 * PI)
    const length = unit * Math.min(0.62, 0.05 - 0.16 * Math.log(1 - random.next()))
    let [x, y] = toPixel([pole * random.normal(0.95, 0.03), random.normal(0, 0.04), 0])
    let bend = 0
    const brightness = random.between(0.4, 1.1)
    const { tilt } = stage.options
    for (let step = 0; step < length * 1.6; step++) {
      bend = 0.97 * bend + random.normal(0, 0.0012)
      direction += bend
      const [dAcross, dAlong] = [sin(direction), pole * cos(direction)]
      x += (cos(tilt) * dAcross + sin(tilt) * dAlong) / 1.6
      y += (cos(tilt) * dAlong - sin(tilt) * dAcross) / 1.6
      splat(plane, x, y, brightness * (1 - (0.75 * step) / (length * 1.6)))
    }
  }
}

/** A centrosome: a bright, grainy ball. */
function paintPole(stage: Stage, plane: Plane, pole: 1 | -1): void {
  const { random, unit, toPixel } = stage
  for (let i = 0; i < 14_000; i++) {
    const [x, y] = toPixel([pole * random.normal(0.94, 0.05), random.normal(0, 0.062), 0])
    splat(plane, x, y, 1.5 * (unit / 480) ** 2)
  }
}

/** A chromosome's arm: a worm of chromatin that starts at its kinetochore. */
function paintArm(stage: Stage, plane: Plane, origin: SpindlePoint, heading: SpindlePoint, length: number): void {
  const { random, unit, toPixel } = stage
  let [along, across, depth] = origin
  const norm = hypot(...heading)
  let [dAlong, dAcross, dDepth] = [heading[0] / norm, heading[1] / norm, heading[2] / norm]
  const thickness = 0.05 * random.between(0.88, 1.1)
  const steps = (length * unit) / 1.5
  for (let step = 0; step < steps; step++) {
    dAlong += random.normal(0, 0.035)
    dAcross += random.normal(0, 0.02)
    dDepth += random.normal(0, 0.02)
    const size = hypot(dAlong, dAcross, dDepth) * (unit / 1.5)
    along += dAlong / size
    across += dAcross / size
    depth += dDepth / size
    const taper = Math.min(1, 0.6 + step / 12, 0.55 + (steps - step) / 14)
    for (let grain = 0; grain < 26; grain++) {
      const radius = thickness * taper * sqrt(random.next())
      const angle = random.between(0, 2 * PI)
      const [x, y] = toPixel([along + radius * sin(angle), across + radius * cos(angle), depth])
      splat(plane, x, y, 2)
    }
  }
}

function paintChromosomes(stage: Stage, plane: Plane): void {
  const { random, options } = stage
  const sets: (1 | -1)[] = options.parting > 0 ? [1, -1] : [1]
  for (const side of sets) {
    for (let i = 0; i < 42; i++) {
      const turn = random.between(0, 2 * PI)
      const off = 0.64 * sqrt(random.next()) * (1 - 0.35 * options.parting)
      const [across, depth] = [off * cos(turn), off * sin(turn)]
      // The plate is slightly bowl-shaped in anaphase: what is farther out lags behind.
      const along = side * (options.parting - 0.25 * options.parting * (off / 0.6) ** 2) + random.normal(0, 0.045)
      const outward: SpindlePoint = [
        random.normal(0, 0.55),
        across + random.normal(0, 0.12),
        depth + random.normal(0, 0.12),
      ]
      const arms = options.parting > 0 ? [0.12, 0.2] : [0.14, 0.3]
      for (const reach of arms) {
        const length = reach * random.between(0.7, 1.35)
        // In anaphase the arms trail behind their kinetochores, towards the middle.
        const heading: SpindlePoint =
          options.parting > 0
            ? [-side * random.between(0.7, 1.4), outward[1] * 1.1, outward[2]]
            : [outward[0] + random.normal(0, 0.25), outward[1] * 2.2, outward[2]]
        paintArm(stage, plane, [along, across, depth], heading, length)
      }
    }
  }
}

const DEFAULTS: SpindleOptions = {
  seed: 1,
  width: 1200,
  height: 1350,
  halfLength: 0.36,
  centre: [0.53, 0.5],
  tilt: -0.19,
  parting: 0,
  neighbour: true,
}

/** A dividing cell: microtubules in green, chromosomes in magenta, as a maximum projection shows them. */
export function spindleScene(overrides: Partial<SpindleOptions> = {}): RgbPicture {
  const options = { ...DEFAULTS, ...overrides }
  const stage = createStage(options)
  const { width, height } = options
  const scale = stage.unit / 466
  const tubules = createPlane(width, height)
  for (const pole of [1, -1] as const) {
    for (let i = 0; i < 150; i++) paintBundle(stage, tubules, pole)
    paintAster(stage, tubules, pole)
    paintPole(stage, tubules, pole)
  }
  const chromatin = createPlane(width, height)
  paintChromosomes(stage, chromatin)
  clump(tubules, 5 * scale, 0.5, options.seed + 12)
  clump(chromatin, 9 * scale, 0.7, options.seed + 11)
  if (options.neighbour) {
    const other = paintInterphase(createRandom(options.seed + 3), options)
    addTo(tubules, other.tubules, 0.75)
    addTo(chromatin, other.chromatin, 0.7)
  }
  const lens = [
    [2.3 * scale, 0.66],
    [8 * scale, 0.22],
    [40 * scale, 0.12],
  ] as const
  return showDyes(
    [
      { plane: seeThrough(tubules, lens), exposure: 2.5 / scale, ...DYES.green },
      { plane: seeThrough(chromatin, lens), exposure: 2.8 / scale, ...DYES.magenta },
    ],
    3.2,
    options.seed,
  )
}
