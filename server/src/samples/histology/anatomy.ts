import { between, type Random } from '../../learning/random.ts'
import { fractalNoise, smoothStep, valueNoise } from '../../learning/synthesis/noise.ts'

const { abs, atan2, cos, hypot, min, sin } = Math

/** A vessel cut across. */
export interface Vessel {
  x: number
  y: number
  /** Of the outer edge of its muscle, px. */
  radius: number
  /** Thickness of its muscle as a share of the radius: arteries .3, veins .08. */
  wall: number
  /** Of the width by which its outline is drawn out, and the angle of that. */
  stretch: number
  angle: number
  seed: number
}

/** What is where on the slide. Distances in pixels, positive inside. */
export interface Place {
  /** To the edge of the tissue. */
  tissue: number
  /** Into the fat on the outer side of the wall. */
  fat: number
  /** Along and across the muscle fibres, px. */
  u: number
  v: number
  /** 0: fibres are cut across, 1: along. */
  along: number
  /** 0: healthy; above 0.5 everything is scar. */
  scar: number
  /** Cracks of the section: above 0 there is glass. */
  crack: number
}

export interface Anatomy {
  at(x: number, y: number): Place
  vessels: readonly Vessel[]
}

/**
 * A piece of the wall of a left ventricle, as a transverse section shows it: fat and the epicardium outside (above), fibres that run around
 * in the middle layer and are cut across in the outer and inner one (Streeter 1969), trabeculae inside (below), and a scar on the inner side,
 * where an infarct begins.
 *
 * @param width - of the slide, px; likewise `height`
 */
export const leftVentricle = (random: Random, { width, height }: { width: number; height: number }): Anatomy => {
  const unit = height / 18_432
  const centre = { x: width / 2, y: 27_000 * unit }
  const [outer, inner, reach] = [25_100 * unit, 14_800 * unit, 0.52]
  const outline = fractalNoise(random, 5)
  const ragged = fractalNoise(random, 4)
  const fatThickness = fractalNoise(random, 3)
  const bend = fractalNoise(random, 3)
  const sway = fractalNoise(random, 3)
  const layer = fractalNoise(random, 4)
  const patches = fractalNoise(random, 6)
  const cracks = valueNoise(random)
  const [scarAngle, scarWidth] = [between(random, -0.25, 0.2), between(random, 0.17, 0.24)]

  const at = (x: number, y: number): Place => {
    const [dx, dy] = [x - centre.x, centre.y - y]
    const radius = hypot(dx, dy)
    const angle = atan2(dx, dy)
    const depth = (outer - radius) / (outer - inner)
    const shape = outline(x / 2600 / unit, y / 2600 / unit) - 0.5
    const trabeculae = fatThickness(angle * 21 + 31, 3 + 2 * depth) - 0.42
    const edge = ragged(x / 700 / unit, y / 700 / unit) - 0.5
    const tissue = min(
      outer - radius + (1500 * shape + 160 * edge) * unit,
      radius - inner - (3400 * trabeculae + 500 * edge) * unit,
      (reach - abs(angle)) * radius + (1900 * shape + 900 * edge) * unit,
    )
    const covering = (300 + 3400 * (fatThickness(angle * 9 + 5, 2) - 0.36)) * unit
    const fat = covering - (outer - radius + 1500 * shape * unit) + 420 * edge * unit
    const [bendX, bendY] = [x / 2300 / unit, y / 2300 / unit]
    const u = angle * 20_000 * unit + 1500 * (bend(bendX, bendY) - 0.5)
    const v = radius + 1700 * (sway(bendX + 9, bendY) - 0.5) * unit
    const mixed = layer(x / 1500 / unit, y / 1500 / unit) - 0.5
    const along = smoothStep(-0.012, 0.012, 0.24 - abs(depth - 0.52) + 0.42 * mixed)
    const inScar = 1 - smoothStep(scarWidth * 0.45, scarWidth, abs(angle - scarAngle) + 0.16 * (shape + edge))
    const infarct = inScar * smoothStep(0.28, 0.7, depth + 0.5 * mixed)
    const patch = patches(x / 1500 / unit + 17, y / 1500 / unit)
    const scar = 0.62 * infarct * smoothStep(0.2, 0.5, patch) + 0.5 * smoothStep(0.57, 0.78, patch)
    const crack = cracks(u / 420 + 3, v / 34) - 0.86
    return { tissue, fat, u, v, along, scar, crack }
  }

  const vessels: Vessel[] = []
  for (let tries = 0; tries < 4000 && vessels.length < 64; tries++) {
    const radius = 42 * unit * 12 ** (random() ** 2.2)
    const [angle, depth] = [between(random, -reach, reach), between(random, -0.02, 0.93)]
    const from = outer - depth * (outer - inner)
    const [x, y] = [centre.x + from * sin(angle), centre.y - from * cos(angle)]
    const isVein = random() < 0.4
    const wall = isVein ? between(random, 0.06, 0.1) : between(random, 0.24, 0.38)
    const stretch = isVein ? between(random, 0.5, 0.8) : between(random, 0.75, 1)
    const vessel = { x, y, radius, wall, stretch, angle: Math.PI * random(), seed: random() * 64 }
    const isFree = vessels.every((other) => hypot(other.x - x, other.y - y) > 2.6 * (other.radius + radius))
    const place = at(x, y)
    if (isFree && place.tissue > 2.4 * radius && (place.fat < 0 || radius > 150 * unit)) vessels.push(vessel)
  }
  return { at, vessels }
}
