import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type HDabField, type HDabFieldOptions, hDabField } from '@lamella/shared/testing/pictures/index.ts'
import sharp from 'sharp'
import { detectionScore } from '../../../metrics/detection-score.ts'
import { rasterizePolygons } from '../../../operators/rasterize-polygons.ts'
import { objectsIn } from '../../../results/testing.ts'
import type { Checkpoints } from '../../../runtime/checkpoints.ts'
import type { PixelSize } from '../../../sources/pixel-source.ts'
import { type RgbImage, rgbInMemory } from '../../../sources/rgb.ts'
import type { RunContext } from '../../application.ts'
import { applications, findApplication } from '../../registry.ts'
import { dabScoring } from './application.ts'

// Generating images is slow on a busy machine.
jest.setTimeout(60_000)

const imageOf = (field: HDabField, pixelSizeUm: PixelSize | null = null): RgbImage => ({
  data: new Uint8Array(field.data),
  width: field.width,
  height: field.height,
  pixelSizeUm,
})

const run = async (image: RgbImage, params: object = {}, context: Partial<RunContext> = {}) => {
  const { objects, ...result } = await dabScoring.run(rgbInMemory(image), params, context)
  return {
    ...result,
    objects: objectsIn(
      objects,
      result.classes.map(({ name }) => name),
    ),
  }
}
type Result = Awaited<ReturnType<typeof run>>

const measurement = (result: Result, key: string) => {
  const found = result.measurements.find((candidate) => candidate.key === key)
  if (!found) throw new Error(`no measurement ${key}`)
  return found
}

const quality = (field: HDabField, result: Result) => {
  const shapes = result.objects.map(({ no, polygon }) => ({ label: no, ring: polygon }))
  return detectionScore(field.labels, rasterizePolygons(shapes, field))
}

const positivePercent = (field: HDabField) =>
  (100 * field.objects.filter(({ positive }) => positive).length) / field.objects.length

test('the registry finds applications by name and version', () => {
  expect(applications).toContain(dabScoring)
  expect(findApplication('dab-scoring', '1.0.0')).toBe(dabScoring)
  expect(findApplication('dab-scoring', '0.9.0')).toBeUndefined()
})

const easy = { nuclei: 140, positiveShare: 0.4 }
const dense = { nuclei: 300, positiveShare: 0.55, touching: 0.7 }
const noisy = { nuclei: 180, positiveShare: 0.15, touching: 0.5, grain: 4 }
const fields: { kind: string; seed: number; options: Partial<HDabFieldOptions> }[] = [
  { kind: 'easy', seed: 21, options: easy },
  { kind: 'easy', seed: 22, options: easy },
  { kind: 'dense', seed: 21, options: dense },
  { kind: 'dense', seed: 22, options: dense },
  { kind: 'noisy', seed: 21, options: noisy },
]

test.each(fields)('D3-1-24 known nuclei are found and scored: $kind field, seed $seed', async ({ seed, options }) => {
  const field = hDabField({ seed, ...options })
  const result = await run(imageOf(field), {})
  expect(quality(field, result).f1).toBeGreaterThanOrEqual(0.9)
  expect(
    Math.abs((measurement(result, 'positiveShare').value ?? Number.NaN) - positivePercent(field)),
  ).toBeLessThanOrEqual(3)
})

test('sizes follow the pixel size', async () => {
  const field = hDabField({ seed: 31, nuclei: 70, meanRadius: 16, touching: 0.4 })
  const known = await run(imageOf(field, { x: 0.25, y: 0.25 }), {})
  expect(quality(field, known).f1).toBeGreaterThanOrEqual(0.9)
  expect(measurement(known, 'meanArea').unit).toBe('µm²')
  const trueArea = field.objects.reduce((sum, { area }) => sum + area, 0) / field.objects.length / 16
  expect(Math.abs((measurement(known, 'meanArea').value ?? 0) / trueArea - 1)).toBeLessThan(0.15)
  const unknown = await run(imageOf(field), { nucleusDiameterPx: 32 })
  expect(unknown.objects.map(({ polygon }) => polygon)).toEqual(known.objects.map(({ polygon }) => polygon))
  expect(measurement(unknown, 'meanArea')).toMatchObject({
    unit: 'px²',
    value: expect.closeTo(16 * (measurement(known, 'meanArea').value ?? 0), 3),
  })
})

test('the optical density of a nucleus is that of its stain', async () => {
  const field = hDabField({ seed: 33, nuclei: 60, touching: 0 })
  const result = await run(imageOf(field), {})
  for (const [truth, found] of quality(field, result).matches) {
    const expected = field.objects[truth - 1]?.dabOd ?? Number.NaN
    expect(Math.abs((result.objects[found - 1]?.values.dabOd ?? Number.NaN) - expected)).toBeLessThan(
      0.03 + 0.15 * expected,
    )
  }
})

