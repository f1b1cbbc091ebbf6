import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { channelColour } from '../channel-colours.ts'
import { uint16 } from '../sample-type.ts'
import { writeBandPyramid } from './band-pyramid.ts'
import { channelStatistics } from './statistics.ts'
import { writeCompositeThumbnail } from './thumbnail.ts'
import { deflateTiles } from './tile-encodings.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lamella-thumbnail-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const SIDE = 128

/** A thumbnail of channels that all have the same gradient from left to right. */
const thumbnailOf = async (count: number, most: number) => {
  const row = Uint16Array.from({ length: SIDE }, (_, x) => (x / (SIDE - 1)) * most)
  const plane = {
    via: 'bands' as const,
    rows: async (_top: number, rows: number) => Uint16Array.from({ length: SIDE * rows }, (_, i) => row[i % SIDE] ?? 0),
  }
  const file = join(folder, `${count}-${most}.tif`)
  await writeBandPyramid({ width: SIDE, height: SIDE, type: uint16, samples: 1, plane }, file, deflateTiles)
  const statistics = await channelStatistics([file], uint16)
  const channels = Array.from({ length: count }, (_, index) => ({
    file,
    channel: { index, name: '', color: channelColour(index, count), ...statistics },
  }))
  const jpeg = join(folder, `${count}-${most}.jpg`)
  await writeCompositeThumbnail(channels, uint16, jpeg)
  const { channels: colours } = await sharp(jpeg).stats()
  return colours.map(({ mean }) => mean)
}

test.each([1, 3, 6, 21])('%d channels over the same structures are neither white nor black', async (count) => {
  const means = await thumbnailOf(count, 60_000)
  expect(Math.max(...means)).toBeGreaterThan(80)
  expect(Math.max(...means)).toBeLessThan(180)
})

test('a channel that uses a hundredth of its range is as bright as one that uses all of it', async () => {
  const [dim = 0, bright = 0] = [(await thumbnailOf(1, 600))[0], (await thumbnailOf(1, 60_000))[0]]
  expect(Math.abs(dim - bright)).toBeLessThan(3)
})
