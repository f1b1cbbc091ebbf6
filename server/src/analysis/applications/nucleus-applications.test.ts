import { columnsOf } from '@lamella/shared/contract'
import { hDabField } from '@lamella/shared/testing/pictures/index.ts'
import { formulaModel } from '../nuclei/testing.ts'
import { objectsIn } from '../results/testing.ts'
import type { Checkpoints } from '../runtime/checkpoints.ts'
import { type PixelSource, sourceInMemory } from '../sources/pixel-source.ts'
import { rgbInMemory } from '../sources/rgb.ts'
import type { AnalysisApplication, RunContext } from './application.ts'
import { dabScoring } from './dab-scoring/application.ts'
import { retiredDabScoring } from './dab-scoring/retired.ts'
import { ki67Breast } from './ki67-breast/application.ts'
import { nuclei } from './nuclei/application.ts'

const field = hDabField({ seed: 21, width: 420, height: 300, nuclei: 90, positiveShare: 0.4, touching: 0.2 })
const pixels = field.width * field.height
const pixelSizeUm = { x: 0.4, y: 0.4 }
const rgb = new Uint8Array(field.data)
const section = rgbInMemory({ data: rgb, width: field.width, height: field.height, pixelSizeUm })
const sectionWithoutSize = rgbInMemory({ data: rgb, width: field.width, height: field.height, pixelSizeUm: null })
/** The nuclei of the field as light in the second of two channels; the first has no objects. */
const light = Uint16Array.from(field.labels, (label, i) => (label ? 700 + 5 * (label % 20) : 100) + ((i * 7919) % 9))
const dark = Uint16Array.from({ length: pixels }, (_, i) => 100 + ((i * 31) % 5))
const channelsOf = (...planes: (Uint16Array | Float32Array)[]): PixelSource =>
  sourceInMemory({
    width: field.width,
    height: field.height,
    pixelSizeUm,
    type: planes[0] instanceof Float32Array ? { bits: 32, format: 'float' } : { bits: 16, format: 'uint' },
    samplesPerPixel: 1,
    channels: ['Actin', 'DAPI'].slice(0, planes.length),
    planes: [planes],
  })
const culture = channelsOf(dark, light)

const openModel: RunContext['openModel'] = async (name) => formulaModel(name === 'stained' ? 'absorption' : 'intensity')
const run = async (
  application: AnalysisApplication,
  source: PixelSource,
  params: object = {},
  context: Partial<RunContext> = {},
) => {
  const { objects, ...result } = await application.run(source, params, { openModel, ...context })
  const names = result.classes.map(({ name }) => name)
  return { ...result, objects: objectsIn(objects, names) }
}
type Result = Awaited<ReturnType<typeof run>>
const figure = ({ measurements }: Result, key: string) => measurements.find((candidate) => candidate.key === key)

const cases: [string, AnalysisApplication, PixelSource, object][] = [
  ['DAB scoring', dabScoring, sectionWithoutSize, { nucleusDiameterPx: 20 }],
  ['Ki-67 breast', ki67Breast, section, {}],
  ['Ki-67 breast in mirrored views', ki67Breast, section, { nucleusDiameterPx: 22 }],
  ['nuclei', nuclei, culture, { channel: 1 }],
]

