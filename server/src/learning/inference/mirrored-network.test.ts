import { isFine, isSmall, mirroredNetwork } from './mirrored-network.ts'
import type { Network } from './network.ts'

const size = { width: 3, height: 2 }
const card = { input: 'absorption', channels: 2, diameter: 16, stride: 1 } as const

/** Gives back its input, times what `weightOf` says of the place in the picture that it is shown. */
const weighing = (weightOf: (x: number, y: number) => number, seen: Float32Array[] = []): Network => ({
  card,
  run: async (x) => {
    seen.push(x.slice())
    return Float32Array.from(
      x,
      (value, i) => value * weightOf(i % size.width, Math.floor(i / size.width) % size.height),
    )
  },
  release: async () => undefined,
})
const picture = () => Float32Array.of(1, 2, 3, 4, 5, 6, 10, 20, 30, 40, 50, 60)

test('every view is turned back: a network without a preferred side gives what it gives alone', async () => {
  const x = picture()
  expect([...(await mirroredNetwork(weighing(() => 2)).run(x, size))]).toEqual([...x].map((value) => 2 * value))
  expect(x).toEqual(picture())
})

test('the network is shown the picture plain, mirrored in each direction, and in both, each plane by itself', async () => {
  const seen: Float32Array[] = []
  await mirroredNetwork(weighing(() => 1, seen)).run(picture(), size)
  expect(seen.map((view) => [...view])).toEqual([
    [1, 2, 3, 4, 5, 6, 10, 20, 30, 40, 50, 60],
    [3, 2, 1, 6, 5, 4, 30, 20, 10, 60, 50, 40],
    [4, 5, 6, 1, 2, 3, 40, 50, 60, 10, 20, 30],
    [6, 5, 4, 3, 2, 1, 60, 50, 40, 30, 20, 10],
  ])
})

test('what one side does differently is averaged over the views', async () => {
  // Four times as much in the left upper corner: that is one view of four for each corner, and none for the middle.
  const found = await mirroredNetwork(weighing((x, y) => (x === 0 && y === 0 ? 4 : 0))).run(picture(), size)
  expect([...found]).toEqual([1, 0, 3, 4, 0, 6, 10, 0, 30, 40, 0, 60])
})

test('views are mirrored where nuclei have twice the diameter of the network, as at 40×, not at 20×', () => {
  const network = weighing(() => 1)
  expect([8 / 0.5, 8 / 0.3].map((diameter) => isFine(network, diameter))).toEqual([false, false])
  expect([8 / 0.275, 8 / 0.25, 8 / 0.22].map((diameter) => isFine(network, diameter))).toEqual([true, true, true])
})

test('in fluorescence the size of the whole image in pixels of the network counts', () => {
  const network = weighing(() => 1)
  const square = (side: number) => ({ width: side, height: side })
  expect(isSmall(network, square(2048), 16)).toBe(true)
  expect(isSmall(network, square(4096), 16)).toBe(true)
  expect(isSmall(network, square(4097), 16)).toBe(false)
  expect(isSmall(network, square(8192), 32)).toBe(true)
  expect(isSmall(network, square(2048), 7)).toBe(false)
})
