import fc from 'fast-check'
import { contains, splitIntoTiles } from './tiles.ts'

const length = fc.integer({ min: 1, max: 40 })

test('each pixel belongs to the core of exactly one tile, and tiles are padded by the margin', () => {
  fc.assert(
    fc.property(length, length, fc.integer({ min: 3, max: 20 }), fc.nat(9), (width, height, coreSize, margin) => {
      const tiles = splitIntoTiles({ width, height }, coreSize, margin)
      for (let i = 0; i < width * height; i++) {
        const centre = [(i % width) + 0.5, Math.floor(i / width) + 0.5] as const
        expect(tiles.filter(({ core }) => contains(core, centre))).toHaveLength(1)
      }
      for (const { core, padded } of tiles) {
        expect(core.width).toBeLessThanOrEqual(coreSize)
        expect(padded.left).toBe(Math.max(0, core.left - margin))
        expect(padded.top + padded.height).toBe(Math.min(height, core.top + core.height + margin))
      }
    }),
  )
})
