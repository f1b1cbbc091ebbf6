import type { AutomaticDiameter, ParamSchema, SuitabilityMeasurements } from '@lamella/shared/contract'
import { sampleImage } from '@lamella/shared/testing/sample-image.ts'
import { automaticDiameterOf, automaticDiameterWith, automaticRemark, automaticText } from './automatic-diameter.ts'
import type { CheckedImage } from './use-suitability.ts'

const section = { typicalUm: 8, estimateFirst: false }
const culture = { typicalUm: 10, estimateFirst: true }
const paramOf = (automaticDiameter: AutomaticDiameter): ParamSchema => ({
  type: 'number',
  title: 'Nucleus diameter',
  default: null,
  minimum: 5,
  maximum: 200,
  automaticDiameter,
})
const measured = (px: number | null, doubtful?: boolean) =>
  ({ kind: 'bright-field', nucleusDiameter: { px, doubtful, model: '' } }) as SuitabilityMeasurements
const channels = (...all: (number | undefined)[]) =>
  ({
    kind: 'fluorescence',
    channels: all.map((px) => (px === undefined ? {} : { nucleusDiameter: { px, model: '' } })),
  }) as SuitabilityMeasurements
const half = { x: 0.5, y: 0.5 }

test.each<
  [
    string,
    AutomaticDiameter,
    { x: number; y: number } | null,
    CheckedImage['state'],
    SuitabilityMeasurements | null,
    string,
  ]
>([
  ['a section with a pixel size', section, half, 'unknown', null, '16 px, from the pixel size'],
  ['pixels that are not square', section, { x: 0.2, y: 0.8 }, 'fits', null, '20 px, from the pixel size'],
  ['a pixel size that is out of range', section, { x: 10, y: 10 }, 'fits', null, '5 px, from the pixel size'],
  ['a pixel size although there is an estimate', section, half, 'fits', measured(23), '16 px, from the pixel size'],
  ['a section without a pixel size', section, null, 'fits', measured(23.44), '23.4 px, estimated from the image'],
  [
    'one whose scales disagree',
    section,
    null,
    'fits',
    measured(33, true),
    '33 px, estimated from the image, but doubtful',
  ],
  ['one that is being measured', section, null, 'checking', null, 'is being estimated from the image'],
  ['one that could not be measured', section, null, 'failed', null, 'will be estimated by the job'],
  ['one that a server without the network measured', section, null, 'fits', channels(), 'will be estimated by the job'],
  [
    'nothing that looks like nuclei',
    section,
    null,
    'fits',
    measured(null),
    'will be assumed by the job, because nothing in the image looks like nuclei',
  ],
  ['a culture with a pixel size', culture, half, 'fits', channels(9, 31), '31 px, estimated from the image'],
  ['a culture being measured', culture, half, 'checking', null, 'is being estimated from the image'],
  ['a channel without an estimate', culture, half, 'fits', channels(9, undefined), 'will be estimated by the job'],
])('%s: %s', (_, rule, pixelSize, state, measurements, text) => {
  expect(automaticText(automaticDiameterOf(paramOf(rule), { pixelSize }, { state, measurements }, 1))).toBe(text)
})

test('a doubtful one is asked for, a sure one is not', () => {
  expect(automaticRemark({ px: 33, from: 'roughly estimated' })).toBe(
    'Nucleus diameter: 33 px, estimated from the image, but doubtful. Compare it with the nuclei, and type their diameter where it does not fit.',
  )
  expect(automaticRemark({ px: 33, from: 'estimated' })).toBe('Nucleus diameter: 33 px, estimated from the image.')
})

test('of a form: by its channel, and not where a diameter is given', () => {
  const params = {
    type: 'object',
    additionalProperties: false,
    properties: {
      channel: { type: 'integer', title: 'Channel', default: 0, control: 'channel' },
      diameter: paramOf(culture),
    },
  } as const
  const image: CheckedImage = { image: sampleImage(), state: 'fits', reasons: [], measurements: channels(9, 31) }
  expect(automaticDiameterWith(params, { channel: 0, diameter: null }, image)).toEqual({ px: 9, from: 'estimated' })
  expect(automaticDiameterWith(params, { channel: 1, diameter: null }, image)).toEqual({ px: 31, from: 'estimated' })
  expect(automaticDiameterWith(params, { channel: 1, diameter: 12 }, image)).toBeNull()
})
