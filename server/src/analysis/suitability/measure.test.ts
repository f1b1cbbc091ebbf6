import { type HDabFieldOptions, hDabField } from '@lamella/shared/testing/pictures/index.ts'
import { planeOf } from '@lamella/shared/testing/pictures/plane.ts'
import { createRandom } from '@lamella/shared/testing/pictures/random.ts'
import { mixStains, STAINS } from '@lamella/shared/testing/pictures/stains.ts'
import { createTissueTexture, EPITHELIUM } from '@lamella/shared/testing/pictures/tissue-texture.ts'
import { gaussian } from '../operators/gaussian.ts'
import type { PixelSize } from '../sources/pixel-source.ts'
import { rgbInMemory } from '../sources/rgb.ts'
import { assessSuitability } from './assess.ts'
import { measureSuitability } from './measure.ts'
import { sampleRegions } from './sample-regions.ts'

jest.setTimeout(60_000)

interface Picture {
  data: Uint8Array
  width: number
  height: number
}
const field = (options: Partial<HDabFieldOptions> = {}): Picture => {
  const { data, width, height } = hDabField({
    seed: 7,
    width: 420,
    height: 360,
    nuclei: 90,
    positiveShare: 0.3,
    ...options,
  })
  return { data: new Uint8Array(data), width, height }
}
const assess = async ({ data, width, height }: Picture, pixelSizeUm: PixelSize | null = null) => {
  const measurements = await measureSuitability(rgbInMemory({ data, width, height, pixelSizeUm }), 'bright-field')
  return assessSuitability(measurements, { modality: 'h-dab', objectDiameterUm: 8 })
}
/** A picture whose samples are calculated from those of another one. */
const changed = (
  picture: Picture,
  change: (pixel: readonly [number, number, number], i: number) => number[],
): Picture => ({
  ...picture,
  data: Uint8Array.from(
    Array.from({ length: picture.data.length / 3 }, (_, i) => {
      const [r = 0, g = 0, b = 0] = picture.data.subarray(3 * i, 3 * i + 3)
      return change([r, g, b], i)
    }).flat(),
  ),
})
const blurred = (picture: Picture, sigma: number): Picture => {
  const planes = [0, 1, 2].map((c) =>
    gaussian(
      Float32Array.from({ length: picture.data.length / 3 }, (_, i) => picture.data[3 * i + c] ?? 0),
      picture,
      sigma,
    ),
  )
  return changed(picture, (_, i) => planes.map((plane) => plane[i] ?? 0))
}
const grain = (i: number) => ((i * 7919) % 9) - 4
const hematoxylinEosin = (): Picture => {
  const { size, hematoxylin, eosin } = createTissueTexture(EPITHELIUM, 256, createRandom(3))
  const layers = [
    { stain: STAINS.hematoxylin, amount: hematoxylin },
    { stain: STAINS.eosin, amount: planeOf(size, size, (x, y) => (x < 40 ? 0 : (eosin.data[y * size + x] ?? 0))) },
  ] as const
  return { data: new Uint8Array(mixStains([...layers], () => 242)), width: size, height: size }
}

test.each<[string, () => Picture]>([
  ['a field of positive and negative nuclei', field],
  ['a dense one', () => field({ nuclei: 120, touching: 0.7, positiveShare: 0.6 })],
  ['one with a noisy camera', () => field({ grain: 5 })],
  ['one of few positive nuclei', () => field({ positiveShare: 0.1 })],
])('H-DAB fits: %s', async (_, picture) => {
  expect(await assess(picture())).toMatchObject({ verdict: 'fits', reasons: [] })
})

test('the stain vectors of a field are those it was made with', async () => {
  const { measurements } = await assess(field({ positiveShare: 0.5 }))
  expect(measurements).toMatchObject({
    stains: {
      method: 'estimated',
      hematoxylin: [expect.closeTo(0.65, 1), expect.closeTo(0.7, 1), expect.closeTo(0.29, 1)],
      dab: [expect.closeTo(0.31, 1), expect.closeTo(0.6, 1), expect.closeTo(0.74, 1)],
    },
    whitePoint: [expect.closeTo(238, -1), expect.closeTo(236, -1), expect.closeTo(236, -1)],
  })
})

