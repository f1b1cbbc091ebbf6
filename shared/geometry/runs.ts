import { type Geometry, type Position, polygonsOf, type Ring } from './geometry.ts'

/** Pixels of a row, from the column `from` on and before the column `to`. */
export type Run = readonly [row: number, from: number, to: number]

/** A side of an area between two corners, from the upper one to the lower one. */
interface Side {
  x: number
  y: number
  /** Pixels to the right per pixel down. */
  slope: number
  /** First row whose middle is at it or below, and the first one after it. */
  first: number
  end: number
}

const sideOf = ([fromX, fromY]: Position, [toX, toY]: Position): Side[] => {
  if (fromY === toY) return []
  const [[x, y], [endX, endY]] =
    fromY < toY
      ? [
          [fromX, fromY],
          [toX, toY],
        ]
      : [
          [toX, toY],
          [fromX, fromY],
        ]
  const side = { x, y, slope: (endX - x) / (endY - y), first: Math.ceil(y - 0.5), end: Math.ceil(endY - 0.5) }
  return side.first < side.end ? [side] : []
}

const sidesOf = (geometry: Geometry): Side[] =>
  polygonsOf(geometry)
    .flat()
    .flatMap((ring) => ring.slice(1).flatMap((to, at) => sideOf(ring[at] ?? to, to)))
    .toSorted((one, other) => one.first - other.first)

/**
 * The pixels of an area on a plane: those whose middle lies within it, as runs in reading order. Rings are even and odd, as holes have it.
 * A middle on an edge belongs to the area on its right or below, so that areas that share an edge share no pixel.
 * @param width - of the plane in pixels, as `height`
 */
export const runsOf = (geometry: Geometry, width: number, height: number): Run[] => {
  const sides = sidesOf(geometry)
  const runs: Run[] = []
  let active: Side[] = []
  let next = 0
  const start = Math.max(0, sides[0]?.first ?? 0)
  for (let row = start; row < height && (next < sides.length || active.length > 0); row += 1) {
    for (let side = sides[next]; side && side.first <= row; side = sides[next]) {
      active.push(side)
      next += 1
    }
    active = active.filter(({ end }) => end > row)
    const crossings = active
      .map(({ x, y, slope }) => Math.ceil(x + (row + 0.5 - y) * slope - 0.5))
      .toSorted((one, other) => one - other)
    for (let at = 0; at + 1 < crossings.length; at += 2) {
      const from = Math.max(0, crossings[at] ?? 0)
      const to = Math.min(width, crossings[at + 1] ?? 0)
      const last = runs.at(-1)
      // Two that meet are one.
      if (last?.[0] === row && last[2] === from && from < to) runs[runs.length - 1] = [row, last[1], to]
      else if (from < to) runs.push([row, from, to])
    }
  }
  return runs
}

/** The component of each run: those that share a side of a pixel with each other, over any number of rows. */
const componentsOf = (runs: readonly Run[]): number[] => {
  const parents = runs.map((_, at) => at)
  const rootOf = (at: number): number => {
    let root = at
    while (parents[root] !== root) root = parents[root] ?? root
    for (let each = at; parents[each] !== root; ) {
      const parent = parents[each] ?? root
      parents[each] = root
      each = parent
    }
    return root
  }
  let above = 0
  for (const [at, [row, from, to]] of runs.entries()) {
    while ((runs[above]?.[0] ?? row) < row - 1 || (runs[above]?.[0] === row - 1 && (runs[above]?.[2] ?? 0) <= from)) {
      above += 1
    }
    for (let each = above; runs[each]?.[0] === row - 1 && (runs[each]?.[1] ?? to) < to; each += 1) {
      parents[rootOf(at)] = rootOf(each)
    }
  }
  return runs.map((_, at) => rootOf(at))
}

/** Edges of pixels between two corners, with the area on the right: the end by the start. Where two areas meet at a corner there are two. */
type Edges = Map<string, Position[]>

const keyOf = ([x, y]: Position): string => `${x} ${y}`

const addEdge = (edges: Edges, from: Position, to: Position): void => {
  const key = keyOf(from)
  const ends = edges.get(key)
  if (ends) ends.push(to)
  else edges.set(key, [to])
}

