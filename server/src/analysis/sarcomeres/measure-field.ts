import * as z from 'zod'
import { blockMeans } from '../operators/block-means.ts'
import type { Size } from '../operators/size.ts'
import { translationPeriod } from '../operators/translation-period.ts'
import type { Region } from '../runtime/tiles.ts'
import type { MultichannelSource } from '../sources/multichannel.ts'
import type { PixelSize } from '../sources/pixel-source.ts'

const { floor, hypot, max, round } = Math

/** Side of a field, µm: two sarcomeres. */
export const FIELD_UM = 4
/** Pixels are averaged to this size, µm: a Z line is some 80 nm wide. */
const REDUCED_UM = 0.05
/** Correlations by which a period is told from the likeness of any two places of a picture. */
const LEAST_PEAK = 0.35
const LEAST_RISE = 0.25
/** Half of the length of the line at whose darkness the ends of a sarcomere are found, µm. */
const HALF_LINE = 0.25

/** What was found in a field. */
export const measuredField = z.object({
  /** Pixels of the image. */
  centre: z.tuple([z.number(), z.number()]),
  /** Null: no clear period. */
  sarcomere: z.nullable(
    z.object({
      /** µm. */
      length: z.number(),
      /** From end to end, µm. */
      vector: z.tuple([z.number(), z.number()]),
      /** Of the period, correlation, to 1. */
      clearness: z.number(),
      /** Ends of one sarcomere near the centre, pixels of the image. */
      from: z.tuple([z.number(), z.number()]),
      to: z.tuple([z.number(), z.number()]),
    }),
  ),
})
export type MeasuredField = z.infer<typeof measuredField>

/** Fields of at least 4 µm that cover an image, row by row; none where it is smaller. */
export function fieldsOf({ width, height }: Size, pixelSizeUm: PixelSize): { columns: number; regions: Region[] } {
  const [columns, rows] = [floor((width * pixelSizeUm.x) / FIELD_UM), floor((height * pixelSizeUm.y) / FIELD_UM)]
  const regions = Array.from({ length: columns * rows }, (_, i) => {
    const [column, row] = [i % columns, floor(i / columns)]
    const [left, top] = [floor((width * column) / columns), floor((height * row) / rows)]
    return {
      left,
      top,
      width: floor((width * (column + 1)) / columns) - left,
      height: floor((height * (row + 1)) / rows) - top,
    }
  })
  return { columns, regions }
}

/** Mean of a plane along a line across the direction (ux, uy), at whole pixels; NaN outside. */
const meanAcross = (
  { plane, width, height }: Size & { plane: Float32Array },
  [x, y]: readonly [number, number],
  [acrossX, acrossY]: readonly [number, number],
  steps: number,
): number => {
  let sum = 0
  for (let i = -steps; i <= steps; i++) {
    const [column, row] = [round(x + (acrossX * i) / steps), round(y + (acrossY * i) / steps)]
    if (column < 0 || row < 0 || column >= width || row >= height) return Number.NaN
    sum += plane[row * width + column] ?? 0
  }
  return sum / (2 * steps + 1)
}

/**
 * Measures the length of sarcomeres in a field: the shift after which it looks most like itself.
 *
 * @param range of the lengths, µm
 */
export async function measureField(
  source: MultichannelSource,
  channel: number,
  region: Region,
  pixelSizeUm: PixelSize,
  range: readonly [number, number],
): Promise<MeasuredField> {
  const [samples] = await source.read(region, [channel])
  const across = max(1, round(REDUCED_UM / pixelSizeUm.x))
  const down = max(1, round(REDUCED_UM / pixelSizeUm.y))
  const reduced = blockMeans(samples ?? [], region, { across, down })
  const pixel = { x: across * pixelSizeUm.x, y: down * pixelSizeUm.y }
  const centre: [number, number] = [region.left + region.width / 2, region.top + region.height / 2]
  const period = translationPeriod(reduced.plane, reduced, pixel, range, LEAST_RISE)
  if (!period || period.peak < LEAST_PEAK) return { centre, sarcomere: null }

  const { dx, dy, length } = period
  const lengthPx = hypot(dx, dy)
  const lines = HALF_LINE / pixel.x
  const lineAcross = [(-dy / lengthPx) * lines, (dx / lengthPx) * lines] as const
  const steps = max(1, round(lines))
  const placeAt = (share: number): [number, number] => [
    reduced.width / 2 + (share - 0.5) * dx,
    reduced.height / 2 + (share - 0.5) * dy,
  ]
  // Its ends are where both lines are darkest: Z lines in a micrograph.
  let [best, darkest] = [0, Number.POSITIVE_INFINITY]
  for (let i = -20; i <= 20; i++) {
    const level =
      meanAcross(reduced, placeAt(i / 40), lineAcross, steps) +
      meanAcross(reduced, placeAt(1 + i / 40), lineAcross, steps)
    if (level < darkest) [best, darkest] = [i / 40, level]
  }
  const inImage = ([x, y]: [number, number]): [number, number] => [region.left + x * across, region.top + y * down]
  const ends = { from: inImage(placeAt(best)), to: inImage(placeAt(1 + best)) }
  return { centre, sarcomere: { length, vector: [dx * pixel.x, dy * pixel.y], clearness: period.peak, ...ends } }
}
