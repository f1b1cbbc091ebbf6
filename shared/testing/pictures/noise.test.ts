import fc from 'fast-check'
import { createNoise, fractal } from './noise.ts'
import { createRandom } from './random.ts'

test('the same seed gives the same numbers, another seed others', () => {
  const draw = (seed: number) => Array.from({ length: 20 }, createRandom(seed).next)
  expect(draw(5)).toEqual(draw(5))
  expect(draw(5)).not.toEqual(draw(6))
})

test('uniform and normal numbers have the expected moments', () => {
  const random = createRandom(11)
  const uniform = Array.from({ length: 20_000 }, random.next)
  expect(Math.min(...uniform)).toBeGreaterThanOrEqual(0)
  expect(Math.max(...uniform)).toBeLessThan(1)
  expect(uniform.reduce((a, b) => a + b) / uniform.length).toBeCloseTo(0.5, 2)
  const normal = Array.from({ length: 20_000 }, () => random.normal(3, 2))
  const mean = normal.reduce((a, b) => a + b) / normal.length
  const variance = normal.reduce((sum, v) => sum + (v - mean) ** 2, 0) / normal.length
  expect(mean).toBeCloseTo(3, 1)
  expect(Math.sqrt(variance)).toBeCloseTo(2, 1)
})

test('noise repeats after its period, so that textures tile without a seam', () => {
  const coordinate = fc.double({ min: -40, max: 40, noNaN: true })
  fc.assert(
    fc.property(coordinate, coordinate, fc.integer({ min: 1, max: 64 }), (x, y, period) => {
      const noise = fractal(createNoise(3, period), 3)
      expect(noise(x + period, y)).toBeCloseTo(noise(x, y), 6)
      expect(noise(x, y - period)).toBeCloseTo(noise(x, y), 6)
    }),
  )
})

test('noise stays near [-1, 1] and is continuous', () => {
  const noise = createNoise(9)
  const unit = fc.double({ min: 0, max: 200, noNaN: true })
  fc.assert(
    fc.property(unit, unit, (x, y) => {
      expect(Math.abs(noise(x, y))).toBeLessThanOrEqual(1.01)
      expect(Math.abs(noise(x + 1e-4, y) - noise(x, y))).toBeLessThan(1e-2)
    }),
  )
})