describe.each(cases)('%s', (_, application, source, params) => {
  let whole: Result
  const outcomes = new Map<string, string>()
  const shares: number[] = []
  const remember: Checkpoints = {
    read: async () => undefined,
    write: async (unit, outcome) => void outcomes.set(unit, JSON.stringify(outcome)),
  }
  beforeAll(async () => {
    const context = { checkpoints: remember, tileSize: 180, onProgress: (share: number) => void shares.push(share) }
    whole = await run(application, source, params, context)
  })

  test('finds the nuclei of a field', () => {
    const { length } = whole.objects
    expect(Math.abs(length / field.objects.length - 1)).toBeLessThan(0.3)
    expect(figure(whole, 'nuclei')?.value).toBe(length)
    expect(whole.objects.map(({ no }) => no)).toEqual(Array.from({ length }, (_, i) => i + 1))
    for (const { values } of whole.objects) expect(Object.keys(values)).toEqual(whole.columns.map(({ key }) => key))
    expect(whole.classes.reduce((sum, { count }) => sum + count, 0)).toBe(length)
    const cutOff = whole.objects.filter(({ values }) => values.border === 1)
    expect(cutOff.length).toBeGreaterThan(0)
    for (const { polygon } of cutOff) {
      const near = polygon.some(([x, y]) => x < 4 || y < 4 || x > field.width - 4 || y > field.height - 4)
      expect(near).toBe(true)
    }
  })

  test('what users can change of its results is computed from columns and figures that they have', () => {
    const { classification } = application
    const has = (list: readonly { key: string }[]) => expect.arrayContaining(list.map(({ key }) => key))
    expect(classification?.classes.map(({ name }) => name)).toEqual(whole.classes.map(({ name }) => name))
    expect(whole.columns.map(({ key }) => key)).toEqual(
      expect.arrayContaining(classification ? columnsOf(classification) : ['none']),
    )
    const computed = { ...classification?.measures, ...classification?.part?.measures }
    expect(Object.keys(computed)).toEqual(has(whole.measurements))
  })

  test.each([90, 133, 250, 2048])('tiles of %s pixels give the same numbers and outlines', async (tileSize) => {
    expect(await run(application, source, params, { tileSize })).toEqual(whole)
  })

  test('resumed after any unit the result is identical, and only the rest is computed', async () => {
    const units = [...outcomes.keys()]
    expect(units.filter((unit) => unit.startsWith('nuclei-')).length).toBeGreaterThan(3)
    expect(shares).toEqual(shares.toSorted((a, b) => a - b))
    expect(shares.at(-1)).toBe(1)
    for (let kept = 1; kept <= units.length; kept++) {
      const known = new Set(units.slice(0, kept))
      const worked: string[] = []
      const checkpoints: Checkpoints = {
        read: async (unit) => JSON.parse((known.has(unit) && outcomes.get(unit)) || 'null'),
        write: async (unit) => void worked.push(unit),
      }
      expect(await run(application, source, params, { checkpoints, tileSize: 180 })).toEqual(whole)
      expect(worked).toEqual(units.slice(kept))
    }
  })

  test.each([90, 250, 400])('resumed by a build with tiles of %s pixels the result is identical', async (tileSize) => {
    const [first = '', ...others] = [...outcomes.keys()].filter((unit) => unit.startsWith('nuclei-'))
    const lost = new Set([first, others.at(-1)])
    const checkpoints: Checkpoints = {
      read: async (unit) => JSON.parse((!lost.has(unit) && outcomes.get(unit)) || 'null'),
      write: async () => undefined,
    }
    expect(await run(application, source, params, { checkpoints, tileSize })).toEqual(whole)
  })

  test('a damaged checkpoint is computed again', async () => {
    const unit = [...outcomes.keys()].filter((name) => name.startsWith('nuclei-'))[1] ?? ''
    const { coordinates, ...rest } = JSON.parse(outcomes.get(unit) ?? '')
    const damaged = { ...rest, points: rest.points.slice(8), coordinates }
    const worked: string[] = []
    const checkpoints: Checkpoints = {
      read: async (wanted) => (wanted === unit ? damaged : JSON.parse(outcomes.get(wanted) ?? 'null')),
      write: async (wanted) => void worked.push(wanted),
    }
    expect(await run(application, source, params, { checkpoints, tileSize: 180 })).toEqual(whole)
    expect(worked).toEqual([unit])
  })

  test('says which network found the nuclei, and where their diameter comes from', async () => {
    const { provenance } = whole
    expect(provenance).toMatchObject({ model: { name: 'formula', sha256: 'f'.repeat(64) }, params: expect.any(Object) })
    const { note, value } = figure(whole, 'nucleusDiameter') ?? {}
    expect(provenance).toMatchObject({ nucleusDiameterPx: value, nucleusDiameterFrom: note })
    expect(note).toBe(
      'nucleusDiameterPx' in params
        ? 'given by the user'
        : application === nuclei
          ? 'estimated from the image'
          : 'from the pixel size, for nuclei of 8 µm',
    )
  })

  test('without its network it fails in words and gives no numbers', async () => {
    const { AnalysisRefused } = await import('../runtime/analysis-refused.ts')
    const closed = async () => {
      throw new AnalysisRefused('The network cannot be loaded')
    }
    await expect(run(application, source, params, { openModel: closed })).rejects.toThrow(AnalysisRefused)
  })

  test.each([{ nucleusDiameterPx: 2 }, { nucleusDiameterPx: '20' }, { nucleusDiameterUm: 8 }])(
    'refuses the parameters %j',
    async (wrong) => {
      await expect(run(application, source, wrong)).rejects.toThrow()
    },
  )
})

