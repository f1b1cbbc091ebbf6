import fc from 'fast-check'
import type { Region } from '../../analysis/runtime/tiles.ts'
import { splitIntoTiles } from '../../analysis/runtime/tiles.ts'
import type { MapSource } from '../inference/maps.ts'
import { seededRandom } from '../random.ts'
import { fractalNoise } from '../synthesis/noise.ts'
import { createDecoder } from './decode.ts'
import { DECODE_DEFAULTS, type Instance } from './instance.ts'

interface Discs {
  width: number
  height: number
  discs: readonly { x: number; y: number; radius: number }[]
}

/** What a perfect network would say about discs; where they overlap, the deeper one has the pixel. */
const idealMaps = ({ width, height, discs }: Discs): MapSource => {
  const depthAt = (x: number, y: number) =>
    discs.reduce((deepest, disc) => Math.max(deepest, 1 - Math.hypot(x - disc.x, y - disc.y) / disc.radius), 0)
  return mapsFrom(width, height, (x, y) => {
    const depth = depthAt(x, y)
    return [depth > 0 ? 0.95 : 0.05, depth]
  })
}

/** @param at the size is that of the diameter assumed where it is left out */
const mapsFrom = (
  width: number,
  height: number,
  at: (x: number, y: number) => [foreground: number, depth: number, size?: number],
) => {
  const source: MapSource = {
    width,
    height,
    read: async (region) => {
      const pixels = region.width * region.height
      const [foreground, depth, size] = [new Float32Array(pixels), new Float32Array(pixels), new Float32Array(pixels)]
      for (let i = 0; i < pixels; i++) {
        const [f, d, s = 0] = at(region.left + (i % region.width), region.top + Math.floor(i / region.width))
        foreground[i] = f
        depth[i] = d
        size[i] = s
      }
      return { foreground, depth, size }
    },
  }
  return source
}

const whole = ({ width, height }: MapSource): Region => ({ left: 0, top: 0, width, height })

test('of ideal maps every disc is found, touching ones apart, with its outline', async () => {
  const discs = [
    { x: 20, y: 30, radius: 9 },
    { x: 37, y: 30, radius: 9 },
    { x: 62, y: 30, radius: 9 },
  ]
  const instances = await createDecoder(idealMaps({ width: 80, height: 60, discs }), 18).instancesIn({
    left: 0,
    top: 0,
    width: 80,
    height: 60,
  })
  expect(instances.map(({ peak }) => peak)).toEqual([
    [20, 30],
    [37, 30],
    [62, 30],
  ])
  for (const { area } of instances) {
    expect(area).toBeGreaterThan(0.88 * Math.PI * 81)
    expect(area).toBeLessThan(1.05 * Math.PI * 81)
  }
})

test('a nucleus with a hole is one, and whole', async () => {
  const maps = mapsFrom(40, 40, (x, y) => {
    const radius = Math.hypot(x - 20, y - 20)
    return [radius < 10 && radius > 3 ? 0.9 : 0.1, Math.max(0, 1 - radius / 10)]
  })
  const [instance, ...more] = await createDecoder(maps, 18, { ...DECODE_DEFAULTS, dynamics: 0.5 }).instancesIn(
    whole(maps),
  )
  expect(more).toEqual([])
  expect(instance?.area).toBeGreaterThan(0.9 * Math.PI * 100)
})

test('what the network is not sure of is no nucleus', async () => {
  const deepest = (most: number) =>
    mapsFrom(40, 40, (x, y) => {
      const depth = most * Math.max(0, 1 - Math.hypot(x - 20, y - 20) / 10)
      return [depth > 0 ? 0.6 : 0.1, depth]
    })
  const found = (maps: MapSource) => createDecoder(maps, 18).instancesIn(whole(maps))
  expect(await found(deepest(0.3))).toEqual([])
  expect(await found(deepest(0.5))).toHaveLength(1)
})

const comparable = ({ peak, height, bounds, area, margin }: Instance) => ({
  peak,
  height,
  bounds,
  area,
  margin: [...margin],
})

/** Of a tiling with any tile size, in the order of the image. */
const byTiles = async (maps: MapSource, tileSize: number, diameter: number) => {
  const decoder = createDecoder(maps, diameter)
  const found: Instance[] = []
  for (const { core } of splitIntoTiles(maps, tileSize, 0)) found.push(...(await decoder.instancesIn(core)))
  return found.map(comparable).sort((a, b) => a.peak[1] - b.peak[1] || a.peak[0] - b.peak[0])
}

test('the objects are the same for any tile size, also in maps as chaotic as noise', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        seed: fc.nat(),
        width: fc.integer({ min: 20, max: 60 }),
        height: fc.integer({ min: 20, max: 60 }),
        tileSize: fc.integer({ min: 5, max: 60 }),
        grain: fc.integer({ min: 2, max: 12 }),
        level: fc.double({ min: 0.25, max: 0.6, noNaN: true }),
        steps: fc.integer({ min: 2, max: 400 }),
      }),
      async ({ seed, width, height, tileSize, grain, level, steps }) => {
        const random = seededRandom(seed)
        const [first, second, third] = [fractalNoise(random, 2), fractalNoise(random, 2), fractalNoise(random, 2)]
        // In few steps, so that many pixels are equal.
        const maps = mapsFrom(width, height, (x, y) => [
          0.5 + first(x / grain, y / grain) - level,
          Math.round(steps * second(x / grain, y / grain)) / steps,
          4 * third(x / grain, y / grain) - 2,
        ])
        const expected = (await createDecoder(maps, 6).instancesIn(whole(maps))).map(comparable)
        expect(await byTiles(maps, tileSize, 6)).toEqual(expected)
      },
    ),
    { numRuns: 30 },
  )
})
