import type { Random } from './random.ts'

const { PI, atan2, ceil, cos, floor, hypot, max, min, round, sin, sqrt } = Math

/** The outline of a cell body or nucleus: an ellipse with a few low harmonics, star-shaped about its centre. */
export interface Outline {
  readonly x: number
  readonly y: number
  /** Distance from the centre to the border in the direction `angle` (radians), pixels. */
  radiusAt(angle: number): number
  /** No border point is farther from the centre than this, pixels. */
  readonly reach: number
}

export interface OutlineShape {
  /** Radius of the circle of the same area, pixels, before the harmonics. */
  radius: number
  /** Short axis over long axis, 0 to 1. */
  roundness: number
  /** Direction of the long axis, radians. */
  direction: number
  /** Strength of the irregularity; 0 is a plain ellipse, 0.1 a lumpy nucleus. */
  lumpiness: number
}

const HARMONICS = [2, 3, 4, 5]

export function createOutline(random: Random, x: number, y: number, shape: OutlineShape): Outline {
  const long = shape.radius / sqrt(shape.roundness)
  const short = shape.radius * sqrt(shape.roundness)
  const waves = HARMONICS.map((order) => ({
    order,
    phase: random.between(0, 2 * PI),
    strength: (shape.lumpiness * random.next() * 2) / order,
  }))
  const ripple = (angle: number) =>
    waves.reduce((sum, wave) => sum + wave.strength * cos(wave.order * angle + wave.phase), 1)
  return {
    x,
    y,
    radiusAt: (angle) => {
      const turned = angle - shape.direction
      return ((long * short) / hypot(short * cos(turned), long * sin(turned))) * ripple(angle)
    },
    reach: long * waves.reduce((sum, wave) => sum + wave.strength, 1),
  }
}

/** The same outline at another place. */
export const moveTo = (outline: Outline, x: number, y: number): Outline => ({ ...outline, x, y })

/** The same outline, larger or smaller about its centre. */
export const scaled = (outline: Outline, factor: number): Outline => ({
  ...outline,
  radiusAt: (angle) => outline.radiusAt(angle) * factor,
  reach: outline.reach * factor,
})

/**
 * Visits the pixels of a `width` × `height` picture around an outline.
 * `depth` is how far the pixel's centre lies inside the border along its ray, pixels (negative outside);
 * `share` is its distance from the centre over the border's: 0 in the centre, 1 on the border.
 */
export function visit(
  outline: Outline,
  width: number,
  height: number,
  margin: number,
  each: (index: number, depth: number, share: number) => void,
): void {
  const reach = outline.reach + margin
  const [left, right] = [max(0, ceil(outline.x - reach)), min(width - 1, floor(outline.x + reach))]
  const [top, bottom] = [max(0, ceil(outline.y - reach)), min(height - 1, floor(outline.y + reach))]
  for (let y = top; y <= bottom; y++) {
    for (let x = left; x <= right; x++) {
      const distance = hypot(x - outline.x, y - outline.y)
      const border = outline.radiusAt(atan2(y - outline.y, x - outline.x))
      if (distance < border + margin) each(y * width + x, border - distance, distance / border)
    }
  }
}

/** The border as a closed ring of points (the first is repeated at the end), one about every pixel and a half. */
export function ringOf(outline: Outline): [number, number][] {
  const count = max(12, round(outline.reach * 4))
  const points = Array.from({ length: count }, (_, i): [number, number] => {
    const angle = (2 * PI * i) / count
    const radius = outline.radiusAt(angle)
    return [outline.x + radius * cos(angle), outline.y + radius * sin(angle)]
  })
  return [...points, ...points.slice(0, 1)]
}
