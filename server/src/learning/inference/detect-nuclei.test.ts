/** @jest-environment ./test/native-arrays-environment.cjs */
import { splitIntoTiles } from '../../analysis/runtime/tiles.ts'
import { DECODE_DEFAULTS } from '../instances/instance.ts'
import { seededRandom } from '../random.ts'
import { fractalNoise } from '../synthesis/noise.ts'
import { type DetectedTile, detectNuclei } from './detect-nuclei.ts'
import { type Network, openNetwork } from './network.ts'
import { pictureSource, untrainedModel } from './testing.ts'

/** Larger than a block of the network in both directions, once it is scaled from 8 to 12 pixels. */
const [width, height] = [570, 530]
const DIAMETER = 8
/** The depths of an untrained network hardly vary. */
const options = { ...DECODE_DEFAULTS, dynamics: 0.01, leastDepth: Number.NEGATIVE_INFINITY }
const noise = fractalNoise(seededRandom(8), 3)
const picture = pictureSource(
  width,
  height,
  Uint8Array.from({ length: width * height * 3 }, (_, i) => {
    const pixel = Math.floor(i / 3)
    return 250 * noise((pixel % width) / 9, Math.floor(pixel / width) / 9 + (i % 3) / 8)
  }),
)
const levels = [0, 1, 2].map(() => ({ low: 0, high: 240 }))

let network: Network
beforeAll(async () => {
  network = await openNetwork(untrainedModel(12, 2))
})
afterAll(() => network.release())

/** Every nucleus as a text: its pixels in the image, and what is said of it. */
const nucleiOf = ({ region, labels, nuclei }: DetectedTile): string[] => {
  const pixels = new Map<number, number[]>(nuclei.map(({ label }) => [label, []]))
  labels.forEach((label, i) => {
    const [x, y] = [region.left + (i % region.width), region.top + Math.floor(i / region.width)]
    pixels.get(label)?.push(y * width + x)
  })
  return nuclei.map(({ label, ...rest }) => JSON.stringify({ ...rest, pixels: pixels.get(label) }))
}

const byTiles = async (tileSize: number) => {
  const detection = detectNuclei(network, picture, levels, DIAMETER, options)
  const found: string[] = []
  for (const { core } of splitIntoTiles(detection.scaled, tileSize, 0))
    found.push(...nucleiOf(await detection.detect(core)))
  return found.sort()
}

test('an image gives the same nuclei for any tile size, to the last pixel', async () => {
  const whole = await byTiles(10_000)
  expect(whole.length).toBeGreaterThan(100)
  for (const tileSize of [400, 150]) expect(await byTiles(tileSize)).toEqual(whole)
})

test('no pixel belongs to two nuclei, and those at the border of the image say so', async () => {
  const found = (await byTiles(300)).map((text): { touchesBorder: boolean; pixels: number[] } => JSON.parse(text))
  const pixels = found.flatMap((nucleus) => nucleus.pixels)
  expect(new Set(pixels).size).toBe(pixels.length)
  const atBorder = (i: number) => i < width || i >= width * (height - 1) || i % width === 0 || i % width === width - 1
  for (const nucleus of found) if (nucleus.pixels.some(atBorder)) expect(nucleus.touchesBorder).toBe(true)
  expect(found.some(({ touchesBorder }) => !touchesBorder)).toBe(true)
})