test('measurements follow from the objects', async () => {
  const result = await run(imageOf(hDabField({ seed: 34, width: 300, height: 260, nuclei: 40 })), {})
  const count = (name: string) => result.objects.filter((object) => object.class === name).length
  const total = result.objects.length
  expect(result.classes.map(({ name, count }) => [name, count])).toEqual(
    ['0', '1+', '2+', '3+'].map((name) => [name, count(name)]),
  )
  expect(measurement(result, 'nuclei').value).toBe(total)
  expect(measurement(result, 'positiveShare').value).toBeCloseTo(100 * (1 - count('0') / total), 9)
  expect(measurement(result, 'hScore').value).toBeCloseTo(
    (100 * (count('1+') + 2 * count('2+') + 3 * count('3+'))) / total,
    9,
  )
  expect(result.objects.map(({ no }) => no)).toEqual(Array.from({ length: total }, (_, i) => i + 1))
  for (const object of result.objects) expect(Object.keys(object.values)).toEqual(result.columns.map(({ key }) => key))
  for (const { class: name, values } of result.objects) {
    const od = values.dabOd ?? Number.NaN
    expect(name).toBe(od < 0.2 ? '0' : od < 0.4 ? '1+' : od < 0.6 ? '2+' : '3+')
  }
})

test('for an empty slide only the counts are defined', async () => {
  const empty = hDabField({ seed: 3, width: 200, height: 160, nuclei: 1, positiveShare: 0 })
  const glass = new Uint8Array(200 * 160 * 3).map((_, i) => 236 + ((i * 7919) % 9))
  for (const data of [glass, new Uint8Array(200 * 160 * 3).fill(255), new Uint8Array(200 * 160 * 3)]) {
    const result = await run({ ...imageOf(empty), data }, {})
    expect(result.objects).toEqual([])
    expect(result.measurements.filter(({ value }) => value !== null).map(({ value }) => value)).toEqual([0, 0, 0, 0, 0])
    expect(result.classes.map((entry) => entry.count)).toEqual([0, 0, 0, 0])
  }
})

test('parameters outside their range are refused', async () => {
  const image = imageOf(hDabField({ seed: 3, width: 80, height: 80, nuclei: 1 }))
  await expect(run(image, { nucleusDiameterPx: 0 })).rejects.toThrow()
})

describe('a run over several tiles', () => {
  const field = hDabField({ seed: 41, width: 1100, height: 300, nuclei: 240, touching: 0.4 })
  const outcomes = new Map<string, string>()
  const shares: number[] = []
  let whole: Result
  /** Checkpoints of an interrupted run; `worked` collects the units that are run. */
  const resuming = (kept: Iterable<[string, string]>, worked: string[] = []): Checkpoints => {
    const known = new Map(kept)
    return {
      read: async (unit) => JSON.parse(known.get(unit) ?? 'null'),
      write: async (unit) => void worked.push(unit),
    }
  }
  beforeAll(async () => {
    const checkpoints: Checkpoints = {
      read: async () => undefined,
      write: async (unit, outcome) => void outcomes.set(unit, JSON.stringify(outcome)),
    }
    whole = await run(imageOf(field), {}, { checkpoints, onProgress: (share) => shares.push(share) })
  })

  test('counts each nucleus once', () => {
    expect([...outcomes.keys()]).toEqual(['levels-0', 'levels-1', 'absorption-0', 'absorption-1', 'score-0', 'score-1'])
    expect(quality(field, whole).f1).toBeGreaterThanOrEqual(0.9)
    const painted = rasterizePolygons(
      whole.objects.map(({ no, polygon }) => ({ label: no, ring: polygon })),
      field,
    )
    const visible = new Set(painted)
    expect(visible.size).toBe(whole.objects.length + 1)
  })

  test('reports progress that only grows, to 1', () => {
    expect(shares).toEqual(shares.toSorted((a, b) => a - b))
    expect(shares.at(-1)).toBe(1)
  })

  test.each([1, 3, 5])('resumed after %s units has the identical result', async (kept) => {
    const worked: string[] = []
    const checkpoints = resuming([...outcomes].slice(0, kept).reverse(), worked)
    expect(await run(imageOf(field), {}, { checkpoints })).toEqual(whole)
    expect(worked).toEqual([...outcomes.keys()].slice(kept))
  })

  test('runs the unit of a damaged checkpoint again', async () => {
    const damaged = [...outcomes].map(([unit, text], i): [string, string] => [
      unit,
      i === 4 ? '{"nonsense":true}' : text,
    ])
    expect(await run(imageOf(field), {}, { checkpoints: resuming(damaged) })).toEqual(whole)
  })
})

const testData = process.env.LAMELLA_TEST_DATA ?? join(__dirname, '../../../../../../../shared/data')
const ihc = join(testData, 'ihc_he/ihc.png')
const onRealData = existsSync(ihc) ? test : test.skip
onRealData(`a real section of stained cytoplasm: nuclei by their hematoxylin (skipped without ${ihc})`, async () => {
  const { data, info } = await sharp(ihc).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const result = await run(
    { data: new Uint8Array(data), width: info.width, height: info.height, pixelSizeUm: null },
    {},
  )
  expect(result.objects.length).toBeGreaterThan(300)
  expect(result.objects.length).toBeLessThan(600)
  const stroma = result.objects.filter(({ values }) => (values.x ?? 0) > 470)
  expect(stroma.length).toBeGreaterThan(20)
  expect(stroma.filter((object) => object.class === '0').length / stroma.length).toBeGreaterThan(0.9)
  expect(measurement(result, 'meanArea').unit).toBe('px²')
})
