import type { Size } from '../../analysis/operators/size.ts'
import type { Basins } from './basins.ts'

const { min, PI } = Math

/** A pass between two basins: where they touch, as high as possible. */
interface Pass {
  a: number
  b: number
  height: number
}

/** Each pair of basins that touch, once. */
function passesOf(values: Float32Array, { labels, peaks }: Basins, { width }: Size): Pass[] {
  const passes: Pass[] = []
  // Lists by basin: a basin has half a dozen neighbours, which are found sooner in a list than in a table of pairs.
  const first = new Int32Array(peaks.length).fill(-1)
  const next: number[] = []
  const meet = (one: number, other: number, height: number) => {
    const [a, b] = one < other ? [one, other] : [other, one]
    for (let at = first[a] ?? -1; at !== -1; at = next[at] ?? -1) {
      const pass = passes[at]
      if (pass?.b !== b) continue
      if (height > pass.height) pass.height = height
      return
    }
    next.push(first[a] ?? -1)
    first[a] = passes.push({ a, b, height }) - 1
  }
  for (let i = 0, x = 0; i < labels.length; i++, x = x + 1 === width ? 0 : x + 1) {
    const basin = labels[i] ?? 0
    if (!basin) continue
    const right = x + 1 === width ? 0 : (labels[i + 1] ?? 0)
    if (right && right !== basin) meet(basin, right, min(values[i] ?? 0, values[i + 1] ?? 0))
    const below = labels[i + width] ?? 0
    if (below && below !== basin) meet(basin, below, min(values[i] ?? 0, values[i + width] ?? 0))
  }
  return passes
}

export interface MergedBasins {
  /** Basin whose peak stands for the merged one, by basin; index 0 is none. */
  roots: Int32Array
  /** By basin: 1 where the basin, or one that it might be merged with, is cut off: its final extent is unknown. */
  uncertain: Uint8Array
}

/** The area expected counts as at most this many times the area of both: that bounds how far a peak may have to rise. */
const MOST_RATIO = 1.5

/** What the network says of each pixel of a plane. */
interface Relief {
  depth: Float32Array
  /** log₂ of the diameter of the pixel's nucleus over the one assumed. */
  size: Float32Array
}

/**
 * Merges each basin whose peak rises too little above the pass to a higher one (its dynamics, Grimaud 1992), from the highest pass down. How
 * far it must rise follows from the area of both and from that of one nucleus by the size head: parts of one nucleus are together as large
 * as expected, two nuclei twice as large. Between equal peaks their reading order decides, so that the plane's cut does not.
 * @param dynamics least rise where the area is as expected
 * @param diameter the one assumed, pixels
 * @param cut basins that go on beyond the plane. Not even their peak is certain, so they might be merged with all that they touch.
 */
export function mergeBasins(
  { depth, size }: Relief,
  basins: Basins,
  plane: Size,
  { dynamics, diameter }: { dynamics: number; diameter: number },
  cut: ReadonlySet<number>,
): MergedBasins {
  const { labels, peaks } = basins
  const identity = () => Int32Array.from(peaks.keys())
  const [roots, clusters] = [identity(), identity()]
  const find = (sets: Int32Array, basin: number): number => {
    let root = basin
    while ((sets[root] ?? root) !== root) {
      sets[root] = sets[sets[root] ?? root] ?? root
      root = sets[root] ?? root
    }
    return root
  }
  const areas = new Float64Array(peaks.length)
  const sizeSums = new Float64Array(peaks.length)
  const add = (basin: number, area: number, sizeSum: number) => {
    areas[basin] = (areas[basin] ?? 0) + area
    sizeSums[basin] = (sizeSums[basin] ?? 0) + sizeSum
  }
  for (let i = 0; i < labels.length; i++) {
    const basin = labels[i] ?? 0
    if (basin) add(basin, 1, size[i] ?? 0)
  }
  const leastRise = (one: number, other: number): number => {
    const area = (areas[one] ?? 0) + (areas[other] ?? 0)
    const meanSize = ((sizeSums[one] ?? 0) + (sizeSums[other] ?? 0)) / area
    const expected = (PI / 4) * (diameter * 2 ** meanSize) ** 2
    return dynamics * min(MOST_RATIO, expected / area)
  }
  const heightOf = (basin: number) => depth[peaks[basin] ?? 0] ?? 0
  const passes = passesOf(depth, basins, plane).sort((p, q) => q.height - p.height || p.a - q.a || p.b - q.b)
  for (const { a, b, height: pass } of passes) {
    if (cut.has(a) || cut.has(b) || min(heightOf(a), heightOf(b)) - pass < dynamics * MOST_RATIO)
      clusters[find(clusters, b)] = find(clusters, a)
    const [one, other] = [find(roots, a), find(roots, b)]
    if (one === other) continue
    const isOneHigher = heightOf(one) > heightOf(other) || (heightOf(one) === heightOf(other) && one < other)
    const [higher, lower] = isOneHigher ? [one, other] : [other, one]
    if (heightOf(lower) - pass >= leastRise(one, other)) continue
    roots[lower] = higher
    add(higher, areas[lower] ?? 0, sizeSums[lower] ?? 0)
  }
  const unknown = new Set([...cut].map((basin) => find(clusters, basin)))
  return {
    roots: roots.map((_, basin) => find(roots, basin)),
    uncertain: Uint8Array.from(peaks, (_, basin) => (unknown.has(find(clusters, basin)) ? 1 : 0)),
  }
}
