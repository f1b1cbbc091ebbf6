import { requireSize, type Size } from './size.ts'

/** Disjoint sets (union–find with path halving); the root of a set is its smallest member. */
function createSets(): { add(): number; find(set: number): number; join(a: number, b: number): number } {
  const parents: number[] = [0]
  const find = (set: number) => {
    let root = set
    for (let parent = parents[root] ?? root; parent !== root; parent = parents[root] ?? root) {
      parents[root] = parents[parent] ?? parent
      root = parents[root] ?? parent
    }
    return root
  }
  return {
    find,
    add: () => parents.push(parents.length) - 1,
    join: (a, b) => {
      const [first, second] = [find(a), find(b)]
      const [low, high] = first < second ? [first, second] : [second, first]
      parents[high] = low
      return low
    },
  }
}

/** A labelled plane and the sizes of its components. */
export interface Components {
  /** 0 outside the mask; components are numbered from 1 in the order of their first pixels. */
  labels: Int32Array
  /** Pixels per label; index 0 counts those outside the mask. */
  areas: number[]
}

/**
 * Connected components of a mask (non-zero is inside) by the two-pass algorithm (Rosenfeld & Pfaltz 1966).
 *
 * @param neighbours 4 joins pixels with a common edge, 8 also those with a common corner
 * @throws RangeError when the mask does not have that size
 */
export function connectedComponents(mask: Uint8Array, size: Size, neighbours: 4 | 8): Components {
  requireSize(mask, size)
  const { width, height } = size
  const labels = new Int32Array(mask.length)
  const sets = createSets()
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      if (!mask[i]) continue
      let label = 0
      const meet = (other: number | undefined) => {
        if (other) label = label ? sets.join(label, other) : sets.find(other)
      }
      if (x > 0) meet(labels[i - 1])
      if (y > 0) {
        meet(labels[i - width])
        if (neighbours === 8 && x > 0) meet(labels[i - width - 1])
        if (neighbours === 8 && x < width - 1) meet(labels[i - width + 1])
      }
      labels[i] = label || sets.add()
    }
  }
  const numbers = new Map<number, number>()
  const areas = [0]
  for (let i = 0; i < labels.length; i++) {
    const provisional = labels[i] ?? 0
    if (!provisional) {
      areas[0] = (areas[0] ?? 0) + 1
      continue
    }
    const root = sets.find(provisional)
    const known = numbers.get(root)
    const label = known ?? areas.push(0) - 1
    if (known === undefined) numbers.set(root, label)
    labels[i] = label
    areas[label] = (areas[label] ?? 0) + 1
  }
  return { labels, areas }
}
