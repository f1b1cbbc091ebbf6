import { sampleChannel, sampleChannelsView } from '../../testing/sample-image.ts'
import { countedLevel, histogramOf } from './plane-histogram.ts'

const size = { width: 5, height: 3 }
const view = sampleChannelsView({ ...size, tileSize: 4, levels: [size] })
const channel = sampleChannel({ range: { min: 0, max: 8 }, histogram: [0, 0, 0, 0] })

test('counts the pixels of the shown plane inside of the image, each in its bin', async () => {
  const asked: object[] = []
  const store = {
    samples: async (place: { x: number; y: number }) => {
      asked.push(place)
      // 9 fills what is outside of the image.
      return Uint16Array.from({ length: 16 }, (_, at) => (at >= 12 || (place.x === 1 && at % 4 > 0) ? 9 : at % 4))
    },
  }
  const bins = await histogramOf({ view, store }, channel, { t: 1, plane: 2 }, new AbortController().signal)
  expect(bins).toEqual([9, 6, 0, 0])
  expect(asked).toEqual([
    { z: 0, x: 0, y: 0, c: 0, t: 1, plane: 2 },
    { z: 0, x: 1, y: 0, c: 0, t: 1, plane: 2 },
  ])
})

test('a large image is counted in a smaller level', () => {
  const levels = [500, 1000, 2000, 4000].map((side) => ({ width: side, height: side }))
  expect(countedLevel({ levels })).toBe(1)
  expect(countedLevel({ levels: levels.slice(3) })).toBe(0)
})
