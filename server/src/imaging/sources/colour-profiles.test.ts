import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { dataPath, describeWithData } from '../../../test/imaging-data.ts'
import { type TestTag, writeTestTiff } from '../../../test/imaging-tiff.ts'
import { readFirstPlane } from '../../../test/read-plane.ts'
import { openSource } from './open-source.ts'

let folder: string
const profiles: Record<'srgb' | 'p3', Uint8Array> = { srgb: Buffer.alloc(0), p3: Buffer.alloc(0) }
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lamella-profiles-'))
  for (const name of ['srgb', 'p3'] as const) {
    const picture = sharp({ create: { width: 1, height: 1, channels: 3, background: 'red' } }).withIccProfile(name)
    profiles[name] = (await sharp(await picture.png().toBuffer()).metadata()).icc ?? Buffer.alloc(0)
  }
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const open = async (bytes: Buffer) => {
  const path = join(folder, 'image')
  await writeFile(path, bytes)
  return openSource(path, 'image', folder)
}

const WIDTH = 8
const tagsOf = (bits: number, samples: number, photometric: number): TestTag[] => [
  [256, WIDTH],
  [257, 1],
  [258, new Array<number>(samples).fill(bits)],
  [259, 1],
  [262, photometric],
  [277, samples],
  [278, 1],
]
const RGB = 2
const SEPARATED = 5
const deep = Uint16Array.from({ length: 3 * WIDTH }, (_, i) => 60_000 - 2_345 * i)

// sharp would convert 16-bit samples to Display P3, and leave those of that profile.
test.each(['srgb', 'p3'] as const)(
  'the profile %s does not change 16-bit samples, and a note says so',
  async (name) => {
    const tags: TestTag[] = [...tagsOf(16, 3, RGB), [34675, profiles[name]]]
    const source = await open(writeTestTiff([{ tags, segments: [new Uint8Array(deep.buffer)] }]))
    expect(source.notes).toEqual([expect.stringContaining('colour profile')])
    expect([...(await readFirstPlane(source))]).toEqual([...deep])
  },
)

test('without a profile there is no note', async () => {
  const source = await open(writeTestTiff([{ tags: tagsOf(16, 3, RGB), segments: [new Uint8Array(deep.buffer)] }]))
  expect(source.notes).toEqual([])
  expect([...(await readFirstPlane(source))]).toEqual([...deep])
})

test('a colour profile is applied to 8-bit colours, which are only seen', async () => {
  const tags: TestTag[] = [...tagsOf(8, 3, RGB), [34675, profiles.p3]]
  const green = Uint8Array.from({ length: 3 * WIDTH }, (_, i) => [80, 200, 60][i % 3] ?? 0)
  const [red = 0, , blue = 0] = await readFirstPlane(await open(writeTestTiff([{ tags, segments: [green] }])))
  expect(red).toBeLessThan(70)
  expect(blue).toBeLessThan(60)
})

/** Cyan, magenta, yellow, black in percent, and what libvips 8.18 makes of them by its default profile (wasm-vips, `colourspace('srgb')`). */
const inks: [name: string, percent: number[], srgb: number[]][] = [
  ['paper', [0, 0, 0, 0], [255, 255, 255]],
  ['cyan', [100, 0, 0, 0], [0, 155, 228]],
  ['magenta', [0, 100, 0, 0], [234, 23, 133]],
  ['black', [0, 0, 0, 100], [40, 35, 43]],
  ['a mixture', [30, 60, 20, 10], [162, 107, 137]],
]

test.each(inks)('inks without a profile have the colours of libvips: %s', async (_name, percent, srgb) => {
  const segments = [Uint8Array.from({ length: 4 * WIDTH }, (_, i) => Math.round(2.55 * (percent[i % 4] ?? 0)))]
  const source = await open(writeTestTiff([{ tags: tagsOf(8, 4, SEPARATED), segments }]))
  const rgb = [...(await readFirstPlane(source)).subarray(0, 3)]
  expect(Math.max(...rgb.map((value, i) => Math.abs(value - (srgb[i] ?? 0))))).toBeLessThanOrEqual(2)
})

describeWithData('real files', () => {
  /** Mean red, green and blue of libvips 8.18 (wasm-vips 0.0.19, `colourspace('srgb')`). */
  test.each([
    ['tiff_variants/image-tiff/cmyk-3c-8b.tiff', [155.7, 121.7, 91]],
    ['tiff_variants/image-tiff/cmyk-3c-16b.tiff', [156.1, 122.1, 91.4]],
    ['tiff_variants/libtiffpic_depth/flower-separated-planar-08.tif', [76.3, 68.5, 65.8]],
  ])('%s has the mean colours of libvips', async (path, means) => {
    const samples = await readFirstPlane(await openSource(dataPath(path), path, folder))
    const sums = [0, 0, 0]
    for (let i = 0; i < samples.length; i++) sums[i % 3] = (sums[i % 3] ?? 0) + (samples[i] ?? 0)
    for (const [i, mean] of means.entries()) {
      expect(Math.abs((sums[i] ?? 0) / (samples.length / 3) - mean)).toBeLessThan(0.5)
    }
  })
})
