/** @jest-environment ./test/native-arrays-environment.cjs */
import { representPlane } from '../network-input.ts'
import { writeModel } from '../onnx/model.ts'
import { seededRandom } from '../random.ts'
import { mapsOf } from './maps.ts'
import { openNetwork } from './network.ts'
import { resample } from './resample.ts'
import { createScratch } from './scratch.ts'
import { pictureSource } from './testing.ts'

/** A network whose heads are what it sees: foreground red, contact green, depth blue, size red. */
const mirror = writeModel({
  nodes: [
    { operator: 'Slice', inputs: ['x', 'from', 'to', 'axis'], outputs: ['red'] },
    { operator: 'Concat', inputs: ['x', 'red'], outputs: ['out'], attributes: { axis: 1 } },
  ],
  initializers: [
    { name: 'from', shape: [1], data: BigInt64Array.of(0n) },
    { name: 'to', shape: [1], data: BigInt64Array.of(1n) },
    { name: 'axis', shape: [1], data: BigInt64Array.of(1n) },
  ],
  inputs: [{ name: 'x', shape: [1, 3, 'height', 'width'] }],
  outputs: [{ name: 'out', shape: [1, 4, 'height', 'width'] }],
  metadata: { input: 'absorption', channels: '3', diameter: '12', stride: '8' },
})

/** Between two values that are told apart, by head: stored-maps.ts. */
const STEPS = [1 / 65_535, 1 / 32_768, 1 / 4096]

test('maps lie where the image does, across the blocks of the network', async () => {
  const random = seededRandom(1)
  const source = pictureSource(
    800,
    760,
    Uint8Array.from({ length: 800 * 760 * 3 }, () => 256 * random()),
  )
  const levels = [200, 220, 240].map((high) => ({ low: 0, high }))
  const network = await openNetwork(mirror)
  const maps = mapsOf(network, source, levels, 11)
  expect([maps.width, maps.height]).toEqual([873, 830])
  for (const region of [
    { left: 0, top: 0, width: 873, height: 830 },
    { left: 740, top: 750, width: 60, height: 31 },
  ]) {
    const planes = await resample(source, region, 12 / 11)
    const expected = planes.map((plane, channel) => {
      const seen = new Float32Array(plane.length)
      representPlane('absorption', plane, levels[channel] ?? { low: 0, high: 1 }, seen)
      return seen
    })
    const { foreground, depth, size } = await maps.read(region, createScratch())
    // One by one: what differs in such large arrays takes minutes to describe.
    const differing = [foreground, depth, size].map((plane, head) =>
      plane.findIndex(
        (value, i) => Math.abs(value - (expected[head === 1 ? 2 : 0]?.[i] ?? Number.NaN)) > 0.501 * (STEPS[head] ?? 0),
      ),
    )
    expect(differing).toEqual([-1, -1, -1])
    expect(foreground).toHaveLength(region.width * region.height)
  }
  await network.release()
})

test('clear glass is background without being asked of the network, also beside something', async () => {
  // Two blocks wide: glass with the noise of a camera on the left, something on the right that reaches to the last column of the left one.
  const [width, height] = [1200, 300]
  const random = seededRandom(2)
  const rgb = Uint8Array.from({ length: width * height * 3 }, (_, i) => {
    const x = Math.floor(i / 3) % width
    return x < 767 ? 236 + 4 * random() : 100
  })
  const network = await openNetwork(mirror)
  const asked: number[] = []
  const counting = {
    ...network,
    run: (x: Float32Array, size: { width: number; height: number }) => {
      asked.push(size.width)
      return network.run(x, size)
    },
  }
  const levels = [240, 240, 240].map((high) => ({ low: 0, high }))
  const region = { left: 0, top: 0, width, height }
  const read = async (source: Uint8Array) =>
    mapsOf(counting, pictureSource(width, height, source), levels, 12).read(region, createScratch())
  const [glass, beside] = [new Uint8Array(rgb.length).fill(235), rgb]
  expect((await read(glass)).foreground.every((value) => value === 0)).toBe(true)
  expect(asked).toEqual([])
  const { foreground } = await read(beside)
  expect(asked).toHaveLength(2)
  expect(foreground[767]).toBeGreaterThan(0.5)
  expect(foreground[width + 800]).toBeGreaterThan(0.5)
  expect((await read(rgb.map((value, i) => (Math.floor(i / 3) % width < 768 ? 238 : value)))).foreground[0]).toBe(0)
  expect(asked).toHaveLength(3)
  await network.release()
})
