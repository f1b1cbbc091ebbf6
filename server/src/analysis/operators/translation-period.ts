import type { Size } from './size.ts'

const { abs, ceil, cos, floor, max, min, PI, sin } = Math

/** Share of a plane that must overlap with its shifted copy: a correlation over less says little. */
const LEAST_OVERLAP = 0.2

/** A shift after which a plane looks like itself. */
export interface Period {
  /** Pixels, to parts of one. */
  dx: number
  dy: number
  /** Length in the unit of the pixel's size. */
  length: number
  /** Correlation of the plane with its shifted copy, −1 to 1; and with one that is shifted by half of it, which is the valley between. */
  peak: number
  valley: number
}

/** Pearson's correlation of a plane with its copy that is shifted by whole pixels, over where both are; 0 where either is uniform. `dx` ≥ 0. */
function shiftedCorrelation(plane: Float32Array, { width, height }: Size, dx: number, dy: number): number {
  let [a, b, aa, bb, ab] = [0, 0, 0, 0, 0]
  const [top, bottom] = [max(0, -dy), height - max(0, dy)]
  for (let y = top; y < bottom; y++) {
    for (let at = y * width, end = at + width - dx, other = (y + dy) * width + dx; at < end; at++, other++) {
      const one = plane[at] as number
      const two = plane[other] as number
      a += one
      b += two
      aa += one * one
      bb += two * two
      ab += one * two
    }
  }
  const count = max(0, width - dx) * max(0, bottom - top)
  const [varianceA, varianceB] = [count * aa - a * a, count * bb - b * b]
  return varianceA > 0 && varianceB > 0 ? (count * ab - a * b) / (varianceA * varianceB) ** 0.5 : 0
}

/** Of a parabola through three values at −1, 0 and 1, of which the middle one is the largest: the place of its vertex. */
const vertex = (before: number, at: number, after: number): number => {
  const curvature = before - 2 * at + after
  return curvature < 0 ? (0.5 * (before - after)) / curvature : 0
}

/** Of the strongest correlation: shifts with as much are on one ridge with it. Bands look the same after any shift along them. */
const RIDGE = 0.9
/** Directions, degrees, and places on each, parts of a pixel. */
const TURN = 2
const STEP = 0.5

/**
 * The correlations with copies shifted by up to so many pixels: by dx from 0 and dy from −`down`. NaN where too little overlaps, and for shifts
 * by fewer pixels than `shortest`, which nobody asks for.
 */
const correlations = (plane: Float32Array, size: Size, right: number, down: number, shortest: number) => {
  const least = LEAST_OVERLAP * size.width * size.height
  const columns = right + 1
  const values = new Float32Array(columns * (2 * down + 1)).fill(Number.NaN)
  for (let dy = -down; dy <= down; dy++) {
    for (let dx = 0; dx <= right; dx++) {
      if (max(dx, abs(dy)) < shortest || (size.width - dx) * (size.height - abs(dy)) < least) continue
      values[(dy + down) * columns + dx] = shiftedCorrelation(plane, size, dx, dy)
    }
  }
  /** Interpolated. */
  return (x: number, y: number): number => {
    const [left, top] = [floor(x), floor(y)]
    const [u, v] = [x - left, y - top]
    const corner = (top + down) * columns + left
    const above = (values[corner] ?? Number.NaN) * (1 - u) + (u > 0 ? (values[corner + 1] ?? Number.NaN) * u : 0)
    if (v === 0) return above
    const under = corner + columns
    return (
      above * (1 - v) +
      v * ((values[under] ?? Number.NaN) * (1 - u) + (u > 0 ? (values[under + 1] ?? Number.NaN) * u : 0))
    )
  }
}

/**
 * The shortest shift, within a range of lengths, among those after which a plane looks most like itself: for bands, the one across them.
 *
 * @param plane height × width, row-major
 * @param pixel its size, in any unit
 * @param range of the lengths, in that unit
 * @param rise by how much the correlation must exceed that after half of the shift: along bands it is high everywhere
 * @returns null when no correlation has such a peak within the range: the plane is only smooth, or its period is another
 */
export function translationPeriod(
  plane: Float32Array,
  size: Size,
  pixel: { x: number; y: number },
  [shortest, longest]: readonly [number, number],
  rise: number,
): Period | null {
  const [right, down] = [ceil(longest / pixel.x) + 1, ceil(longest / pixel.y) + 1]
  const at = correlations(plane, size, right, down, shortest / (2 * max(pixel.x, pixel.y)) - 2)
  const step = STEP * min(pixel.x, pixel.y)
  const peaks: Period[] = []
  for (let turn = -90 + TURN; turn <= 90; turn += TURN) {
    const [x, y] = [max(0, cos((turn * PI) / 180)) / pixel.x, sin((turn * PI) / 180) / pixel.y]
    let best: Period | null = null
    for (let length = shortest + step; length <= longest - step; length += step) {
      const [before, peak, after] = [length - step, length, length + step].map((far) => at(far * x, far * y)) as [
        ...[number, number, number],
      ]
      if (!(peak > before && peak >= after && peak > (best?.peak ?? 0))) continue
      const exact = length + step * vertex(before, peak, after)
      const valley = at((exact / 2) * x, (exact / 2) * y)
      if (peak - valley >= rise) best = { dx: exact * x, dy: exact * y, length: exact, peak, valley }
    }
    if (best) peaks.push(best)
  }
  const highest = max(...peaks.map(({ peak }) => peak))
  return peaks.filter(({ peak }) => peak >= RIDGE * highest).toSorted((a, b) => a.length - b.length)[0] ?? null
}
