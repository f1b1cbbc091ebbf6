import * as fc from 'fast-check'
import { type Geometry, type Position, positionsOf, type Ring } from './index.ts'
import { repaired } from './repair.ts'
import { isSurelySimple } from './tangle.ts'

const unlimited = () => ({ left: Number.POSITIVE_INFINITY })
const closed = (corners: readonly Position[]): Ring => [...corners, corners[0] ?? [0, 0]]
const place = fc.tuple(fc.integer({ min: 0, max: 12 }), fc.integer({ min: 0, max: 12 }))

test('what is surely simple needs no repair by clipping', () => {
  const away = closed([
    [100, 100],
    [110, 100],
    [110, 110],
  ])
  let simple = 0
  fc.assert(
    fc.property(fc.array(place, { minLength: 3, maxLength: 7 }), (corners) => {
      const ring = closed(corners)
      if (!isSurelySimple(ring, unlimited())) return
      simple += 1
      // Beside another part, which always takes the long way.
      const geometry: Geometry = { type: 'MultiPolygon', coordinates: [[ring], [away]] }
      expect(positionsOf(repaired(geometry))).toEqual(positionsOf(geometry))
    }),
    { numRuns: 2000 },
  )
  expect(simple).toBeGreaterThan(200)
})

test('outlines around a middle are surely simple, and cost some comparisons', () => {
  const reaches = fc.array(fc.integer({ min: 10, max: 100 }), { minLength: 5, maxLength: 60 })
  fc.assert(
    fc.property(reaches, (all) => {
      const corners = all.map((reach, at): Position => {
        const angle = (2 * Math.PI * at) / all.length
        return [reach * Math.cos(angle), reach * Math.sin(angle)]
      })
      const comparisons = { left: 1e6 }
      expect(isSurelySimple(closed(corners), comparisons)).toBe(true)
      expect(comparisons.left).toBeLessThan(1e6)
    }),
  )
})

test.each<[string, Position[]]>([
  [
    'a bow tie',
    [
      [0, 0],
      [9, 9],
      [9, 0],
      [0, 9],
    ],
  ],
  [
    'a corner on a side',
    [
      [0, 0],
      [9, 0],
      [9, 9],
      [5, 0],
      [0, 9],
    ],
  ],
  [
    'a spike',
    [
      [0, 0],
      [9, 0],
      [15, 0],
      [9, 0],
      [9, 9],
    ],
  ],
  [
    'a corner that is there twice',
    [
      [0, 0],
      [9, 0],
      [9, 0],
      [9, 9],
    ],
  ],
  [
    'a line',
    [
      [0, 0],
      [9, 0],
      [4, 0],
    ],
  ],
])('%s is not', (_, corners) => {
  expect(isSurelySimple(closed(corners), unlimited())).toBe(false)
})
