import fc from 'fast-check'
import { hotSpotOf, hotSpotWindowsOf } from './hot-spot.ts'

const object = fc.record({
  x: fc.double({ min: 0, max: 900, noNaN: true }),
  y: fc.double({ min: 0, max: 500, noNaN: true }),
  code: fc.integer({ min: 0, max: 1 }),
})
const hotSpot = (
  objects: readonly { x: number; y: number; code: number }[],
  least: number,
  leftOut = new Set<number>(),
) => {
  const [x, y] = [Float64Array.from(objects, (one) => one.x), Float64Array.from(objects, (one) => one.y)]
  const codes = Uint16Array.from(objects, ({ code }) => code)
  return hotSpotOf(hotSpotWindowsOf({ x, y }, least, leftOut), codes, new Set([1]))
}

/** All squares of whole cells round the cells with an object, by the definition. */
const byDefinition = (objects: readonly { x: number; y: number; code: number }[], least: number): number | null => {
  const far = [Math.max(...objects.map(({ x }) => x)), Math.max(...objects.map(({ y }) => y))]
  const cell = Math.max(...far, 1) / 256
  const cellOf = (place: number) => Math.min(255, Math.floor(place / cell))
  const shares = objects.map((centre) => {
    const distances = objects.map(({ x, y }) =>
      Math.max(Math.abs(cellOf(x) - cellOf(centre.x)), Math.abs(cellOf(y) - cellOf(centre.y))),
    )
    const reach = distances.toSorted((a, b) => a - b)[least - 1] ?? Number.NaN
    const inside = objects.filter((_, i) => (distances[i] ?? Number.NaN) <= reach)
    return (100 * inside.filter(({ code }) => code === 1).length) / inside.length
  })
  return objects.length < least ? null : Math.max(...shares)
}

test('the share is the largest of all smallest squares with enough objects', () => {
  fc.assert(
    fc.property(
      fc.array(object, { minLength: 1, maxLength: 60 }),
      fc.integer({ min: 1, max: 20 }),
      (objects, least) => {
        const found = hotSpot(objects, least)
        const expected = byDefinition(objects, least)
        if (expected === null) return expect(found).toBeNull()
        expect(found?.share).toBeCloseTo(expected, 9)
        expect(found?.objects).toBeGreaterThanOrEqual(least)
      },
    ),
    { numRuns: 60 },
  )
})

test('an object that is left out does not count', () => {
  const objects = Array.from({ length: 9 }, (_, i) => ({ x: 10 * i, y: 5, code: i > 5 ? 1 : 0 }))
  expect(hotSpot(objects, 3)?.share).toBe(100)
  expect(hotSpot(objects, 3, new Set([8]))?.share).toBeCloseTo(200 / 3)
  expect(hotSpot(objects, 9, new Set([1]))).toBeNull()
  expect(hotSpot([], 1)).toBeNull()
})
