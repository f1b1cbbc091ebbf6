import type { Size } from '../../analysis/operators/size.ts'
import type { Basins } from './basins.ts'

const { max, min } = Math

/** A pass between two basins: where they touch, as high as possible. */
interface Pass {
  a: number
  b: number
  height: number
}

function passesOf(values: Float32Array, { labels, peaks }: Basins, { width }: Size): Pass[] {
  const heights = new Map<number, number>()
  const meet = (i: number, j: number) => {
    const [one, other] = [labels[i] ?? 0, labels[j] ?? 0]
    if (!one || !other || one === other) return
    const key = min(one, other) * peaks.length + max(one, other)
    const height = min(values[i] ?? 0, values[j] ?? 0)
    const known = heights.get(key)
    if (known === undefined || height > known) heights.set(key, height)
  }
  for (let i = 0; i < labels.length; i++) {
    if (!labels[i]) continue
    if ((i + 1) % width) meet(i, i + 1)
    if (i + width < labels.length) meet(i, i + width)
  }
  return [...heights].map(([key, height]) => ({ a: Math.floor(key / peaks.length), b: key % peaks.length, height }))
}

export interface MergedBasins {
  /** Basin whose peak stands for the merged one, by basin; index 0 is none. */
  roots: Int32Array
  /** By basin: 1 where the basin, or one that it might be merged with, is cut off: its final extent is unknown. */
  uncertain: Uint8Array
}

/**
 * Merges each basin whose peak rises less than `height` above the pass to a higher one (their dynamics, Grimaud 1992), from the highest
 * pass down. Between equal ones the reading order of the peaks decides, so that the plane's cut does not.
 * @param cut basins that go on beyond the plane. Not even their peak is certain, so they might be merged with all that they touch.
 */
export function mergeBasins(
  values: Float32Array,
  basins: Basins,
  size: Size,
  height: number,
  cut: ReadonlySet<number>,
): MergedBasins {
  const { peaks } = basins
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
  const heightOf = (basin: number) => values[peaks[basin] ?? 0] ?? 0
  const passes = passesOf(values, basins, size).sort((p, q) => q.height - p.height || p.a - q.a || p.b - q.b)
  for (const { a, b, height: pass } of passes) {
    if (cut.has(a) || cut.has(b) || min(heightOf(a), heightOf(b)) - pass < height)
      clusters[find(clusters, b)] = find(clusters, a)
    const [one, other] = [find(roots, a), find(roots, b)]
    if (one === other) continue
    const isOneHigher = heightOf(one) > heightOf(other) || (heightOf(one) === heightOf(other) && one < other)
    const [higher, lower] = isOneHigher ? [one, other] : [other, one]
    if (heightOf(lower) - pass < height) roots[lower] = higher
  }
  const unknown = new Set([...cut].map((basin) => find(clusters, basin)))
  return {
    roots: roots.map((_, basin) => find(roots, basin)),
    uncertain: Uint8Array.from(peaks, (_, basin) => (unknown.has(find(clusters, basin)) ? 1 : 0)),
  }
}
