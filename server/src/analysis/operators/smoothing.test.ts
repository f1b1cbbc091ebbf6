import fc from 'fast-check'
import { gaussian } from './gaussian.ts'
import { largestHessianEigenvalue } from './hessian.ts'
import { localMean } from './local-mean.ts'

const size = { width: 41, height: 41 }
const centre = 20 * 41 + 20
const point = () => {
  const plane = new Float32Array(41 * 41)
  plane[centre] = 1
  return plane
}

test.each([0.7, 1, 2.5, 4])('gaussian %s keeps the sum and has that standard deviation', (sigma) => {
  const blurred = gaussian(point(), size, sigma)
  expect(blurred.reduce((sum, value) => sum + value, 0)).toBeCloseTo(1, 4)
  const variance = blurred.reduce((sum, value, i) => sum + value * ((i % 41) - 20) ** 2, 0)
  expect(Math.abs(Math.sqrt(variance) - sigma)).toBeLessThan(0.03 * sigma)
})

test('gaussian and local mean do not change a constant plane, also at the border', () => {
  const constant = new Float32Array(41 * 41).fill(0.25)
  for (const result of [gaussian(constant, size, 3), localMean(constant, size, 7)])
    for (const value of result) expect(value).toBeCloseTo(0.25, 5)
})

test('the local mean is the mean of the window', () => {
  const plane = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 35, maxLength: 35 })
  fc.assert(
    fc.property(plane, fc.integer({ min: 1, max: 9 }), (values, radius) => {
      const [width, height] = [7, 5]
      const means = localMean(Float32Array.from(values), { width, height }, radius)
      for (const [i, mean] of means.entries()) {
        const [x, y] = [i % width, Math.floor(i / width)]
        const window = values.filter(
          (_, j) => Math.abs((j % width) - x) <= radius && Math.abs(Math.floor(j / width) - y) <= radius,
        )
        expect(mean).toBeCloseTo(window.reduce((a, b) => a + b, 0) / window.length, 5)
      }
    }),
  )
})

test('the largest curvature of a valley is the second derivative across it, whatever its direction', () => {
  for (const angle of [0, 0.3, Math.PI / 4, 1.2, Math.PI / 2]) {
    const valley = Float32Array.from({ length: 41 * 41 }, (_, i) => {
      const across = ((i % 41) - 20) * Math.cos(angle) + (Math.floor(i / 41) - 20) * Math.sin(angle)
      return 0.05 * across * across
    })
    expect(largestHessianEigenvalue(valley, size)[centre]).toBeCloseTo(0.1, 4)
  }
})

test('a plane of another size is refused', () => {
  expect(() => gaussian(new Float32Array(10), size, 1)).toThrow(RangeError)
})