test.each<[string, () => Picture, string]>([
  ['without DAB', () => field({ positiveShare: 0 }), 'No DAB is seen'],
  ['without a negative nucleus', () => field({ positiveShare: 1 }), 'Hematoxylin'],
  ['empty', () => changed(field(), (_, i) => [236 + grain(i), 235 + grain(i + 1), 233 + grain(i + 2)]), 'empty field'],
  ['out of focus', () => blurred(field({ meanRadius: 16, nuclei: 40 }), 6), 'blurred'],
])('H-DAB is doubtful %s', async (_, picture, words) => {
  const { verdict, reasons } = await assess(picture())
  expect([verdict, reasons]).toEqual(['doubtful', [expect.stringContaining(words)]])
})

test.each([255, 0])('rows that were not scanned, with the level %d, count for nothing', async (level) => {
  const picture = field()
  const rows = Math.round(picture.height * 0.3)
  const filled = changed(picture, (pixel, i) => (i < rows * picture.width ? [level, level, level] : [...pixel]))
  const rest = {
    ...picture,
    height: picture.height - rows,
    data: picture.data.subarray(3 * rows * picture.width),
  }
  const [found, alone] = [await assess(filled), await assess(rest)]
  expect([found.verdict, found.reasons]).toEqual(['fits', []])
  expect(found.measurements).toMatchObject({ outsideShare: expect.closeTo(0.3, 1) })
  const [ours, theirs] = [found.measurements, alone.measurements]
  if (ours?.kind !== 'bright-field' || theirs?.kind !== 'bright-field') throw new Error('it was not measured')
  // The rows beside the edge do not count.
  expect(ours.whitePoint).toEqual(theirs.whitePoint.map((level) => expect.closeTo(level, -0.9)))
  expect(ours.tissueShare).toBeCloseTo(theirs.tissueShare, 1)
})

test('H-DAB whose glass is clipped fits', async () => {
  const clipped = changed(field({ grain: 5 }), (pixel) => pixel.map((value) => Math.min(255, value + 20)))
  expect(await assess(clipped)).toMatchObject({ verdict: 'fits', reasons: [] })
})

test('a section scanned with large pixels is refused', async () => {
  expect(await assess(field(), { x: 2, y: 2 })).toMatchObject({ verdict: 'refused' })
})

test.each<[string, () => Picture, string]>([
  ['hematoxylin and eosin', hematoxylinEosin, 'eosin'],
  ['a grey copy', () => changed(field(), ([, g]) => [g, g, g]), 'grey'],
  ['fluorescence', () => changed(field(), ([r], i) => [4 + (i % 3), 5 + ((i >> 1) % 3), 255 - r]), 'nearly black'],
  [
    'a label image in the colours of the stains',
    () => changed(field(), ([r, , b]) => (r > 200 ? [255, 255, 255] : r < b ? [90, 110, 190] : [150, 100, 40])),
    'label images',
  ],
  ['black', () => changed(field(), () => [0, 0, 0]), 'grey level 1'],
])('refused for DAB: %s', async (_, picture, words) => {
  const { verdict, reasons } = await assess(picture())
  expect(verdict).toBe('refused')
  expect(reasons.join(' ')).toContain(words)
})

test('a large image is measured in 24 regions all over it, a small one completely', () => {
  const regions = sampleRegions({ width: 40_000, height: 30_000 })
  expect(regions).toHaveLength(24)
  expect(Math.min(...regions.map(({ top }) => top))).toBeLessThan(2000)
  expect(Math.max(...regions.map(({ top }) => top))).toBeGreaterThan(28_000)
  expect(new Set(regions.map(({ left }) => left)).size).toBeGreaterThan(10)
  const pixels = sampleRegions({ width: 700, height: 600 }).reduce((sum, { width, height }) => sum + width * height, 0)
  expect(pixels).toBe(700 * 600)
})
