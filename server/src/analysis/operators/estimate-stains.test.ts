import { STAINS } from '@lamella/shared/testing/pictures/stains.ts'
import { normalised, type RgbTriple } from './color-deconvolution.ts'
import { estimateStains, stainDirection } from './estimate-stains.ts'

/** Pixels of given amounts of stains, with the rounding of 8 bits. */
const densitiesOf = (count: number, amounts: (i: number) => readonly (readonly [RgbTriple, number])[]) => {
  const densities = new Float32Array(count * 3)
  for (let i = 0; i < count; i++) {
    for (let channel = 0; channel < 3; channel++) {
      const od = amounts(i).reduce((sum, [vector, amount]) => sum + (vector[channel] ?? 0) * amount, 0)
      densities[3 * i + channel] = -Math.log10(Math.round(240 * 10 ** -od) / 240)
    }
  }
  return densities
}
/** An amount from 0.3 to 0.9 that looks random. */
const amountOf = (i: number) => 0.3 + 0.6 * ((i * 0.618034) % 1)
const { hematoxylin, dab, eosin } = STAINS
const degreesBetween = (a: RgbTriple, b: RgbTriple) =>
  (Math.acos(a.reduce((sum, value, c) => sum + value * (b[c] ?? 0), 0)) * 180) / Math.PI

test.each<[string, RgbTriple, RgbTriple]>([
  ['the fixed ones', hematoxylin, dab],
  ['those of another laboratory', normalised([0.78, 0.58, 0.22]), normalised([0.33, 0.5, 0.8])],
])('two stains are found in a mixture: %s', (_, first, second) => {
  const mixed = densitiesOf(6000, (i) => {
    if (i % 10 === 0) return [[second, amountOf(i)]]
    if (i % 10 < 4)
      return [
        [first, amountOf(i) / 2],
        [second, amountOf(i + 7) / 2],
      ]
    return [[first, amountOf(i)]]
  })
  const found = estimateStains(mixed)
  if (typeof found === 'string') throw new Error(found)
  expect(degreesBetween(found.vectors.hematoxylin, first)).toBeLessThan(3)
  expect(degreesBetween(found.vectors.dab, second)).toBeLessThan(3)
  expect(Math.abs(found.angle - degreesBetween(first, second))).toBeLessThan(4)
  expect(found.residual).toBeLessThan(1.5)
})

test.each<[string, Float32Array]>([
  ['too-little-stain', densitiesOf(500, (i) => [[i % 2 ? dab : hematoxylin, amountOf(i)]])],
  ['one-stain', densitiesOf(4000, (i) => [[hematoxylin, amountOf(i)]])],
  ['one-stain', densitiesOf(4000, (i) => [[normalised([1, 1, 1]), amountOf(i)]])],
  ['other-stains', densitiesOf(4000, (i) => [[i % 2 ? eosin : hematoxylin, amountOf(i)]])],
  ['angle', densitiesOf(4000, (i) => [[i % 2 ? normalised([0, 0.1, 1]) : normalised([1, 0.1, 0]), amountOf(i)]])],
  [
    'third-colour',
    densitiesOf(4000, (i) => [[[hematoxylin, dab, normalised([0.05, 1, 0.1])][i % 3] ?? dab, amountOf(i)]]),
  ],
])('an estimate that is not two stains of the right kind is refused: %s', (reason, densities) => {
  expect(estimateStains(densities)).toBe(reason)
})

test('directions are measured from hematoxylin towards DAB, and out of their plane', () => {
  expect(stainDirection(hematoxylin).hue).toBeCloseTo(0, 3)
  expect(stainDirection(dab).hue).toBeCloseTo(37.2, 0)
  expect(stainDirection(dab).green).toBeCloseTo(0, 3)
  expect(stainDirection(eosin).green).toBeCloseTo(15.3, 0)
  expect(stainDirection([1, 1, 1]).hue).toBeCloseTo(17, 0)
  expect(stainDirection([1, 1, 1]).green).toBeCloseTo(-7.6, 0)
})
