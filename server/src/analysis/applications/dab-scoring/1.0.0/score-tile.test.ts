import { hDabField } from '@lamella/shared/testing/pictures/index.ts'
import { nucleusScaleFor } from '../../../operators/segment-nuclei.ts'
import { splitIntoTiles } from '../../../runtime/tiles.ts'
import { rgbInMemory, rgbSource } from '../../../sources/rgb.ts'
import { scoreTile, type TileSettings } from './score-tile.ts'

// Generating images is slow on a busy machine.
jest.setTimeout(60_000)

test('nuclei do not depend on the size of tiles', async () => {
  const { data, width, height } = hDabField({ seed: 51, width: 480, height: 400, nuclei: 150, touching: 0.5 })
  const source = rgbSource(rgbInMemory({ data: new Uint8Array(data), width, height, pixelSizeUm: null }))
  const scale = nucleusScaleFor(20)
  const scored = async (coreSize: number) => {
    const settings: TileSettings = { whitePoint: [240, 240, 238], thresholds: [0.3, 0.3], scale }
    const found: string[] = []
    for (const tile of splitIntoTiles(source, coreSize, scale.margin)) {
      const { points, coordinates, ...columns } = await scoreTile(source, tile, settings)
      let first = 0
      for (const [i, count] of points.entries()) {
        const polygon = coordinates.slice(2 * first, 2 * (first + count))
        first += count
        // Centroids are sums relative to the tile, so their last digits differ.
        const values = Object.values(columns).map((column) => Math.round((column[i] ?? Number.NaN) * 1e6) / 1e6)
        found.push(JSON.stringify({ values, polygon }))
      }
    }
    return found.sort()
  }
  const whole = await scored(1000)
  expect(whole.length).toBeGreaterThan(130)
  expect(await scored(130)).toEqual(whole)
})
