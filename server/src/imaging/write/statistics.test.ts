import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { float32, float64, type Samples, type SampleType, uint16 } from '../sample-type.ts'
import { writeBandPyramid } from './band-pyramid.ts'
import { channelStatistics } from './statistics.ts'
import { deflateTiles } from './tile-encodings.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lamella-statistics-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const WIDTH = 300
const HEIGHT = 20

async function write(name: string, samples: Samples, type: SampleType): Promise<string> {
  const file = join(folder, name)
  const rows = async (top: number, count: number) => samples.slice(top * WIDTH, (top + count) * WIDTH)
  await writeBandPyramid(
    { width: WIDTH, height: HEIGHT, type, samples: 1, plane: { via: 'bands', rows } },
    file,
    deflateTiles,
  )
  return file
}

const total = (histogram: number[]) => histogram.reduce((sum, count) => sum + count, 0)

test('extremes and histogram are exact over all time points, padding of edge tiles is not counted', async () => {
  const first = Uint16Array.from({ length: WIDTH * HEIGHT }, (_, i) => 1_000 + (i % 256))
  const second = Uint16Array.from({ length: WIDTH * HEIGHT }, (_, i) => 1_000 + (i % 512))
  const files = [await write('t0.tif', first, uint16), await write('t1.tif', second, uint16)]
  const { min, max, histogram } = await channelStatistics(files, uint16)
  expect({ min, max, counted: total(histogram) }).toEqual({ min: 1_000, max: 1_511, counted: 2 * WIDTH * HEIGHT })
})

test('the auto-contrast range leaves out a thousandth at each end', async () => {
  const samples = new Float32Array(WIDTH * HEIGHT).map((_, i) => i / (WIDTH * HEIGHT))
  samples[0] = -1_000
  samples[1] = 1_000
  samples[2] = Number.NaN
  const { min, max, auto, histogram } = await channelStatistics([await write('f.tif', samples, float32)], float32)
  expect([min, max]).toEqual([-1_000, 1_000])
  expect(auto.min).toBeGreaterThan(-1)
  expect(auto.max).toBeLessThan(2)
  expect(total(histogram)).toBe(WIDTH * HEIGHT - 1)
})

test('the extremes of floats are exact to the last bit', async () => {
  // By steps of a 65,535th, the largest would be 1.9103023058681396.
  const samples = new Float64Array(WIDTH * HEIGHT).fill(0.5)
  samples[0] = -0.8414709848078965
  samples[1] = 1.9103023058681399
  const { min, max } = await channelStatistics([await write('d.tif', samples, float64)], float64)
  expect([min, max]).toEqual([-0.8414709848078965, 1.9103023058681399])
})

test.each([
  [0, { min: 0, max: 1 }],
  [7, { min: 0, max: 7 }],
])('a constant image of %s has a range of non-zero width', async (value, auto) => {
  const file = await write('constant.tif', new Uint16Array(WIDTH * HEIGHT).fill(value), uint16)
  expect(await channelStatistics([file], uint16)).toMatchObject({ min: value, max: value, auto })
})
