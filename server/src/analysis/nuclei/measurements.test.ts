import { tissueMeasurements } from './measurements.ts'
import { emptyTissueMap, tissuePixelsOf } from './tissue-map.ts'

const half = { x: 0.5, y: 0.5 }

test('the area of the tissue has its unit, and its density where the pixel size is known', () => {
  expect(tissueMeasurements(4_000_000, half)).toMatchObject([
    { key: 'tissueArea', value: 1, unit: 'mm²' },
    { key: 'density', unit: '/mm²' },
  ])
  expect(tissueMeasurements(4_000_000, null)).toMatchObject([{ key: 'tissueArea', value: 4, unit: 'Mpx' }])
})

describe('Tissue', () => {
  /** A field of 20 × 20 blocks, of which those named are stained. */
  const field = (...stained: (readonly [x: number, y: number])[]) => {
    const map = emptyTissueMap({ width: 320, height: 320 })
    map.recorded.fill(256)
    for (const [x, y] of stained) map.stained[y * 20 + x] = 100
    return map
  }
  const nucleusAt = (x: number, y: number) => ({
    count: 1,
    values: {},
    points: Uint32Array.of(2),
    coordinates: Float32Array.of(x, y, x + 4, y + 4),
  })

  test('is what is stained, a little of it in a block being dust', () => {
    const map = field([3, 3], [10, 10])
    map.stained[5] = 12
    expect(tissuePixelsOf(map, [], 4)).toBe(2 * 256)
  })

  test('is where nuclei are, also pale ones', () => {
    expect(tissuePixelsOf(field(), [nucleusAt(100, 100), nucleusAt(290, 20)], 4)).toBe(2 * 256)
    expect(tissuePixelsOf(field(), [], 4)).toBe(0)
  })

  test('closes gaps of up to three nuclei, and no wider ones', () => {
    /** Two stained bands across the field, and blocks of tissue per row. */
    const bands = (gap: number) => {
      const rows = Array.from({ length: 20 }, (_, y) => y)
      const map = field(...rows.flatMap((y) => [[4, y] as const, [5 + gap, y] as const]))
      return tissuePixelsOf(map, [], 32) / (20 * 256)
    }
    expect(bands(3)).toBe(2 + 3)
    expect(bands(9)).toBe(2)
  })

  test('counts only what was recorded', () => {
    const map = field([3, 3])
    map.recorded[3 * 20 + 3] = 120
    expect(tissuePixelsOf(map, [], 4)).toBe(120)
  })
})
