import type { BrightFieldMeasurements, FluorescenceChannel, SuitabilityMeasurements } from '@lamella/shared/contract'
import { assessSuitability, suitabilityVersion } from './assess.ts'

const hDab = { modality: 'h-dab', objectDiameterUm: 8 } as const
const fluorescence = { modality: 'fluorescence', objectDiameterUm: 8 } as const

const section: BrightFieldMeasurements = {
  kind: 'bright-field',
  scale: { source: 'unknown' },
  whitePoint: [235, 232, 228],
  darkShare: 0.01,
  tissueShare: 0.4,
  clippedShare: 0.02,
  uniformShare: 0.02,
  colouredShare: 0.6,
  blueShare: 0.4,
  brownShare: 0.3,
  foreignShare: 0.01,
  edgeWidthPx: 1.2,
  stains: { method: 'fixed', reason: 'one-stain' },
}
const channel: FluorescenceChannel = {
  name: 'DAPI',
  backgroundLevel: 0.05,
  foregroundShare: 0.2,
  clippedShare: 0.001,
  uniformShare: 0.1,
  edgeWidthPx: 1.5,
}
const channels = (...found: Partial<FluorescenceChannel>[]): SuitabilityMeasurements => ({
  kind: 'fluorescence',
  scale: { source: 'unknown' },
  channels: found.map((changes) => ({ ...channel, ...changes })),
})
const verdictOf = (measurements: SuitabilityMeasurements, requirements: Parameters<typeof assessSuitability>[1]) => {
  const { verdict, reasons } = assessSuitability(measurements, requirements)
  return [verdict, ...reasons]
}
const known = (x: number, y = x) => ({ source: 'known', um: { x, y } }) as const

test('a section of which nothing is unusual fits, and carries what was measured', () => {
  expect(assessSuitability(section, hDab)).toEqual({
    verdict: 'fits',
    reasons: [],
    measurements: section,
    version: suitabilityVersion,
  })
})

test.each<[Partial<BrightFieldMeasurements>, string, string]>([
  [{ whitePoint: [200, 160, 190] }, 'doubtful', 'No clear glass is in view'],
  [{ whitePoint: [99, 90, 90] }, 'refused', 'the grey level 90 of 255'],
  [{ whitePoint: [250, 240, 180] }, 'doubtful', '1.4 times as bright'],
  [{ whitePoint: [250, 140, 100] }, 'refused', 'The light is not white'],
  [{ darkShare: 0.15 }, 'doubtful', '15 % of the image is nearly black'],
  [{ darkShare: 0.5 }, 'refused', '50 % of the image is nearly black'],
  [{ tissueShare: 0.006 }, 'doubtful', 'Only 0.6 % of the image is tissue.'],
  [{ tissueShare: 0.001 }, 'doubtful', 'Only 0.1 % of the image is tissue: no nuclei will be found in an empty field.'],
  [{ uniformShare: 0.9 }, 'refused', 'label images'],
  [{ colouredShare: 0.15 }, 'doubtful', 'grey or nearly so'],
  [{ colouredShare: 0, brownShare: 0, blueShare: 0 }, 'refused', 'grey or nearly so'],
  [{ foreignShare: 0.08 }, 'doubtful', '8 % of the colour is neither hematoxylin nor DAB'],
  [{ foreignShare: 0.3 }, 'refused', 'eosin'],
  [{ blueShare: 0.007 }, 'doubtful', 'Hematoxylin is on 0.7 % of the tissue'],
  [{ blueShare: 0 }, 'refused', 'Hematoxylin is on 0 % of the tissue'],
  [{ blueShare: 0, brownShare: 0.97 }, 'doubtful', 'Hematoxylin is on 0 % of the tissue'],
  [{ brownShare: 0 }, 'doubtful', 'No DAB is seen'],
  [{ clippedShare: 0.4 }, 'doubtful', '40 % of the tissue is too dark for the camera'],
  [{ edgeWidthPx: 5 }, 'doubtful', 'its sharpest edges are 13 px wide'],
  [{ edgeWidthPx: 3, scale: known(0.5) }, 'doubtful', 'blurred'],
  [{ scale: known(1) }, 'doubtful', 'a nucleus of 8 µm is 8.0 px wide'],
  [{ scale: known(2) }, 'refused', 'a nucleus of 8 µm is 4.0 px wide'],
  [{ scale: known(0.045) }, 'doubtful', 'The pixels are very small: a nucleus of 8 µm is 178 px wide'],
  [{ scale: known(0.001) }, 'refused', 'Check the pixel size of the image'],
  [{ scale: known(0.4, 0.5) }, 'doubtful', 'The pixels are not square (0.4 × 0.5 µm)'],
  [{ scale: known(1.3, 0.1) }, 'refused', 'The pixels are not square (1.3 × 0.1 µm)'],
])('a section with %j is %s in words', (changes, verdict, words) => {
  const [found, ...reasons] = verdictOf({ ...section, ...changes }, hDab)
  expect(found).toBe(verdict)
  expect(reasons).toEqual([expect.stringContaining(words)])
})

