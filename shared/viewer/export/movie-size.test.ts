import fc from 'fast-check'
import { movieSizes, type SizedMap } from './movie-size.ts'

const mapOf = (given: Partial<SizedMap> = {}): SizedMap => ({
  view: { width: 401, height: 300 },
  canvas: { width: 1000, height: 700 },
  middle: { x: 200, y: 150, zoom: 2 },
  orientation: { rotation: 0, mirrored: false },
  ...given,
})

test('the size of the screen is first, then the usual ones, then the image pixel for pixel', () => {
  expect(movieSizes(mapOf(), 1).map(({ label }) => label)).toEqual([
    'As on the screen (1,000 × 700 px)',
    '640 × 448 px',
    '1,280 × 896 px',
    '1,722 × 1,204 px',
    'Whole image, 1:1 (402 × 300 px)',
  ])
})

test('other sizes show the same part of the image', () => {
  const [screen, small] = movieSizes(mapOf(), 1)
  expect((screen?.width ?? 0) / (screen?.place.zoom ?? 1)).toBeCloseTo(
    (small?.width ?? 0) / (small?.place.zoom ?? 1),
    0,
  )
})

test('an image that is turned by a quarter has its sides exchanged; askew or large it is not offered as a whole', () => {
  const wholeOf = (map: SizedMap) => movieSizes(map, 1).find(({ id }) => id === 'whole')
  expect(wholeOf(mapOf({ orientation: { rotation: 270, mirrored: true } }))).toMatchObject({ width: 300, height: 402 })
  expect(wholeOf(mapOf({ orientation: { rotation: 12, mirrored: false } }))).toBeUndefined()
  expect(wholeOf(mapOf({ view: { width: 20_000, height: 300 } }))).toBeUndefined()
  expect(wholeOf(mapOf({ view: { width: 20, height: 300 } }))).toBeUndefined()
})

test('every size is even, of at most 1920 × 1080 pixels, and not beyond the largest zoom', () => {
  const maps = fc.record({
    width: fc.integer({ min: 200, max: 4000 }),
    height: fc.integer({ min: 200, max: 4000 }),
    zoom: fc.double({ min: 0.001, max: 16, noNaN: true }),
    ratio: fc.constantFrom(1, 1.5, 2, 3),
  })
  fc.assert(
    fc.property(maps, ({ width, height, zoom, ratio }) => {
      const sizes = movieSizes(mapOf({ canvas: { width, height }, middle: { x: 1, y: 1, zoom } }), ratio)
      for (const size of sizes) {
        expect([size.width % 2, size.height % 2]).toEqual([0, 0])
        // Rounding to even pixels may add one to each side.
        expect((size.width - 1) * (size.height - 1)).toBeLessThanOrEqual(1920 * 1080)
        expect(size.place.zoom).toBeLessThanOrEqual(16 * 1.000001)
      }
      expect(new Set(sizes.map(({ id }) => id)).size).toBe(sizes.length)
    }),
  )
})