test('memory: however large the image, only parts of it are read at once', async () => {
  const [width, height] = [3600, 2600]
  let most = 0
  const large: PixelSource = {
    ...section,
    width,
    height,
    read: async (region) => {
      most = Math.max(most, region.width * region.height)
      const samples = new Uint8Array(3 * region.width * region.height)
      for (let i = 0; i < samples.length; i++) samples[i] = 238 - ((i * 7919) % 5)
      return samples
    },
  }
  const { objects } = await run(dabScoring, large, { nucleusDiameterPx: 24 }, { tileSize: 512 })
  expect(objects).toEqual([])
  // A block of the network and its surroundings, at half the scale of the image.
  expect(most).toBeLessThan(1700 ** 2)
})

test('an area has its density where the pixel size is known; both follow from the image', async () => {
  // Nuclei are darker than the tissue around them.
  const strict = { openModel: async () => formulaModel('absorption', 0.5) }
  const known = await run(ki67Breast, section, {}, strict)
  const tissue = figure(known, 'tissueArea')?.value ?? Number.NaN
  expect(tissue).toBeGreaterThan(0)
  expect(tissue).toBeLessThan((pixels * 0.16) / 1e6)
  expect(figure(known, 'density')?.value).toBeCloseTo(known.objects.length / tissue, 6)
  const unknown = await run(ki67Breast, sectionWithoutSize, { nucleusDiameterPx: 20 }, strict)
  expect(figure(unknown, 'density')).toBeUndefined()
  expect(figure(unknown, 'tissueArea')).toMatchObject({ unit: 'Mpx', value: expect.closeTo(tissue / 0.16, 9) })
  const image = figure(await run(nuclei, culture, { channel: 1 }), 'imageArea')
  expect(image).toMatchObject({ unit: 'mm²', value: expect.closeTo((pixels * 0.16) / 1e6, 12) })
})

test('the tissue of a section holds its nuclei and the gaps between them', async () => {
  // The network of the test finds nuclei that are larger than what absorbs light.
  const pale = await run(ki67Breast, section)
  expect(pale.objects.length).toBeGreaterThan(50)
  const covered = pale.objects.reduce((sum, { values }) => sum + (values.area ?? 0), 0) / 1e6
  const tissue = figure(pale, 'tissueArea')?.value ?? Number.NaN
  expect(tissue).toBeGreaterThan(covered)
  expect(tissue).toBeLessThanOrEqual((pixels * 0.16) / 1e6 + 1e-9)
})

describe('What was not recorded', () => {
  /** The field with its right half painted over. */
  const painted = (level: number) => {
    const data = Uint8Array.from(rgb, (value, i) => (Math.floor(i / 3) % field.width >= 210 ? level : value))
    return rgbInMemory({ data, width: field.width, height: field.height, pixelSizeUm })
  }
  const leftHalf = () => {
    const data = new Uint8Array(210 * field.height * 3)
    for (let y = 0; y < field.height; y++)
      data.set(rgb.subarray(3 * y * field.width, 3 * (y * field.width + 210)), 3 * 210 * y)
    return rgbInMemory({ data, width: 210, height: field.height, pixelSizeUm })
  }

  test.each([
    ['transparent', 255],
    ['a black cut-out', 0],
  ])('as %s is neither tissue nor glass: the numbers are those of the rest', async (_, level) => {
    const [found, alone] = [await run(dabScoring, painted(level)), await run(dabScoring, leftHalf())]
    // Two columns beside the edge do not count.
    const glass = alone.provenance.whitePoint as number[]
    expect(found.provenance.whitePoint).toEqual(glass.map((level) => expect.closeTo(level, -0.9)))
    const close = (key: string, within: number) => {
      const [one, other] = [figure(found, key)?.value ?? Number.NaN, figure(alone, key)?.value ?? Number.NaN]
      expect([key, Math.abs(one / other - 1) < within]).toEqual([key, true])
    }
    close('meanDabOd', 0.05)
    close('nuclei', 0.1)
    close('tissueArea', 0.05)
    for (const { polygon } of found.objects) for (const [x] of polygon) expect(x).toBeLessThanOrEqual(210)
  })

  test('cuts off nuclei as the border of the image does', async () => {
    const { objects } = await run(dabScoring, painted(0))
    const near = objects.filter(({ polygon }) => polygon.some(([x]) => x > 206))
    expect(near.length).toBeGreaterThan(0)
    for (const { values } of near) expect(values.border).toBe(1)
  })

  test.each([90, 133, 2048])('is the same in tiles of %s pixels', async (tileSize) => {
    expect(await run(dabScoring, painted(0), {}, { tileSize })).toEqual(await run(dabScoring, painted(0)))
  })
})

