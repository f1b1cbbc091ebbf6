/** @jest-environment ./test/native-arrays-environment.cjs */
import { normal, seededRandom } from '../../learning/random.ts'
import { gaussian } from '../operators/gaussian.ts'
import { type PixelSource, sourceInMemory } from '../sources/pixel-source.ts'
import { rgbInMemory } from '../sources/rgb.ts'
import { assessSuitability } from '../suitability/assess.ts'
import { kindFor, measureSuitability } from '../suitability/measure.ts'
import type { AnalysisApplication } from './application.ts'
import { applications } from './registry.ts'

jest.setTimeout(60_000)

const side = 288
const pixels = side * side
const pixelSizeUm = { x: 0.03, y: 0.03 }

/** Standard deviation 1. @param blur of the noise, pixels: cameras that bin or filter have such */
const noise = (seed: number, blur = 0): Float32Array => {
  const random = seededRandom(seed)
  const white = Float32Array.from({ length: pixels }, () => normal(random))
  return blur === 0
    ? white
    : gaussian(white, { width: side, height: side }, blur).map((value) => value * 2 * Math.sqrt(Math.PI) * blur)
}
const channelOf = (samples: Uint8Array | Uint16Array | Float32Array, scale = pixelSizeUm): PixelSource =>
  sourceInMemory({
    width: side,
    height: side,
    pixelSizeUm: scale,
    type:
      samples instanceof Float32Array
        ? { bits: 32, format: 'float' }
        : { bits: samples instanceof Uint8Array ? 8 : 16, format: 'uint' },
    samplesPerPixel: 1,
    channels: ['DAPI'],
    planes: [[samples]],
  })
const grey16 = (levelOf: (i: number) => number) =>
  channelOf(
    Uint16Array.from({ length: pixels }, (_, i) => levelOf(i)),
    { x: 0.3, y: 0.3 },
  )
const glass = (level: number, grain: number): PixelSource => {
  const random = noise(5)
  const data = Uint8Array.from({ length: 3 * pixels }, (_, i) =>
    Math.min(255, level + grain * (random[i % pixels] ?? 0)),
  )
  return rgbInMemory({ data, width: side, height: side, pixelSizeUm: { x: 0.5, y: 0.5 } })
}

const fields: [string, () => PixelSource][] = [
  [
    '100 ± 3 of 16 bits',
    () => {
      const n = noise(1)
      return grey16((i) => 100 + 3 * (n[i] ?? 0))
    },
  ],
  [
    '1000 ± 30 of 16 bits',
    () => {
      const n = noise(2)
      return grey16((i) => 1000 + 30 * (n[i] ?? 0))
    },
  ],
  [
    '3 ± 1 of 8 bits',
    () =>
      channelOf(
        Uint8Array.from(noise(3), (n) => Math.max(0, Math.round(3 + n))),
        { x: 0.3, y: 0.3 },
      ),
  ],
  [
    '2 ± 0.4 of 8 bits',
    () =>
      channelOf(
        Uint8Array.from(noise(4), (n) => Math.max(0, Math.round(2 + 0.4 * n))),
        { x: 0.3, y: 0.3 },
      ),
  ],
  [
    '0.01 ± 0.001 of 32 bits',
    () =>
      channelOf(
        noise(5).map((n) => 0.01 + 0.001 * n),
        { x: 0.3, y: 0.3 },
      ),
  ],
  [
    'noise that was smoothed',
    () => {
      const n = noise(6, 1)
      return grey16((i) => 100 + 8 * (n[i] ?? 0))
    },
  ],
  [
    'noise as coarse as nuclei',
    () => {
      const [a, b] = [noise(7, 6), noise(8)]
      return grey16((i) => 200 + 4 * (a[i] ?? 0) + 3 * (b[i] ?? 0))
    },
  ],
  [
    'a field that is lit unevenly',
    () => {
      const n = noise(9)
      return grey16((i) => 200 - 80 * (((i % side) / side - 0.5) ** 2 + (i / pixels - 0.5) ** 2) + 5 * (n[i] ?? 0))
    },
  ],
  [
    'hot pixels',
    () => {
      const n = noise(10)
      return grey16((i) => (i % 1997 === 0 ? 3000 : 100 + 3 * (n[i] ?? 0)))
    },
  ],
  ['one level', () => grey16(() => 100)],
]
const find = (name: string): AnalysisApplication => {
  const found = applications.find((one) => one.name === name && one.status === 'available')
  if (!found) throw new Error(`there is no ${name}`)
  return found
}
/** Verdict of the suitability, and the figures of a job. */
const analyse = async (application: AnalysisApplication, source: PixelSource) => {
  const { suitability } = application.requires
  const verdict = suitability
    ? assessSuitability(await measureSuitability(source, kindFor(suitability)), suitability).verdict
    : 'fits'
  const { measurements } = await application.run(source, {})
  return { verdict, value: (key: string) => measurements.find((one) => one.key === key) }
}

test.each(fields)('an empty field of fluorescence has no nuclei, says so, and is not refused: %s', async (_, field) => {
  const { verdict, value } = await analyse(find('nuclei'), field())
  expect(verdict).not.toBe('refused')
  expect(value('nuclei')).toMatchObject({ value: 0, note: 'none was found in the image' })
  expect(value('meanArea')).toMatchObject({ value: null })
})

test('nuclei that are as faint as three times the noise are found in it, and nothing else', async () => {
  const n = noise(11)
  const centres = [
    [60, 60],
    [60, 200],
    [150, 130],
    [220, 60],
    [220, 220],
  ] as const
  const isIn = (i: number) =>
    centres.some(([x, y]) => ((i % side) - x) ** 2 + (Math.floor(i / side) - y) ** 2 < 12 ** 2)
  const { value } = await analyse(
    find('nuclei'),
    grey16((i) => 200 + 10 * (n[i] ?? 0) + (isIn(i) ? 30 : 0)),
  )
  expect(value('nuclei')?.value).toBe(centres.length)
})

test.each([
  ['dab-scoring', 'nuclei', 'positiveShare'],
  ['ki67-breast', 'nuclei', 'index'],
  ['collagen-area', 'fields', 'collagenShare'],
])('empty glass is a valid image for %s: a count of 0, and no share', async (name, count, share) => {
  for (const field of [glass(238, 2), glass(255, 0)]) {
    const { verdict, value } = await analyse(find(name), field)
    expect(verdict).not.toBe('refused')
    expect([value(count)?.value, value(share)?.value]).toEqual([0, null])
  }
})

test('an empty micrograph is a valid image for sarcomere-length: no field with a period, and no length', async () => {
  const n = noise(12)
  const field = channelOf(Uint8Array.from(n, (one) => 128 + 12 * one))
  const { verdict, value } = await analyse(find('sarcomere-length'), field)
  expect(verdict).not.toBe('refused')
  expect([value('clearFields')?.value, value('sarcomereLength')?.value]).toEqual([0, null])
})
