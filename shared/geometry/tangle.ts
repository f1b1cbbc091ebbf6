import Flatbush from 'flatbush'
import type { Position, Ring } from './geometry.ts'

type Segment = readonly [from: Position, to: Position]

/** On which side of a line a place lies: its sign. */
const sideOf = ([from, to]: Segment, [x, y]: Position): number =>
  Math.sign((to[0] - from[0]) * (y - from[1]) - (x - from[0]) * (to[1] - from[1]))

/** Whether two segments cross at a place that is an end of neither. */
const cross = (one: Segment, other: Segment): boolean =>
  sideOf(one, other[0]) * sideOf(one, other[1]) < 0 && sideOf(other, one[0]) * sideOf(other, one[1]) < 0

/** Corners up to which all pairs of segments are compared sooner than an index is made. */
const fewCorners = 100

/**
 * Whether a ring surely neither crosses nor touches itself: false also where it has many corners, so that this would take long to find out.
 * Most outlines of other programs are such rings.
 */
export const isSurelySimple = (ring: Ring, comparisons: Comparisons): boolean => {
  const corners = ring.length - 1
  if (corners < 3 || corners > fewCorners) return false
  comparisons.left -= (corners * (corners - 1)) / 2
  const xs = new Float64Array(corners + 1)
  const ys = new Float64Array(corners + 1)
  for (let at = 0; at <= corners; at += 1) [xs[at], ys[at]] = ring[at] ?? [0, 0]
  for (let one = 0; one < corners; one += 1) {
    const [ax = 0, ay = 0, bx = 0, by = 0] = [xs[one], ys[one], xs[one + 1], ys[one + 1]]
    // The next one begins where this one ends, and must not go back over it; the last one ends where the first one begins.
    const next = (one + 1) % corners
    const [nextX = 0, nextY = 0] = [xs[next + 1], ys[next + 1]]
    const isBack =
      (bx - ax) * (nextY - by) === (by - ay) * (nextX - bx) && (bx - ax) * (nextX - bx) + (by - ay) * (nextY - by) <= 0
    if (isBack) return false
    for (let other = one + 2; other < corners - (one === 0 ? 1 : 0); other += 1) {
      const [cx = 0, cy = 0, dx = 0, dy = 0] = [xs[other], ys[other], xs[other + 1], ys[other + 1]]
      if (Math.max(ax, bx) < Math.min(cx, dx) || Math.max(cx, dx) < Math.min(ax, bx)) continue
      if (Math.max(ay, by) < Math.min(cy, dy) || Math.max(cy, dy) < Math.min(ay, by)) continue
      const ofC = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay)
      const ofD = (bx - ax) * (dy - ay) - (dx - ax) * (by - ay)
      if (ofC * ofD > 0) continue
      const ofA = (dx - cx) * (ay - cy) - (ax - cx) * (dy - cy)
      const ofB = (dx - cx) * (by - cy) - (bx - cx) * (dy - cy)
      if (ofA * ofB <= 0) return false
    }
  }
  return true
}

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