test('means stand beside those of the nuclei that the border does not cut off, and figures say which they are of', async () => {
  const found = await run(dabScoring, section)
  const whole = found.objects.filter(({ values }) => values.border === 0)
  expect(whole.length).toBeLessThan(found.objects.length)
  const meanOf = (objects: Result['objects']) =>
    objects.reduce((sum, { values }) => sum + (values.area ?? 0), 0) / objects.length
  expect(figure(found, 'wholeNuclei')).toMatchObject({
    value: whole.length,
    note: 'without those that the border cuts off',
  })
  expect(figure(found, 'nuclei')).toMatchObject({ note: 'also those that the border cuts off' })
  expect(figure(found, 'meanArea')?.value).toBeCloseTo(meanOf(found.objects), 2)
  expect(figure(found, 'wholeMeanArea')).toMatchObject({
    title: 'Mean area of whole nuclei',
    value: expect.closeTo(meanOf(whole), 2),
  })
})

test('a client that does not know the figures of whole nuclei leaves them undefined', async () => {
  const found = await run(dabScoring, section)
  const { part, ...known } = dabScoring.classification ?? { measures: {} }
  expect(Object.keys(part?.measures ?? {})).toEqual(['wholeNuclei', 'wholeMeanArea', 'wholeMedianArea'])
  for (const key of Object.keys(part?.measures ?? {})) {
    expect(Object.keys(known.measures)).not.toContain(key)
    expect(figure(found, key)?.value).not.toBeNull()
  }
})

test('results of versions that compute no more are corrected by the columns that they have', () => {
  const columns = ['area', 'dabOd', 'hematoxylinOd', 'circularity', 'x', 'y']
  const first = retiredDabScoring.at(-1)
  expect(first?.version).toBe('1.0.0')
  expect(columns).toEqual(expect.arrayContaining(first?.classification ? columnsOf(first.classification) : ['none']))
})

test('the network looks at fine images in mirrored views, and the result says so', async () => {
  const views = async (application: AnalysisApplication, params: object, image = section) => {
    let runs = 0
    const counting: RunContext['openModel'] = async (name) => {
      const model = formulaModel(name === 'stained' ? 'absorption' : 'intensity')
      const count: typeof model.network.run = (x, size) => {
        runs += 1
        return model.network.run(x, size)
      }
      return { ...model, network: { ...model.network, run: count } }
    }
    const { provenance } = await run(application, image, params, { openModel: counting })
    return [provenance.networkViews, runs]
  }
  expect(await views(ki67Breast, { nucleusDiameterPx: 22 })).toEqual([4, 4])
  expect(await views(ki67Breast, { nucleusDiameterPx: 20 })).toEqual([1, 1])
  expect(await views(dabScoring, { nucleusDiameterPx: 22 })).toEqual([4, 4])
  // In fluorescence not the fineness counts but the size of the image.
  expect(await views(nuclei, { nucleusDiameterPx: 12, channel: 1 }, culture)).toEqual([4, 4])
})

test('classes follow from the optical density of the nuclei', async () => {
  const { objects, classes } = await run(dabScoring, section)
  for (const { class: name, values } of objects) {
    const od = values.dabOd ?? Number.NaN
    expect(name).toBe(od < 0.2 ? '0' : od < 0.4 ? '1+' : od < 0.6 ? '2+' : '3+')
  }
  const [none] = classes
  const share = (100 * field.objects.filter(({ positive }) => positive).length) / field.objects.length
  expect(Math.abs(100 * (1 - (none?.count ?? 0) / objects.length) - share)).toBeLessThan(8)
})

test('without pixel size the diameter is estimated from the image, and the result says so', async () => {
  const result = await run(dabScoring, sectionWithoutSize)
  const { value, note } = figure(result, 'nucleusDiameter') ?? {}
  expect(note).toBe('estimated from the image')
  expect(result.provenance).toMatchObject({ nucleusDiameterPx: value, nucleusDiameterFrom: note })
})

test('stain vectors are estimated, fixed by choice, or fixed where they cannot be estimated, with the reason', async () => {
  const estimated = (await run(dabScoring, section)).provenance
  expect(estimated).toMatchObject({ stainVectorsFrom: 'estimated from the image' })
  const fixed = (await run(dabScoring, section, { stainVectors: 'fixed' })).provenance
  expect(fixed).toMatchObject({ stainVectorsFrom: 'fixed, as chosen' })
  expect(fixed.stainVectors).not.toEqual(estimated.stainVectors)
  const blueOnly = hDabField({ seed: 4, width: 300, height: 200, nuclei: 30, positiveShare: 0 })
  const data = new Uint8Array(blueOnly.data)
  const blue = rgbInMemory({ data, width: 300, height: 200, pixelSizeUm })
  const { provenance } = await run(dabScoring, blue)
  expect(provenance.stainVectorsFrom).toMatch(/^fixed, because they could not be estimated: /)
  expect(provenance.stainVectors).toEqual(fixed.stainVectors)
})

