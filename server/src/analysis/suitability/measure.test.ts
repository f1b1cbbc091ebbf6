import { type HDabFieldOptions, hDabField } from '@lamella/shared/testing/pictures/index.ts'
import { planeOf } from '@lamella/shared/testing/pictures/plane.ts'
import { createRandom } from '@lamella/shared/testing/pictures/random.ts'
import { mixStains, STAINS } from '@lamella/shared/testing/pictures/stains.ts'
import { createTissueTexture, EPITHELIUM } from '@lamella/shared/testing/pictures/tissue-texture.ts'
import { normal, seededRandom } from '../../learning/random.ts'
import { gaussian } from '../operators/gaussian.ts'
import { type PixelSize, sourceInMemory } from '../sources/pixel-source.ts'
import { rgbInMemory } from '../sources/rgb.ts'
import { assessSuitability } from './assess.ts'
import { measureSuitability, samplingOf } from './measure.ts'
import { regionsOf, type SampledRegion, sampleRegions } from './sample-regions.ts'

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

describe('the regions that are measured', () => {
  const large = regionsOf({ width: 40_000, height: 30_000 })
  const weightOf = (sampled: readonly SampledRegion[]) => sampled.reduce((sum, { weight }) => sum + weight, 0)

  test('are 24 all over a large image, and all of a small one', () => {
    const sampled = sampleRegions(
      large,
      large.map(() => 0),
    )
    expect(sampled).toHaveLength(24)
    const tops = sampled.map(({ region }) => region.top)
    expect(Math.min(...tops)).toBeLessThan(2000)
    expect(Math.max(...tops)).toBeGreaterThan(28_000)
    expect(new Set(sampled.map(({ region }) => region.left)).size).toBeGreaterThan(10)
    expect(weightOf(sampled)).toBeCloseTo(large.length, 6)
    const small = regionsOf({ width: 700, height: 600 })
    expect(sampleRegions(small, [0, 0, 0, 1])).toEqual(small.map((region) => ({ region, weight: 1 })))
  })

  test.each([1, 3, 16, 40, large.length - 3])('lie for the most part where something is: in %d regions', (filled) => {
    const contents = large.map((_, i) => ((i * 7919) % large.length < filled ? 0.3 : 0.001))
    const sampled = sampleRegions(large, contents)
    const inside = sampled.filter(({ region }) => (contents[large.indexOf(region)] ?? 0) > 0.1)
    expect(sampled).toHaveLength(24)
    expect(inside.length).toBeGreaterThanOrEqual(Math.min(filled, 16))
    // Weighted shares are those of the whole image.
    expect(weightOf(inside)).toBeCloseTo(filled, 6)
    expect(weightOf(sampled)).toBeCloseTo(large.length, 6)
  })
})

describe('the only piece of tissue in a large image', () => {
  const [side, piece] = [2600, field()]
  /** Clear glass with a picture on it. */
  const onGlass = (on: Picture, left: number, top: number): Picture => {
    const data = new Uint8Array(3 * side * side)
    for (let i = 0; i < data.length; i++) data[i] = 236 + grain(i)
    for (let y = 0; y < on.height; y++) {
      data.set(on.data.subarray(3 * y * on.width, 3 * (y + 1) * on.width), 3 * ((top + y) * side + left))
    }
    return { data, width: side, height: side }
  }

  test.each([
    [440, 440],
    [2180, 2240],
  ])('is found wherever it lies, and its shares are those of the image: at %d, %d', async (left, top) => {
    const { verdict, reasons, measurements } = await assess(onGlass(piece, left, top))
    expect([verdict, reasons]).toEqual(['fits', []])
    if (measurements?.kind !== 'bright-field') throw new Error('it was not measured')
    const [{ measurements: alone }, pixels] = [await assess(piece), piece.width * piece.height]
    if (alone?.kind !== 'bright-field') throw new Error('it was not measured')
    const ratio = (measurements.tissueShare * side ** 2) / (alone.tissueShare * pixels)
    expect(Math.abs(ratio - 1)).toBeLessThan(0.1)
  })

  test('a speck on glass is no piece of tissue', async () => {
    const dirt = { data: new Uint8Array(3 * 27 * 27).fill(60), width: 27, height: 27 }
    const { verdict, reasons } = await assess(onGlass(dirt, 1900, 700))
    expect([verdict, reasons]).toEqual(['doubtful', [expect.stringContaining('empty field')]])
  })
})

