import fc from 'fast-check'
import { resample } from './resample.ts'
import { pictureSource } from './testing.ts'

const side = fc.integer({ min: 4, max: 40 })
const picture = fc
  .tuple(side, side, fc.infiniteStream(fc.integer({ min: 0, max: 255 })))
  .map(([width, height, levels]) => ({
    width,
    height,
    source: pictureSource(
      width,
      height,
      Uint8Array.from({ length: width * height * 3 }, () => levels.next().value ?? 0),
    ),
  }))
const scale = fc.double({ min: 0.2, max: 3, noNaN: true })

test('a pixel has the same value in every region that holds it', async () => {
  await fc.assert(
    fc.asyncProperty(
      picture,
      scale,
      fc.integer({ min: -12, max: 30 }),
      fc.integer({ min: -12, max: 30 }),
      async ({ source }, by, left, top) => {
        const [width, height] = [25, 21]
        const [whole] = await resample(source, { left, top, width, height }, by)
        const [part] = await resample(source, { left: left + 7, top: top + 5, width: 4, height: 6 }, by)
        const expected = Array.from({ length: 24 }, (_, i) => whole?.[(5 + Math.floor(i / 4)) * width + 7 + (i % 4)])
        expect([...(part ?? [])]).toEqual(expected)
      },
    ),
    { numRuns: 60 },
  )
})

test('an even picture stays even, and at its own scale a picture stays as it is', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: 255 }), scale, async (level, by) => {
      const even = pictureSource(30, 20, new Uint8Array(1800).fill(level))
      for (const plane of await resample(even, { left: -5, top: 3, width: 20, height: 12 }, by))
        for (const value of plane) expect(value).toBeCloseTo(level, 2)
    }),
    { numRuns: 30 },
  )
  await fc.assert(
    fc.asyncProperty(picture, async ({ source, width, height }) => {
      const region = { left: 0, top: 0, width, height }
      const planes = await resample(source, region, 1)
      const samples = await source.read(region)
      expect(planes.map((plane, channel) => plane.every((value, i) => value === samples[3 * i + channel]))).toEqual([
        true,
        true,
        true,
      ])
    }),
    { numRuns: 30 },
  )
})

test('fine stripes become grey when they are reduced, not coarse stripes', async () => {
  const stripes = pictureSource(
    120,
    8,
    Uint8Array.from({ length: 120 * 8 * 3 }, (_, i) => (Math.floor(i / 3) % 2 ? 255 : 0)),
  )
  const [plane] = await resample(stripes, { left: 2, top: 0, width: 25, height: 2 }, 0.27)
  for (const value of plane ?? []) expect(Math.abs(value - 127.5)).toBeLessThan(20)
})
