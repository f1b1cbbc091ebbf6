import fc from 'fast-check'
import { ascentBasins } from './basins.ts'
import { mergeBasins } from './merge-basins.ts'

const SIDE = 12

/** A small plane with so few different values that many neighbours are equal. */
const plane = fc.record({
  values: fc.array(fc.integer({ min: 0, max: 4 }), { minLength: SIDE * SIDE, maxLength: SIDE * SIDE }),
  mask: fc.array(fc.integer({ min: 0, max: 3 }), { minLength: SIDE * SIDE, maxLength: SIDE * SIDE }),
})
const typed = ({ values, mask }: { values: number[]; mask: number[] }) => ({
  values: Float32Array.from(values),
  mask: Uint8Array.from(mask, (value) => (value ? 1 : 0)),
})

const neighboursOf = (i: number, width: number, count: number): number[] => {
  const x = i % width
  return [i - width, x > 0 ? i - 1 : -1, x < width - 1 ? i + 1 : -1, i + width].filter((j) => j >= 0 && j < count)
}

test('each pixel goes to the highest of its neighbours, the first of equal ones, until none is higher', () => {
  fc.assert(
    fc.property(plane, (given) => {
      const { values, mask } = typed(given)
      const { labels, peaks } = ascentBasins(values, mask, { width: SIDE, height: SIDE })
      const higher = (i: number, j: number) => (values[i] ?? 0) > (values[j] ?? 0) || (values[i] === values[j] && i < j)
      const peakOf = (i: number): number => {
        const next = neighboursOf(i, SIDE, labels.length)
          .filter((j) => mask[j])
          .reduce((best, j) => (higher(j, best) ? j : best), i)
        return next === i ? i : peakOf(next)
      }
      for (const [i, label] of labels.entries()) expect(label && peaks[label]).toBe(mask[i] ? peakOf(i) : 0)
    }),
  )
})

/** Merged basins by the place of their peak in the large plane: their pixels there; only those that the cut does not concern. */
function objectsOf(given: { values: number[]; mask: number[] }, left: number, top: number, side: number) {
  const whole = typed(given)
  const size = { width: side, height: side }
  const place = (i: number) => (top + Math.floor(i / side)) * SIDE + left + (i % side)
  const cut = <A extends Float32Array | Uint8Array>(from: A, to: A): A => to.map((_, i) => from[place(i)] ?? 0) as A
  const values = cut(whole.values, new Float32Array(side * side))
  const basins = ascentBasins(values, cut(whole.mask, new Uint8Array(side * side)), size)
  const isCut = (i: number) => {
    const [x, y] = [i % side, Math.floor(i / side)]
    const atSide = (place: number, start: number) =>
      (place === 0 && start > 0) || (place === side - 1 && start + side < SIDE)
    return atSide(x, left) || atSide(y, top)
  }
  const cutOff = new Set(
    [...basins.labels.entries()].filter(([i, basin]) => basin && isCut(i)).map(([, basin]) => basin),
  )
  const { roots, uncertain } = mergeBasins(values, basins, size, 2, cutOff)
  const objects = new Map<number, number[]>()
  for (const [i, basin] of basins.labels.entries()) {
    const root = roots[basin] ?? 0
    if (!basin || uncertain[basin]) continue
    const peak = place(basins.peaks[root] ?? 0)
    objects.set(peak, [...(objects.get(peak) ?? []), place(i)])
  }
  return objects
}

test('what a cut out of a plane knows for sure is the same as in the plane', () => {
  const start = fc.integer({ min: 0, max: 4 })
  let known = 0
  fc.assert(
    fc.property(plane, start, start, (given, left, top) => {
      const whole = objectsOf(given, 0, 0, SIDE)
      for (const [peak, pixels] of objectsOf(given, left, top, 8)) {
        known += 1
        expect(pixels).toEqual(whole.get(peak))
      }
    }),
    { numRuns: 1500 },
  )
  expect(known).toBeGreaterThan(100)
})

test('a peak is one of its own when it rises by the height above the pass to a higher one', () => {
  const values = Float32Array.of(9, 5, 8, 7, 8, 2, 4, 3)
  const size = { width: 8, height: 1 }
  const basins = ascentBasins(values, new Uint8Array(8).fill(1), size)
  const objectsAt = (height: number) => {
    const { roots } = mergeBasins(values, basins, size, height, new Set())
    return [...basins.labels].map((basin) => values[basins.peaks[roots[basin] ?? 0] ?? 0])
  }
  expect(objectsAt(0.5)).toEqual([9, 9, 8, 8, 8, 8, 4, 4])
  expect(objectsAt(2.5)).toEqual([9, 9, 8, 8, 8, 8, 8, 8])
  expect(objectsAt(3.5)).toEqual([9, 9, 9, 9, 9, 9, 9, 9])
})