test('where nothing looks like nuclei the diameter is assumed, and only the counts are defined', async () => {
  const glass = Uint8Array.from({ length: 200 * 160 * 3 }, (_, i) => 236 + ((i * 7919) % 9))
  for (const data of [glass, new Uint8Array(200 * 160 * 3).fill(255)]) {
    const result = await run(dabScoring, rgbInMemory({ data, width: 200, height: 160, pixelSizeUm: null }))
    expect(result.objects).toEqual([])
    expect(figure(result, 'nucleusDiameter')?.note).toBe('assumed: nothing in the image looks like nuclei')
    expect(figure(result, 'nuclei')?.value).toBe(0)
    expect(figure(result, 'hScore')?.value).toBeNull()
  }
})

test('the hot spot is where the index is highest, and needs 500 nuclei', async () => {
  const few = await run(ki67Breast, section)
  expect(figure(few, 'hotSpotIndex')).toMatchObject({ value: null, note: 'fewer than 500 nuclei' })
  expect(few.provenance.hotSpotAsMeasured).toBe('none: fewer than 500 nuclei')
  // Four fields with few positive nuclei, and to the right of them six with many.
  const options = { seed: 6, width: field.width, height: field.height, nuclei: 90, touching: 0.2 }
  const [quiet, busy] = [hDabField({ ...options, positiveShare: 0.1 }), hDabField({ ...options, positiveShare: 0.8 })]
  const parts = [quiet, quiet, quiet, quiet, busy, busy, busy, busy, busy, busy]
  const [width, row] = [10 * field.width, 3 * field.width]
  const data = new Uint8Array(3 * width * field.height)
  for (let y = 0; y < field.height; y++) {
    for (const [i, { data: part }] of parts.entries())
      data.set(part.subarray(y * row, (y + 1) * row), (10 * y + i) * row)
  }
  const large = rgbInMemory({ data, width, height: field.height, pixelSizeUm: null })
  const result = await run(ki67Breast, large, { nucleusDiameterPx: 20 })
  const index = figure(result, 'index')?.value ?? Number.NaN
  const hottest = figure(result, 'hotSpotIndex')?.value ?? Number.NaN
  expect(result.objects.length).toBeGreaterThan(510)
  expect(hottest).toBeGreaterThan(index + 3)
  const spot = result.provenance.hotSpotAsMeasured as Record<
    'left' | 'top' | 'right' | 'bottom' | 'share' | 'objects',
    number
  >
  const inside = result.objects.filter(({ values: { x, y } }) => {
    const [column, row] = [x ?? Number.NaN, y ?? Number.NaN]
    return column >= spot.left && column <= spot.right && row >= spot.top && row <= spot.bottom
  })
  expect(spot).toMatchObject({ share: hottest, objects: inside.length })
  expect(inside.length).toBeGreaterThanOrEqual(500)
  const positive = inside.filter((object) => object.class === 'positive').length
  expect(hottest).toBeCloseTo((100 * positive) / inside.length, 9)
})

describe('nuclei in fluorescence', () => {
  test('the chosen channel is measured', async () => {
    const found = await run(nuclei, culture, { channel: 1 })
    expect(found.provenance).toMatchObject({ channel: 'DAPI' })
    for (const { values } of found.objects) expect(values.meanIntensity).toBeGreaterThan(500)
    await expect(run(nuclei, culture, { channel: 7 })).rejects.toThrow()
  })

  test('depths of pixels make no difference to the nuclei: their intensities are those of the file', async () => {
    const found = await run(nuclei, channelsOf(light))
    const asFloat = await run(nuclei, channelsOf(Float32Array.from(light, (value) => value / 1024)))
    expect(asFloat.objects.length).toBe(found.objects.length)
    const [one, other] = [figure(found, 'meanIntensity')?.value ?? 0, figure(asFloat, 'meanIntensity')?.value ?? 0]
    expect(other * 1024).toBeCloseTo(one, 0)
  })

  test.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])(
    'a sample of %d, which would hide the nuclei around it, is refused in words',
    async (value) => {
      const samples = Float32Array.from(light)
      samples[Math.floor(pixels / 2)] = value
      await expect(run(nuclei, channelsOf(samples))).rejects.toThrow(
        'One sample of this channel is no number or infinite.',
      )
    },
  )
})
