import { tissueMeasurements } from './measurements.ts'

const batch = (...area: number[]) => ({
  count: area.length,
  values: { area: Float64Array.from(area) },
  points: new Uint32Array(),
  coordinates: new Float32Array(),
})
const half = { x: 0.5, y: 0.5 }

test('the area of the tissue has its unit, and its density where the pixel size is known', () => {
  const found = { batches: [batch(100, 200), batch(300)], tissuePixels: 4_000_000 }
  expect(tissueMeasurements(found, half)).toMatchObject([
    { key: 'tissueArea', value: 1, unit: 'mm²' },
    { key: 'density', unit: '/mm²' },
  ])
  expect(tissueMeasurements(found, null)).toMatchObject([{ key: 'tissueArea', value: 4, unit: 'Mpx' }])
})

test('nuclei that cover more than what counts as tissue leave area and density unknown, in words', () => {
  const found = { batches: [batch(100, 200), batch(301)], tissuePixels: 600 }
  expect(tissueMeasurements(found, half)).toMatchObject([
    { key: 'tissueArea', value: null, note: expect.stringContaining('not known: the section is pale') },
    { key: 'density', value: null },
  ])
})
