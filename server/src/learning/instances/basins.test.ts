import fc from 'fast-check'
import { ascentBasins } from './basins.ts'
import { mergeBasins } from './merge-basins.ts'

const SIDE = 12

/** A small plane with so few different values that many neighbours are equal. */
const plane = fc.record({
  values: fc.array(fc.integer({ min: 0, max: 4 }), { minLength: SIDE * SIDE, maxLength: SIDE * SIDE }),
  mask: fc.array(fc.integer({ min: 0, max: 3 }), { minLength: SIDE * SIDE, maxLength: SIDE * SIDE }),
  sizes: fc.array(fc.integer({ min: -2, max: 2 }), { minLength: SIDE * SIDE, maxLength: SIDE * SIDE }),
})
interface Plane {
  values: number[]
  mask: number[]
  sizes: number[]
}
const typed = ({ values, mask, sizes }: Plane) => ({
  // Rises of 0.15, 0.3, 0.45 and 0.6 are below, within and above what may be asked for.
  values: Float32Array.from(values, (value) => 0.15 * value),
  sizes: Float32Array.from(sizes),
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
function objectsOf(given: Plane, left: number, top: number, side: number) {
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
  const relief = { depth: values, size: cut(whole.sizes, new Float32Array(side * side)) }
  const { roots, uncertain } = mergeBasins(relief, basins, size, { dynamics: 0.28, diameter: 3 }, cutOff)
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

test.each([
  { rise: 0.2, expected: 8, isOne: true, why: 'both are as large as one, and the rise is less than 0.28' },
  { rise: 0.3, expected: 8, isOne: false, why: 'the rise is more than 0.28' },
  { rise: 0.2, expected: 4, isOne: false, why: 'both are as large as two, and the rise is more than 0.14' },
  { rise: 0.1, expected: 4, isOne: true, why: 'the rise is less than 0.14' },
  { rise: 0.41, expected: 16, isOne: true, why: 'both are smaller than one, and the rise is less than 0.42' },
  { rise: 0.45, expected: 16, isOne: false, why: 'no peak has to rise by more than 0.42' },
])('of 8 pixels with two peaks, a rise of $rise and $expected expected, one nucleus: $isOne, since $why', (row) => {
  const pass = 0.4
  const depth = Float32Array.of(0.6, 0.9, 0.7, pass, 0.4, 0.4 + row.rise / 2, 0.4 + row.rise, 0.4)
  const plane = { width: 8, height: 1 }
  const basins = ascentBasins(depth, new Uint8Array(8).fill(1), plane)
  // Of half the diameter that is assumed.
  const diameter = 2 * Math.sqrt((4 / Math.PI) * row.expected)
  const relief = { depth, size: new Float32Array(8).fill(-1) }
  const { roots } = mergeBasins(relief, basins, plane, { dynamics: 0.28, diameter }, new Set())
  expect(new Set([...basins.labels].map((basin) => roots[basin])).size).toBe(row.isOne ? 1 : 2)
})
