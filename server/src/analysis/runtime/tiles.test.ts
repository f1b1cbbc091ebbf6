import fc from 'fast-check'
import { toSource } from '../sources/rgb.ts'
import { contains, tilesOf } from './tiles.ts'

const length = fc.integer({ min: 1, max: 40 })

test('each pixel belongs to the core of exactly one tile, and tiles see their surroundings', () => {
  fc.assert(
    fc.property(length, length, fc.integer({ min: 3, max: 20 }), fc.nat(9), (width, height, coreSize, margin) => {
      const tiles = tilesOf({ width, height }, coreSize, margin)
      for (let i = 0; i < width * height; i++) {
        const centre = [(i % width) + 0.5, Math.floor(i / width) + 0.5] as const
        expect(tiles.filter(({ core }) => contains(core, centre))).toHaveLength(1)
      }
      for (const { core, seen } of tiles) {
        expect(core.width).toBeLessThanOrEqual(coreSize)
        expect(seen.left).toBe(Math.max(0, core.left - margin))
        expect(seen.top + seen.height).toBe(Math.min(height, core.top + core.height + margin))
      }
    }),
  )
})

test('an image in memory is read by region', async () => {
  const data = Uint8Array.from({ length: 4 * 3 * 3 }, (_, i) => i)
  const source = toSource({ data, width: 4, height: 3, pixelSizeUm: null })
  expect([...(await source.read({ left: 2, top: 1, width: 2, height: 2 }))]).toEqual([
    18, 19, 20, 21, 22, 23, 30, 31, 32, 33, 34, 35,
  ])
  expect(() => toSource({ data, width: 5, height: 3, pixelSizeUm: null })).toThrow(RangeError)
})
