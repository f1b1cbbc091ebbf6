import type { Geometry, Position } from '@lamella/shared/geometry'
import { areaOfRuns, type Run, runsOf } from '@lamella/shared/geometry/runs.ts'

/*
 * Masks as COCO has them (pycocotools, maskApi.c): numbers of pixels, down the columns from the upper left one on, that are outside, inside,
 * outside and so on; or the same as a text, six bits in each character.
 */

/** @returns null: it is no such text */
const countsOfText = (text: string): number[] | null => {
  const counts: number[] = []
  for (let at = 0; at < text.length; ) {
    let value = 0
    let isMore = true
    for (let shift = 0; isMore; shift += 5) {
      const bits = text.charCodeAt(at) - 48
      at += 1
      if (!(bits >= 0 && bits < 64) || shift > 45) return null
      isMore = (bits & 32) !== 0
      value += (bits & 31) * 2 ** shift
      // The sign is the highest bit of the last five.
      if (!isMore && bits & 16) value -= 2 ** (shift + 5)
    }
    // From the fourth one on a count is told by its difference to the one before the last.
    counts.push(counts.length > 2 ? value + (counts.at(-2) ?? 0) : value)
  }
  return counts
}

const isCount = (value: unknown): value is number => Number.isInteger(value) && Number(value) >= 0

const turned = ([x, y]: Position): Position => [y, x]

/** An area of which rows and columns are exchanged. */
const turnedArea = (geometry: Geometry): Geometry => {
  if (geometry.type !== 'Polygon' && geometry.type !== 'MultiPolygon') return geometry
  const turnedRings = (rings: Position[][]) => rings.map((ring) => ring.map(turned).toReversed())
  return geometry.type === 'Polygon'
    ? { type: 'Polygon', coordinates: turnedRings(geometry.coordinates) }
    : { type: 'MultiPolygon', coordinates: geometry.coordinates.map(turnedRings) }
}

/** Why a mask cannot be read, in words for the user. */
export class WrongMaskError extends Error {}

/**
 * The area of a mask, along the edges of its pixels.
 * @param counts - numbers of pixels, or the text of them
 * @param height - of the image in pixels, as `width`
 * @returns null: no pixel is inside
 * @throws WrongMaskError
 */
export const areaOfRunLengths = (counts: unknown, height: number, width: number): Geometry | null => {
  const all = typeof counts === 'string' ? countsOfText(counts) : counts
  if (!Array.isArray(all) || !all.every(isCount)) throw new WrongMaskError('Its run lengths cannot be read.')
  const pixels = all.reduce((sum, count) => sum + count, 0)
  if (pixels !== height * width) {
    throw new WrongMaskError(`Its run lengths are of ${pixels} pixels, and its image has ${height * width}.`)
  }
  const runs: Run[] = []
  let start = 0
  for (const [index, count] of all.entries()) {
    const end = start + count
    for (let at = start; index % 2 === 1 && at < end; ) {
      const column = Math.floor(at / height)
      const to = Math.min(end, (column + 1) * height)
      const [from, last] = [at - column * height, runs.at(-1)]
      // Counts of 0 part what hangs together.
      if (last?.[0] === column && last[2] === from) runs[runs.length - 1] = [column, last[1], to - column * height]
      else runs.push([column, from, to - column * height])
      at = to
    }
    start = end
  }
  const area = areaOfRuns(runs)
  return area && turnedArea(area)
}

/** The mask of an area: numbers of pixels down the columns, of those whose middle lies within it. @param height - of the image in pixels, as `width` */
export const runLengthsOf = (geometry: Geometry, height: number, width: number): number[] => {
  const counts: number[] = []
  let at = 0
  for (const [column, from, to] of runsOf(turnedArea(geometry), height, width)) {
    const start = column * height + from
    // From the end of one column to the beginning of the next one a run goes on.
    if (start === at && counts.length > 0) counts[counts.length - 1] = (counts.at(-1) ?? 0) + to - from
    else counts.push(start - at, to - from)
    at = column * height + to
  }
  if (at < height * width || counts.length === 0) counts.push(height * width - at)
  return counts
}
