import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import sharp from 'sharp'
import { allocateSamples, bytesOf, type Samples, type SampleType } from '../sample-type.ts'
import { writeBandPyramid } from './band-pyramid.ts'
import { readLevelSamples, withPyramid } from './plane-file.ts'
import { writeDeflatePyramid } from './sharp-pyramid.ts'
import { deflateTiles } from './tile-encodings.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lamella-bands-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const types: SampleType[] = [
  { bits: 8, format: 'uint' },
  { bits: 8, format: 'int' },
  { bits: 16, format: 'int' },
  { bits: 32, format: 'uint' },
  { bits: 32, format: 'float' },
  { bits: 64, format: 'float' },
]

function filled(type: SampleType, length: number): Samples {
  const samples = allocateSamples(type, length)
  for (let i = 0; i < length; i++) samples[i] = ((i * 2_654_435_761) % 251) - (type.format === 'uint' ? 0 : 100)
  return samples
}

const plane = (samples: Samples, width: number) => ({
  via: 'bands' as const,
  rows: async (top: number, count: number) => samples.slice(top * width, (top + count) * width),
})

test('each level of a lossless pyramid holds the rounded means of the next larger one', async () => {
  const size = fc.integer({ min: 1, max: 700 })
  await fc.assert(
    fc.asyncProperty(size, size, fc.constantFrom(...types), async (width, height, type) => {
      const file = join(folder, 'property.tif')
      const samples = filled(type, width * height)
      await writeBandPyramid({ width, height, type, samples: 1, plane: plane(samples, width) }, file, deflateTiles)
      await withPyramid(file, async (pyramid) => {
        let above = { width, height, samples }
        for (let z = pyramid.levels.length - 1; z >= 0; z--) {
          const level = await readLevelSamples(pyramid, z, type)
          const expected = z === pyramid.levels.length - 1 ? above : halved(above, type)
          expect([level.width, level.height]).toEqual([expected.width, expected.height])
          expect(Buffer.from(bytesOf(level.samples)).equals(bytesOf(expected.samples))).toBe(true)
          above = level
        }
      })
    }),
    { numRuns: 15 },
  )
})

function halved(above: { width: number; height: number; samples: Samples }, type: SampleType) {
  const width = above.width >> 1
  const height = above.height >> 1
  const samples = allocateSamples(type, width * height)
  const value = (x: number, y: number) => above.samples[y * above.width + x] ?? 0
  for (let i = 0; i < samples.length; i++) {
    const x = 2 * (i % width)
    const y = 2 * Math.floor(i / width)
    const mean = (value(x, y) + value(x + 1, y) + value(x, y + 1) + value(x + 1, y + 1)) / 4
    samples[i] = type.format === 'float' ? mean : Math.floor(mean + 0.5)
  }
  return { width, height, samples }
}

test('level sizes are those that libvips chooses', async () => {
  for (const [width, height] of [
    [256, 256],
    [257, 256],
    [1_025, 700],
    [700, 3],
    [700, 1],
    [2, 1_500],
  ] as const) {
    const type: SampleType = { bits: 8, format: 'uint' }
    const samples = filled(type, width * height)
    const ours = join(folder, 'ours.tif')
    const theirs = join(folder, 'theirs.tif')
    await writeBandPyramid({ width, height, type, samples: 1, plane: plane(samples, width) }, ours, deflateTiles)
    const image = sharp(Uint8Array.from(samples), { raw: { width, height, channels: 1 } }).toColourspace('b-w')
    await writeDeflatePyramid(image, theirs)
    const sizes = (file: string) =>
      withPyramid(file, async ({ levels }) => levels.map((level) => [level.width, level.height]))
    expect(await sizes(ours)).toEqual(await sizes(theirs))
  }
})
