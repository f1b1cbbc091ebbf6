import Flatbush from 'flatbush'
import type { Position, Ring } from './geometry.ts'

type Segment = readonly [from: Position, to: Position]

/** On which side of a line a place lies: its sign. */
const sideOf = ([from, to]: Segment, [x, y]: Position): number =>
  Math.sign((to[0] - from[0]) * (y - from[1]) - (x - from[0]) * (to[1] - from[1]))

/** Whether two segments cross at a place that is an end of neither. */
const cross = (one: Segment, other: Segment): boolean =>
  sideOf(one, other[0]) * sideOf(one, other[1]) < 0 && sideOf(other, one[0]) * sideOf(other, one[1]) < 0

/** Crossings that are no scribble, however few corners there are: a star has more than corners. */
const few = 1000

/** Pairs of segments that are compared, with those of other geometries. */
export interface Comparisons {
  left: number
}

/** Pairs of segments of one geometry that are compared at most, per segment and in any case: some 0.3 s. */
const most = { perSegment: 50, atLeast: 2e6 } as const

/**
 * Whether rings cross themselves and each other more often than they have corners, and than 1,000 times. The time of polygon clipping grows with
 * the crossings, of which there may be as many as pairs of segments: a scribble of some thousand corners would take minutes. What takes too many
 * comparisons counts as tangled.
 */
export const isTangled = (rings: readonly Ring[], comparisons: Comparisons): boolean => {
  const segments: Segment[] = rings.flatMap((ring) => ring.slice(1).map((to, at): Segment => [ring[at] ?? to, to]))
  if (segments.length < 4) return false
  const index = new Flatbush(segments.length)
  for (const [[fromX, fromY], [toX, toY]] of segments) {
    index.add(Math.min(fromX, toX), Math.min(fromY, toY), Math.max(fromX, toX), Math.max(fromY, toY))
  }
  index.finish()
  let crossings = 0
  let left = Math.min(comparisons.left, Math.max(most.atLeast, segments.length * most.perSegment))
  for (const [at, segment] of segments.entries()) {
    const [[fromX, fromY], [toX, toY]] = segment
    const box = [Math.min(fromX, toX), Math.min(fromY, toY), Math.max(fromX, toX), Math.max(fromY, toY)] as const
    // Each pair once.
    const near = index.search(...box, (other) => other > at)
    left -= near.length
    comparisons.left -= near.length
    if (left < 0) return true
    for (const other of near) {
      const against = segments[other]
      if (against && cross(segment, against)) crossings += 1
    }
    if (crossings > Math.max(few, segments.length)) return true
  }
  return false
}