describe('Masson’s trichrome', () => {
  /** Left red muscle with a band of blue collagen; right glass. */
  const trichrome = (colours: readonly [number[], number[]]): Picture => {
    const [width, height] = [400, 300]
    const pixel = (i: number): number[] => {
      const [x, y] = [i % width, Math.floor(i / width)]
      if (x > 250) return [238, 238, 238]
      return (y > 100 && y < 150 ? colours[1] : colours[0]).map((level) => level + grain(i))
    }
    const data = Uint8Array.from(Array.from({ length: width * height }, (_, i) => pixel(i)).flat())
    return { data, width, height }
  }
  const judge = async (picture: Picture) =>
    assessSuitability(await measureSuitability(rgbInMemory({ ...picture, pixelSizeUm: null }), 'trichrome'), {
      modality: 'trichrome',
    })

  test('fits; clients are not shown what was measured', async () => {
    const picture = trichrome([
      [200, 90, 110],
      [100, 140, 200],
    ])
    expect(await judge(picture)).toMatchObject({ verdict: 'fits', reasons: [], measurements: null })
  })

  test('an empty picture is valid, and it is said that it has no share', async () => {
    const glass = changed(field(), (_, i) => [236 + grain(i), 236 + grain(i + 1), 236 + grain(i + 2)])
    expect(await judge(glass)).toMatchObject({ verdict: 'doubtful', reasons: [expect.stringContaining('no share')] })
  })

  test.each<[string, () => Picture, RegExp]>([
    ['H-DAB', () => field(), /brown of DAB|separate colours/],
    ['hematoxylin and eosin', hematoxylinEosin, /blue|separate colours/],
    ['black', () => changed(field(), () => [0, 0, 0]), /No clear, white glass/],
  ])('refused: %s', async (_, picture, words) => {
    const { verdict, reasons } = await judge(picture())
    expect([verdict, reasons.join(' ')]).toEqual(['refused', expect.stringMatching(words)])
  })
})

describe('striated muscle', () => {
  const um = 0.04
  const judge = async (levelAt: (x: number, y: number) => number, side = 600, pixelUm = um) => {
    const random = seededRandom(5)
    const plane = Uint8Array.from({ length: side * side }, (_, i) => {
      const [x, y] = [(i % side) * pixelUm, Math.floor(i / side) * pixelUm]
      return levelAt(x, y) + 5 * normal(random)
    })
    const source = sourceInMemory({
      ...{ width: side, height: side, pixelSizeUm: { x: pixelUm, y: pixelUm }, samplesPerPixel: 1 },
      type: { bits: 8, format: 'uint' },
      channels: ['EM'],
      planes: [[plane]],
    })
    return assessSuitability(await measureSuitability(source, 'striations'), { modality: 'striations' }, 0)
  }
  const bands = (x: number, y: number) => 130 + 40 * Math.cos((2 * Math.PI * (x * 0.8 + y * 0.6)) / 1.9)

  test.each([
    [300, 0.04],
    [600, 0.04],
    // A little more than what a region must hold, and pixels so small that a region has thousands.
    [700, 0.02],
    [2600, 0.005],
    [1300, 0.02],
  ])('fits, in one region or in several: %d pixels of %d µm', async (side, pixelUm) => {
    expect(await judge(bands, side, pixelUm)).toMatchObject({ verdict: 'fits', reasons: [], measurements: null })
  })

  test('more regions are not measured than fit into the memory and the folder of the process', () => {
    for (const pixelUm of [0.5, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001]) {
      const { side, most } = samplingOf('striations', { x: pixelUm, y: pixelUm })
      expect([pixelUm, most >= 4 && most <= 24, most * side ** 2 <= 4 * 8192 ** 2]).toEqual([pixelUm, true, true])
    }
  })
  test.each<[string, () => ReturnType<typeof judge>, string, RegExp]>([
    ['a shape without bands', () => judge((x) => (x < 8 ? 60 : 180)), 'refused', /none has a clear period/],
    ['another period', () => judge((x) => 130 + 40 * Math.cos((2 * Math.PI * x) / 3.8)), 'refused', /clear period/],
    ['too coarse', () => judge(bands, 600, 0.2), 'refused', /too large for bands/],
    ['too small', () => judge(bands, 120), 'refused', /smaller than 8/],
    ['empty', () => judge(() => 130), 'doubtful', /empty image has no length/],
  ])('%s is %s', async (_, judged, verdict, words) => {
    const found = await judged()
    expect([found.verdict, found.reasons.join(' ')]).toEqual([verdict, expect.stringMatching(words)])
  })
})
