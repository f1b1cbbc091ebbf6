import fc from 'fast-check'
import { sampleChannel, sampleChannelsView } from '../../../testing/sample-image.ts'
import { initialChannels } from '../../tiles/channel-settings.ts'
import type { Point } from '../points/set-points.ts'
import { type LineProfile, longestProfile, placesOn, profileOf, profileTable } from './line-profile.ts'

const size = { width: 100, height: 80 }
const channels = [sampleChannel(), sampleChannel({ index: 1, name: 'FITC' })]
const view = sampleChannelsView({ ...size, tileSize: 64, levels: [{ width: 50, height: 40 }, size], channels })

/** A store whose samples say where they are: x + 1000 y in the first channel, negative in the second, at level 1 only. */
const store = {
  asked: [] as string[],
  async samples({ z, x, y, c, t, plane }: { z: number; x: number; y: number; c: number; t: number; plane?: unknown }) {
    this.asked.push(`${z} c${c} t${t} z${plane}`)
    return Int32Array.from({ length: 64 * 64 }, (_, at) => {
      const value = x * 64 + (at % 64) + 1000 * (y * 64 + Math.floor(at / 64))
      return c === 0 ? value : -value
    })
  },
  picture: () => Promise.reject(new Error('no pictures')),
  isLossy: () => false,
}
const read = (line: readonly [Point, Point], pixelSize: { x: number; y: number } | null = null): Promise<LineProfile> =>
  profileOf(
    line,
    { store, view, channels: initialChannels(view), shown: { t: 2, plane: 'max' }, pixelSize },
    new AbortController().signal,
  )

test('a profile has the samples of the pixels under the line, of all channels at full resolution in the shown plane', async () => {
  store.asked = []
  const { distances, series, isExact } = await read([
    [60.5, 10.5],
    [68.5, 10.5],
  ])
  expect(distances).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8])
  expect(series.map(({ name }) => name)).toEqual(['DAPI', 'FITC'])
  expect(series[0]?.values).toEqual([60, 61, 62, 63, 64, 65, 66, 67, 68].map((x) => x + 10_000))
  expect(series[1]?.values[0]).toBe(-10_060)
  expect(isExact).toBe(true)
  expect(new Set(store.asked)).toEqual(new Set(['1 c0 t2 zmax', '1 c1 t2 zmax']))
})

test('outside of the image there are no samples, which is not zero', async () => {
  const { series } = await read([
    [98.5, 0.5],
    [101.5, 0.5],
  ])
  expect(series[0]?.values).toEqual([98, 99, null, null])
})

test('distances are in micrometres, by the pixel size of each axis', async () => {
  const { distances } = await read(
    [
      [10, 10],
      [13, 14],
    ],
    { x: 2, y: 0.5 },
  )
  expect(distances.at(-1)).toBeCloseTo(Math.hypot(6, 2), 12)
})

test('places are at equal distances of at most one pixel, with both ends', () => {
  const coordinate = fc.double({ min: 0, max: 2000, noNaN: true })
  fc.assert(
    fc.property(coordinate, coordinate, coordinate, coordinate, (ax, ay, bx, by) => {
      const places = placesOn([
        [ax, ay],
        [bx, by],
      ])
      expect(places[0]).toEqual([ax, ay])
      expect(places.at(-1)?.[0]).toBeCloseTo(bx, 6)
      const [[x0, y0], [x1, y1]] = places as [Point, Point]
      expect(Math.hypot(x1 - x0, y1 - y0)).toBeLessThanOrEqual(1 + 1e-9)
    }),
  )
})

test('a line that is too long is refused', async () => {
  await expect(
    read([
      [0, 0],
      [longestProfile + 1, 0],
    ]),
  ).rejects.toThrow(RangeError)
})

test('the table has one row per sample', () => {
  const profile = {
    distances: [0, 0.5],
    series: [{ name: 'A "b"', color: '#fff', values: [7, null] }],
    isExact: true,
  }
  expect(profileTable(profile, 'µm')).toBe('distance (µm),"A ""b"""\n0,7\n0.5,')
})
