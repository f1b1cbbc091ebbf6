import type { Size } from '../../analysis/operators/size.ts'
import { between, normal, type Random } from '../random.ts'

const { abs, atan2, ceil, cos, exp, hypot, max, min, PI, sin, sqrt } = Math

/** A nucleus as an ellipse whose border waves. */
export interface NucleusShape {
  x: number
  y: number
  /** Half axes, pixels; direction of the first. */
  a: number
  b: number
  angle: number
  /** Amplitudes and phases of waves along the border: 2, 3 and 5 per turn. */
  waves: readonly { count: number; amplitude: number; phase: number }[]
}

export interface Kind {
  /** Mean diameter, pixels, and its spread (log-normal). */
  diameter: number
  spread: number
  /** Longest over shortest axis, at most. */
  elongation: number
  /** Radius of the free room round it, as a share of the diameter: below 0.5 they touch and overlap. */
  room: number
  /** How irregular the border is, 0 to 1. */
  irregularity: number
}

/** Draws a nucleus of the kind round a place. @param angle of its long axis, radians */
export function drawShape(random: Random, kind: Kind, x: number, y: number, angle: number): NucleusShape {
  const diameter = kind.diameter * exp(kind.spread * normal(random))
  const elongation = 1 + (kind.elongation - 1) * random()
  const wave = (count: number, strength: number) => ({
    count,
    amplitude: strength * kind.irregularity * normal(random),
    phase: between(random, 0, 2 * PI),
  })
  return {
    x,
    y,
    a: (diameter / 2) * sqrt(elongation),
    b: diameter / 2 / sqrt(elongation),
    angle,
    waves: [wave(2, 0.08), wave(3, 0.06), wave(5, 0.03)],
  }
}

/**
 * Visits the pixels of a nucleus inside the plane.
 * @param visit is given the pixel and its depth: 0 in the centre, 1 on the border
 */
export function eachPixel(shape: NucleusShape, { width, height }: Size, visit: (i: number, depth: number) => void) {
  const { x, y, a, b, angle, waves } = shape
  const reach = ceil(max(a, b) * 1.35)
  const [c, s] = [cos(angle), sin(angle)]
  for (let v = max(0, ceil(y - reach)); v <= min(height - 1, y + reach); v++) {
    for (let u = max(0, ceil(x - reach)); u <= min(width - 1, x + reach); u++) {
      const [dx, dy] = [u - x, v - y]
      const [p, q] = [(dx * c + dy * s) / a, (dy * c - dx * s) / b]
      const radius = hypot(p, q)
      if (radius > 1.35) continue
      const turn = atan2(q, p)
      let border = 1
      for (const { count, amplitude, phase } of waves) border += amplitude * cos(count * turn + phase)
      const depth = radius / max(0.4, border)
      if (depth < 1) visit(v * width + u, depth)
    }
  }
}

/** Whether two nuclei overlap by more than their outlines do when they only touch. */
export const tooClose = (one: NucleusShape, other: NucleusShape, room: number): boolean => {
  const [dx, dy] = [other.x - one.x, other.y - one.y]
  const distance = hypot(dx, dy)
  const direction = atan2(dy, dx)
  const reach = ({ a, b, angle }: NucleusShape) =>
    (a * b) / sqrt((b * cos(direction - angle)) ** 2 + (a * sin(direction - angle)) ** 2)
  return distance < abs(2 * room) * (reach(one) + reach(other))
}
