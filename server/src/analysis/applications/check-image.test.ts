import type { ParamsSchema, Requirements } from '@lamella/shared/contract'
import * as z from 'zod'
import { rgbInMemory } from '../sources/rgb.ts'
import { defineApplication, presentApplication } from './application.ts'
import { checkImage } from './check-image.ts'
import { applications } from './registry.ts'

const requires: Requirements = {
  kinds: ['MultiChannel', 'TimeSeries'],
  photometric: 'gray',
  channels: { min: 2, max: null },
  timePoints: { min: 1, max: 10 },
  pixelSize: true,
  minSide: 16,
}
const params = z.strictObject({
  diameter: z.number().min(2).max(60).default(8).meta({ title: 'Diameter', unit: 'µm', step: 0.5 }),
  iterations: z.int().min(1).max(9).default(3).meta({ title: 'Iterations' }),
  fill: z.boolean().default(true).meta({ title: 'Fill holes' }),
  method: z
    .enum(['otsu', 'li'])
    .default('otsu')
    .meta({ title: 'Threshold', enumTitles: { otsu: 'Otsu', li: 'Li' } }),
  nuclei: z.int().min(0).default(0).meta({ title: 'Channel of the nuclei', control: 'channel' }),
  spots: z.array(z.int()).default([1]).meta({ title: 'Channels of the spots', control: 'channels' }),
})
const nothing = { measurements: [], classes: [], columns: [], provenance: {} }
const objects = {
  count: 0,
  classes: new Uint16Array(),
  values: {},
  rings: new Uint32Array(1),
  coordinates: new Float32Array(),
}
const spots = defineApplication({
  name: 'spots',
  version: '1.0.0',
  status: 'available',
  displayName: 'Spot counting',
  description: '',
  measures: '',
  needs: '',
  supportsROI: false,
  requires,
  params,
  classification: null,
  analyse: async (_source, given) => ({ ...nothing, objects, provenance: { given } }),
})

const channel = {
  index: 0,
  name: '',
  color: null,
  min: 0,
  max: 1,
  histogram: [],
  auto: { min: 0, max: 1 },
}
const image = {
  kind: 'MultiChannel',
  width: 300,
  height: 200,
  photometric: 'gray',
  channels: [channel, channel, channel],
  timePoints: 1,
  pixelSizeUm: { x: 0.5, y: 0.5 },
} as const
const sentenceFor = (changes: object, given: Record<string, unknown> = {}) =>
  checkImage(spots, { ...image, channels: [...image.channels], ...changes }, given)

test('an image that meets all requirements is accepted', () => {
  expect(sentenceFor({})).toBeNull()
})

test.each([
  [{ kind: 'TwoDimensions' }, 'It takes multichannel images and time series only.'],
  [{ photometric: 'rgb' }, 'It needs an image of grey channels.'],
  [{ channels: [channel] }, 'It needs at least 2 channels; the image has 1.'],
  [{ timePoints: 11 }, 'It needs 1 to 10 time points; the image has 11.'],
  [{ width: 20_000, height: 1 }, 'It needs at least 16 × 16 pixels; the image has 20000 × 1.'],
  [{ pixelSizeUm: null }, 'It needs an image that says how large its pixels are.'],
])('%j is refused in words', (changes, sentence) => {
  expect(sentenceFor(changes)).toEqual({
    code: 'ERR_4001',
    detail: `Spot counting cannot analyse this image. ${sentence}`,
  })
})

test.each<[Record<string, unknown>, string]>([
  [{ diameter: 1 }, 'Diameter: enter a number from 2 to 60 µm.'],
  [{ diameter: '8' }, 'Diameter: enter a number from 2 to 60 µm.'],
  [{ iterations: 1.5 }, 'Iterations: enter a whole number from 1 to 9.'],
  [{ fill: 1 }, 'Fill holes: choose yes or no.'],
  [{ method: 'triangle' }, 'Threshold: choose one of Otsu, Li.'],
  [{ nuclei: 3 }, 'Channel of the nuclei: choose a channel of the image.'],
  [{ spots: [0, 0] }, 'Channels of the spots: choose channels of the image.'],
  [{ spots: [] }, 'Channels of the spots: choose channels of the image.'],
  [{ radius: 4 }, 'There is no parameter "radius".'],
  [{ constructor: 4 }, 'There is no parameter "constructor".'],
])('parameters %j are refused in words', (given, detail) => {
  expect(sentenceFor({}, given)).toEqual({ code: 'ERR_4004', detail })
})

test('a default that the image does not allow is refused in words', () => {
  const schema: ParamsSchema = {
    type: 'object',
    additionalProperties: false,
    properties: { nuclei: { type: 'integer', title: 'Channel of the nuclei', default: 3, control: 'channel' } },
  }
  expect(checkImage({ ...spots, params: schema }, { ...image, channels: [...image.channels] }, {})).toEqual({
    code: 'ERR_4004',
    detail: 'Channel of the nuclei: choose a channel of the image.',
  })
})

test('valid parameters are accepted, and absent ones have their defaults', async () => {
  expect(
    sentenceFor({}, { diameter: 60, iterations: 9, fill: false, method: 'li', nuclei: 2, spots: [2, 0] }),
  ).toBeNull()
  const source = rgbInMemory({ data: new Uint8Array(3), width: 1, height: 1, pixelSizeUm: null })
  const { provenance } = await spots.run(source, { diameter: 60 })
  expect(provenance).toEqual({
    given: { diameter: 60, iterations: 3, fill: true, method: 'otsu', nuclei: 0, spots: [1] },
  })
})

test('the card has the flags derived from the requirements, and the schema of the parameters', () => {
  const card = presentApplication(spots)
  expect(card).toMatchObject({ supportsMultichannel: true, requiresMultichannel: true, supportsTimeSeries: true })
  expect(card.params.properties.diameter).toEqual({
    type: 'number',
    title: 'Diameter',
    unit: 'µm',
    step: 0.5,
    minimum: 2,
    maximum: 60,
    default: 8,
  })
})

test('parameters that the generated form cannot show are refused when an application is defined', () => {
  const nested = z.strictObject({ inner: z.strictObject({ a: z.number().default(1) }).default({ a: 1 }) })
  expect(() =>
    defineApplication({ ...spots, params: nested, analyse: async () => ({ ...nothing, objects }) }),
  ).toThrow()
})

test.each(applications)('$name $version: every parameter has a title and a default that fits', ({ params }) => {
  const titled = (schema: ParamsSchema['properties'][string]) => schema.title.length > 0 && schema.default !== undefined
  expect(Object.values(params.properties).every(titled)).toBe(true)
})
