import type { Measurement } from '@lamella/shared/contract'
import { withholdContradictions } from './withhold.ts'

const result = (areas: number[], measurements: [key: string, value: number | null, unit: string][]) => ({
  measurements: measurements.map(([key, value, unit]): Measurement => ({ key, title: key, value, unit, decimals: 1 })),
  columns: [{ key: 'area', title: 'Area', unit: 'µm²', decimals: 1 }],
  objects: { values: { area: Float64Array.from(areas) } },
})
const valuesOf = (found: ReturnType<typeof result>) =>
  Object.fromEntries(withholdContradictions(found).measurements.map(({ key, value }) => [key, value]))

test.each([
  ['tissueArea', 'mm²'],
  ['imageArea', 'mm²'],
])('124 nuclei of 40 µm² cannot lie on a %s of 0.00026 mm²: area and density are withheld, in words', (key, unit) => {
  const found = result(
    Array.from({ length: 124 }, () => 40),
    [
      ['nuclei', 124, ''],
      [key, 0.00026, unit],
      ['density', 479_807, '/mm²'],
    ],
  )
  expect(valuesOf(found)).toEqual({ nuclei: 124, [key]: null, density: null })
  for (const { value, note } of withholdContradictions(found).measurements) {
    if (value === null) expect(note).toMatch(/^not known: /)
  }
})

test('what fits together stays, and areas of other units are not compared', () => {
  const figures: Parameters<typeof result>[1] = [
    ['tissueArea', 0.01, 'mm²'],
    ['density', 200, '/mm²'],
    ['positiveShare', 100, '%'],
    ['hScore', 300, ''],
  ]
  expect(valuesOf(result([40, 40], figures))).toEqual({
    tissueArea: 0.01,
    density: 200,
    positiveShare: 100,
    hScore: 300,
  })
  expect(valuesOf(result([40, 40], [['tissueArea', 0.00001, 'Mpx']]))).toEqual({ tissueArea: 0.00001 })
})

test.each([100.1, -1])('a share of %d %% is withheld', (share) => {
  expect(valuesOf(result([], [['collagenShare', share, '%']]))).toEqual({ collagenShare: null })
})
