import { seededRandom } from '../learning/random.ts'
import { periodicNoise, wrap } from './plane.ts'

test('an index is counted around, also from before the beginning', () => {
  expect([-9, -8, -1, 0, 7, 8, 17].map((index) => wrap(index, 8))).toEqual([7, 0, 7, 0, 7, 0, 1])
})

test('noise repeats after a period to all sides, is between 0 and 1, and goes on smoothly over the edges', () => {
  const period = { width: 64, height: 32 }
  const noise = periodicNoise(seededRandom(5), period, 8, 4)
  const values = new Set<number>()
  for (let y = 0; y < period.height; y++) {
    for (let x = 0; x < period.width; x++) {
      const value = noise(x, y)
      values.add(value)
      expect(value >= 0 && value <= 1).toBe(true)
      // Sizes are powers of two: places of other periods are the same numbers.
      expect([noise(x - 64, y), noise(x + 128, y), noise(x, y - 32), noise(x - 128, y + 96)]).toEqual(
        Array(4).fill(value),
      )
    }
  }
  expect(values.size).toBeGreaterThan(1000)
  for (let y = 0; y < period.height; y++) expect(Math.abs(noise(63.999, y) - noise(0, y))).toBeLessThan(0.001)
  for (let x = 0; x < period.width; x++) expect(Math.abs(noise(x, 31.999) - noise(x, 0))).toBeLessThan(0.001)
})
