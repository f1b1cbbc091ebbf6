import fc from 'fast-check'
import { sampleView } from '../../testing/sample-image.ts'
import { extentOf, pixelProjection, tileGridOf } from './pixel-space.ts'

const view = sampleView({
  width: 1000,
  height: 800,
  levels: [
    { width: 250, height: 200 },
    { width: 500, height: 400 },
    { width: 1000, height: 800 },
  ],
})

test('the map is the image, with the first pixel at its upper left', () => {
  expect(extentOf(view)).toEqual([0, -800, 1000, 0])
  expect(pixelProjection(view).getExtent()).toEqual([0, -800, 1000, 0])
  expect(pixelProjection(view).getMetersPerUnit()).toBeUndefined()
})

test('the last level has every pixel, and each one before it half as many in a line', () => {
  expect(tileGridOf(view).getResolutions()).toEqual([4, 2, 1])
})

test('a pixel lies in the tile computed from its position, at every level', () => {
  const grid = tileGridOf(view)
  fc.assert(
    fc.property(fc.nat({ max: 999 }), fc.nat({ max: 799 }), fc.nat({ max: 2 }), (x, y, z) => {
      const span = view.tileSize * 2 ** (2 - z)
      // The middle of the pixel: its edge belongs to two tiles.
      expect(grid.getTileCoordForCoordAndZ([x + 0.5, -(y + 0.5)], z)).toEqual([
        z,
        Math.floor(x / span),
        Math.floor(y / span),
      ])
    }),
  )
})

test('there are as many tiles as the picture needs', () => {
  const range = tileGridOf(view).getFullTileRange(2)
  expect([range?.minX, range?.maxX, range?.minY, range?.maxY]).toEqual([0, 3, 0, 3])
})