test.each<Partial<BrightFieldMeasurements>>([
  { edgeWidthPx: 3, scale: known(0.2) },
  { scale: known(0.5) },
  { scale: known(0.05) },
  { scale: known(0.25, 0.2525) },
  { edgeWidthPx: null },
  { outsideShare: 0.6 },
])('a section with %j fits', (changes) => {
  expect(verdictOf({ ...section, ...changes }, hDab)).toEqual(['fits'])
})

test('of a refused image only the reasons of the refusal are given', () => {
  const photograph = { ...section, foreignShare: 0.5, darkShare: 0.4, clippedShare: 0.5, brownShare: 0 }
  expect(verdictOf(photograph, hDab)).toEqual([
    'refused',
    expect.stringContaining('40 % of the image is nearly black'),
    expect.stringContaining('50 % of the colour'),
  ])
})

test.each<[Partial<FluorescenceChannel>, string, string]>([
  [{ backgroundLevel: 0.4 }, 'doubtful', 'The background is bright'],
  [{ backgroundLevel: 0.9, foregroundShare: 0 }, 'refused', 'The background is bright'],
  [{ foregroundShare: 0.0005 }, 'doubtful', 'Only 0.1 % of the image is brighter'],
  [{ foregroundShare: 0 }, 'doubtful', 'Nothing in the image is brighter than its background'],
  [{ darkerShare: 0.02 }, 'doubtful', 'as in phase contrast'],
  [{ darkerShare: 0.1 }, 'refused', 'as in phase contrast'],
  [{ uniformShare: 0.8 }, 'refused', 'label images'],
  [{ clippedShare: 0.2 }, 'doubtful', '20 % of the bright objects are beyond the range'],
  [{ edgeWidthPx: 6 }, 'doubtful', 'blurred'],
])('a channel with %j is %s in words', (changes, verdict, words) => {
  expect(verdictOf(channels({}), fluorescence)).toEqual(['fits'])
  expect(verdictOf(channels(changes), fluorescence)).toEqual([verdict, expect.stringContaining(words)])
})

test('an image of channels has the verdict of the best one, and the reasons name theirs', () => {
  expect(verdictOf(channels({ foregroundShare: 0 }, {}), fluorescence)).toEqual(['fits'])
  const both = channels({ foregroundShare: 0 }, { name: '', edgeWidthPx: 6 })
  expect(verdictOf(both, fluorescence)).toEqual([
    'doubtful',
    expect.stringMatching(/^DAPI: Nothing in the image/),
    expect.stringMatching(/^Channel 2: The image is blurred/),
  ])
  const [first, second] = verdictOf(channels({ foregroundShare: 0 }, { foregroundShare: 0 }), fluorescence)
  expect([first, second]).toEqual(['doubtful', expect.stringMatching(/^Nothing in the image is brighter/)])
})

test.each([
  [0, ['doubtful', expect.stringMatching(/^DAPI: Nothing in the image is brighter/)]],
  [1, ['fits']],
  [2, ['doubtful', expect.stringMatching(/^Channel 3: The image is blurred/)]],
  [9, ['doubtful', expect.stringMatching(/^Channel 10 was not looked at/)]],
])('of a job that reads channel %d that channel is judged, not the best one', (chosen, expected) => {
  const found = channels({ foregroundShare: 0 }, {}, { name: '', edgeWidthPx: 6 })
  const { verdict, reasons } = assessSuitability(found, fluorescence, chosen)
  expect([verdict, ...reasons]).toEqual(expected)
})

test('measurements of the other modality are refused', () => {
  expect(verdictOf(section, fluorescence)[0]).toBe('refused')
  expect(verdictOf(channels({}), hDab)[0]).toBe('refused')
})
