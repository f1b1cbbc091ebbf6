import { hDabField } from '@lamella/shared/testing/pictures/index.ts'
import { scaleFor } from '../../../operators/segment-nuclei.ts'
import { tilesOf } from '../../../runtime/tiles.ts'
import { toSource } from '../../../sources/rgb.ts'
import { type Nucleus, scoreTile, type TileSettings } from './score-tile.ts'

// Drawing pictures is slow work on a busy machine.
jest.setTimeout(60_000)

test('nuclei are the same however the image is cut', async () => {
  const { data, width, height } = hDabField({ seed: 51, width: 480, height: 400, nuclei: 150, touching: 0.5 })
  const source = toSource({ data: new Uint8Array(data), width, height, pixelSizeUm: null })
  const scale = scaleFor(20)
  const scored = async (coreSize: number) => {
    const settings: TileSettings = { white: [240, 240, 238], cuts: [0.3, 0.3], scale }
    const found: Nucleus[] = []
    for (const tile of tilesOf(source, coreSize, scale.margin)) found.push(...(await scoreTile(source, tile, settings)))
    // Centroids are sums over other origins: they agree but for the last digit.
    const rounded = found.map((nucleus) => ({
      ...nucleus,
      centroid: nucleus.centroid.map((v) => Math.round(v * 1e6) / 1e6),
    }))
    return rounded.sort(
      (a, b) =>
        (a.polygon[0]?.[1] ?? 0) - (b.polygon[0]?.[1] ?? 0) || (a.polygon[0]?.[0] ?? 0) - (b.polygon[0]?.[0] ?? 0),
    )
  }
  const whole = await scored(1000)
  expect(whole.length).toBeGreaterThan(130)
  expect(await scored(130)).toEqual(whole)
})
