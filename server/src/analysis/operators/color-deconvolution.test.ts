import fc from 'fast-check'
import { deconvolve, type RgbTriple, STAIN_VECTORS } from './color-deconvolution.ts'

const unit = (vector: RgbTriple) => vector.map((value) => value / Math.hypot(...vector))
const [h, d] = [unit(STAIN_VECTORS.hematoxylin), unit(STAIN_VECTORS.dab)]
const white: RgbTriple = [240, 238, 235]

test('deconvolution inverts mixing, up to the rounding of 8 bits', () => {
  const amount = fc.double({ min: 0, max: 0.8, noNaN: true })
  fc.assert(
    fc.property(amount, amount, (hematoxylin, dab) => {
      const pixel = white.map((level, c) => Math.round(level * 10 ** -(hematoxylin * (h[c] ?? 0) + dab * (d[c] ?? 0))))
      const planes = deconvolve(Uint8Array.from(pixel), { width: 1, height: 1 }, white)
      expect(Math.abs((planes.hematoxylin[0] ?? 0) - hematoxylin)).toBeLessThan(0.06)
      expect(Math.abs((planes.dab[0] ?? 0) - dab)).toBeLessThan(0.06)
    }),
  )
})

test('clear glass and what is brighter hold no stain', () => {
  const planes = deconvolve(Uint8Array.from([...white, 255, 255, 255]), { width: 2, height: 1 }, white)
  for (const value of [...planes.hematoxylin, ...planes.dab]) expect(value).toBeCloseTo(0, 6)
})

test('black is finite', () => {
  const planes = deconvolve(Uint8Array.from([0, 0, 0]), { width: 1, height: 1 }, white)
  expect(Number.isFinite(planes.dab[0])).toBe(true)
})