/** Parts of a row that one of two rows of runs has and the other has not: where they begin and end, in order. */
const differences = (one: readonly Run[], other: readonly Run[]): [from: number, to: number][] => {
  const ends = [...one, ...other].flatMap(([, from, to]) => [from, to]).toSorted((a, b) => a - b)
  const pairs: [number, number][] = []
  for (let at = 0; at + 1 < ends.length; at += 2) {
    const [from = 0, to = 0] = [ends[at], ends[at + 1]]
    if (from < to) pairs.push([from, to])
  }
  return pairs
}

const has = (runs: readonly Run[], column: number): boolean =>
  runs.some(([, from, to]) => column >= from && column < to)

/** The edges of a component, clockwise around it on the screen and the other way around its holes. */
const edgesOf = (runs: readonly Run[]): Edges => {
  const rows = Map.groupBy(runs, ([row]) => row)
  const edges: Edges = new Map()
  const first = runs[0]?.[0] ?? 0
  const last = runs.at(-1)?.[0] ?? -1
  for (let row = first; row <= last + 1; row += 1) {
    const [above, here] = [rows.get(row - 1) ?? [], rows.get(row) ?? []]
    for (const [from, to] of differences(above, here)) {
      if (has(here, from)) addEdge(edges, [from, row], [to, row])
      else addEdge(edges, [to, row], [from, row])
    }
    for (const [, from, to] of here) {
      addEdge(edges, [to, row], [to, row + 1])
      addEdge(edges, [from, row + 1], [from, row])
    }
  }
  return edges
}

/** Whether a turn at a corner goes to the right: around the pixel that the edge before belongs to. */
const turnsRight = ([x, y]: Position, [cornerX, cornerY]: Position, [toX, toY]: Position): boolean =>
  (cornerX - x) * (toY - cornerY) - (cornerY - y) * (toX - cornerX) > 0

const isStraight = ([x, y]: Position, [cornerX, cornerY]: Position, [toX, toY]: Position): boolean =>
  (cornerX - x) * (toY - cornerY) === (cornerY - y) * (toX - cornerX)

/** Takes the edges of one ring out of all edges. */
const takeRing = (edges: Edges, start: Position): Ring => {
  const corners: Position[] = [start]
  let [before, corner] = [start, start]
  for (;;) {
    const ends = edges.get(keyOf(corner)) ?? []
    const right = ends.findIndex((to) => turnsRight(before, corner, to))
    const [to] = ends.splice(Math.max(0, right), 1)
    if (ends.length === 0) edges.delete(keyOf(corner))
    if (!to) break
    ;[before, corner] = [corner, to]
    if (corner[0] === start[0] && corner[1] === start[1]) break
    corners.push(corner)
  }
  const bent = corners.filter((each, at) => {
    const [last = each, next = each] = [corners.at(at - 1), corners[(at + 1) % corners.length]]
    return !isStraight(last, each, next)
  })
  const [first] = bent
  return first ? [...bent, [...first]] : bent
}

/** Rings of a component: its outline, then its holes. */
const ringsOf = (runs: readonly Run[]): Ring[] => {
  const edges = edgesOf(runs)
  const rings: Ring[] = []
  // The edges of the upper left pixel come first, so the outline does.
  for (let [key] = edges.keys(); key !== undefined; [key] = edges.keys()) {
    const [x = 0, y = 0] = key.split(' ').map(Number)
    rings.push(takeRing(edges, [x, y]))
  }
  return rings
}

/**
 * The area that runs of pixels cover, along the edges of the pixels. Pixels that share only a corner are parts of their own. The inverse of
 * `runsOf`.
 * @param runs - in reading order, none of which overlap or meet
 * @returns null: there are none
 */
export const areaOfRuns = (runs: readonly Run[]): Geometry | null => {
  const components = componentsOf(runs)
  const polygons = [...Map.groupBy(runs.keys(), (at) => components[at]).values()].map((members) =>
    ringsOf(members.flatMap((at) => (runs[at] ? [runs[at]] : []))),
  )
  const [only] = polygons
  if (!only) return null
  return polygons.length === 1
    ? { type: 'Polygon', coordinates: only }
    : { type: 'MultiPolygon', coordinates: polygons }
}
