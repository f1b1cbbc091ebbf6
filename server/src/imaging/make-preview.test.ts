import type { SceneSource } from './image-source.ts'
import { makePreview } from './make-preview.ts'
import { planPlanes } from './plan.ts'
import { uint16 } from './sample-type.ts'

const sourceOf = (
  { width, height, c }: { width: number; height: number; c: number },
  rows: (count: number) => Promise<Uint16Array>,
): SceneSource => ({
  format: 'TIFF',
  mimeType: 'image/tiff',
  width,
  height,
  type: uint16,
  samples: 1,
  size: { c, z: 1, t: 1 },
  unlabelledAxis: null,
  channelNames: [],
  pixelSizeUm: null,
  hasPyramid: false,
  notes: [],
  plane: async () => ({ via: 'bands', rows: (_top, count) => rows(count) }),
})

// The time that decoding takes is told by hand: a busy machine says nothing about an image.
beforeEach(() => void jest.useFakeTimers({ advanceTimers: false, doNotFake: ['nextTick', 'setImmediate'] }))
afterEach(() => void jest.useRealTimers())

test.each([
  [6_000, 4_000, 2, true],
  [6_001, 4_000, 2, false],
  [100_000, 80_000, 1, false],
])(
  'of %i × %i pixels in %i channels: %s, as decoding them twice must not take long',
  async (width, height, c, isMade) => {
    let read = 0
    const samples = new Uint16Array(width * 256)
    const source = sourceOf({ width, height, c }, async (count) => {
      read++
      return samples.subarray(0, width * count)
    })
    expect((await makePreview(source, planPlanes('MultiChannel', source))) !== null).toBe(isMade)
    expect(read > 0).toBe(isMade)
  },
)

test('there is none where decoding is slow', async () => {
  let read = 0
  const source = sourceOf({ width: 1000, height: 10_000, c: 1 }, async (count) => {
    read++
    jest.advanceTimersByTime(200)
    return new Uint16Array(1000 * count)
  })
  expect(await makePreview(source, planPlanes('MultiChannel', source))).toBeNull()
  expect(read).toBe(3)
})
