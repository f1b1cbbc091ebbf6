import { blur, createPlane, planeOf, splat } from './plane.ts'

const sum = (data: Float32Array) => data.reduce((a, b) => a + b, 0)

test.each([0.8, 2, 5.3, 12])('a point blurred by %s keeps its sum and gets that standard deviation', (sigma) => {
  const size = 121
  const plane = createPlane(size, size)
  plane.data[60 * size + 60] = 1
  blur(plane, sigma)
  expect(sum(plane.data)).toBeCloseTo(1, 3)
  const variance = plane.data.reduce((total, v, i) => total + v * ((i % size) - 60) ** 2, 0)
  expect(Math.abs(Math.sqrt(variance) - sigma)).toBeLessThan(0.05 * sigma)
})

test('a wrapped blur has no border', () => {
  const size = 32
  const at = (shift: number) =>
    blur(
      planeOf(size, size, (x, y) => ((x + shift) % size === 0 && y === 4 ? 1 : 0)),
      2,
      true,
    )
  const [home, moved] = [at(0), at(5)]
  home.data.forEach((value, i) => {
    const x = i % size
    const y = Math.floor(i / size)
    expect(moved.data[y * size + ((x - 5 + size) % size)]).toBeCloseTo(value, 5)
  })
})

test('a splat shares its amount among four pixels and drops what lies outside', () => {
  const plane = createPlane(4, 4)
  splat(plane, 1.25, 2.5, 8)
  splat(plane, -1, 2, 8)
  splat(plane, 3.5, 2, 8)
  expect(sum(plane.data)).toBe(8)
  expect([plane.data[9], plane.data[10], plane.data[13], plane.data[14]]).toEqual([3, 1, 3, 1])
})
