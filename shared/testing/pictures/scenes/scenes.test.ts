import type { RgbPicture } from '../encode.ts'
import { cultureScene, glandsScene, spindleScene } from './index.ts'

// Drawing pictures is slow on a busy machine.
jest.setTimeout(60_000)

const size = { width: 120, height: 135 }

/** Share of the pixels that pass a test. */
function share({ data }: RgbPicture, test: (red: number, green: number, blue: number) => boolean): number {
  let passed = 0
  for (let i = 0; i < data.length; i += 3) if (test(data[i] ?? 0, data[i + 1] ?? 0, data[i + 2] ?? 0)) passed++
  return (3 * passed) / data.length
}

test.each([
  ['spindle', (seed: number) => spindleScene({ ...size, seed })],
  ['culture', (seed: number) => cultureScene({ ...size, seed, cells: 4, radius: 24 })],
  ['glands', (seed: number) => glandsScene({ ...size, seed, radius: 24 })],
])('the %s is the same for the same seed, and another for another', (_, draw) => {
  expect(draw(2).data).toEqual(draw(2).data)
  expect(draw(2).data).not.toEqual(draw(3).data)
})

test('a spindle is green and magenta on black', () => {
  const picture = spindleScene({ ...size, seed: 1 })
  expect(share(picture, (r, g, b) => r + g + b < 60)).toBeGreaterThan(0.3)
  expect(share(picture, (r, g) => g > 90 && g > 1.5 * r)).toBeGreaterThan(0.08)
  expect(share(picture, (r, g, b) => r > 120 && b > g && r > 1.3 * g)).toBeGreaterThan(0.02)
})

test('glands are pink with blue nuclei and a clear lumen', () => {
  const picture = glandsScene({ ...size, seed: 1, radius: 30 })
  expect(share(picture, (r, g, b) => r > g && b > g)).toBeGreaterThan(0.8)
  expect(share(picture, (r, _, b) => b > r + 10)).toBeGreaterThan(0.05)
  expect(share(picture, (r, g, b) => Math.min(r, g, b) > 225)).toBeGreaterThan(0.005)
})
