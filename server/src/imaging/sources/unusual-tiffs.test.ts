import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { dataPath, describeWithData } from '../../../test/imaging-data.ts'
import { type TestTag, writeTestTiff } from '../../../test/imaging-tiff.ts'
import { readFirstPlane } from '../../../test/read-plane.ts'
import { openTiff } from './tiff.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lamella-unusual-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const SIDE = 64

/** 2 × 1 tiles of 64 × 64 grey pixels, 100 wide, with `PlanarConfiguration` 2. */
const tags: TestTag[] = [
  [256, 100],
  [257, SIDE],
  [258, 8],
  [262, 1],
  [277, 1],
  [284, 2],
  [322, SIDE],
  [323, SIDE],
]
const tile = (base: number) => Uint8Array.from({ length: SIDE * SIDE }, (_, i) => base + (i % SIDE))
const jpeg = (data: Uint8Array) =>
  sharp(data, { raw: { width: SIDE, height: SIDE, channels: 1 } })
    .toColourspace('b-w')
    .jpeg({ quality: 100 })
    .toBuffer()

test.each([
  ['uncompressed', 1, 0, async (data: Uint8Array) => data],
  ['JPEG', 7, 1, jpeg],
])('tiles of a single sample that are declared planar are read: %s', async (_title, compression, tolerance, encode) => {
  const path = join(folder, 'planar.tif')
  const segments = [await encode(tile(10)), await encode(tile(100))]
  await writeFile(path, writeTestTiff([{ tiled: true, tags: [...tags, [259, compression]], segments }]))
  const samples = await readFirstPlane(await openTiff(path))
  expect(samples).toHaveLength(100 * SIDE)
  for (let x = 0; x < 100; x++) {
    const expected = x < SIDE ? 10 + x : 100 + x - SIDE
    expect(Math.abs((samples[50 * 100 + x] ?? 0) - expected)).toBeLessThanOrEqual(tolerance)
  }
})

/** Code of a luminance in LogL (`log-luminance.ts`). */
const logCode = (y: number) => (y === 0 ? 0 : Math.floor(256 * (Math.log2(Math.abs(y)) + 64)) + (y < 0 ? 0x8000 : 0))

test('16-bit logarithms of luminance become luminances', async () => {
  const luminances = [0, 1, 2, -2, 1_000, 1_000, 1_000, 1e-6]
  const codes = luminances.map(logCode)
  const bytes = (shift: number) => codes.map((code) => (code >> shift) & 0xff)
  const literal = (values: number[]) => [values.length, ...values]
  // The first four as they are, a run of three, the last as it is.
  const coded = (values: number[]) => [
    ...literal(values.slice(0, 4)),
    3 + 126,
    values[4] ?? 0,
    ...literal(values.slice(7)),
  ]
  const path = join(folder, 'log.tif')
  const segments = [Uint8Array.from([...coded(bytes(8)), ...coded(bytes(0))])]
  const logTags: TestTag[] = [
    [256, luminances.length],
    [257, 1],
    [258, 16],
    [259, 34676],
    [262, 32844],
    [277, 1],
    [278, 1],
    [339, 2],
  ]
  await writeFile(path, writeTestTiff([{ tags: logTags, segments }]))
  const source = await openTiff(path)
  expect(source).toMatchObject({ type: { bits: 32, format: 'float' }, samples: 1 })
  const decoded = await readFirstPlane(source)
  for (const [i, luminance] of luminances.entries()) {
    expect(Math.abs((decoded[i] ?? 0) - luminance)).toBeLessThanOrEqual(Math.abs(luminance) / 256)
  }
  await writeFile(path, writeTestTiff([{ tags: logTags, segments: [segments[0]?.subarray(0, 9) ?? new Uint8Array()] }]))
  await expect(openTiff(path).then(readFirstPlane)).rejects.toMatchObject({ reason: 'damaged' })
})

describeWithData('real TIFFs that were once called damaged', () => {
  test('geotiff/shade.tif has the samples that libvips reads once the planar tag is corrected', async () => {
    const path = dataPath('geotiff/shade.tif')
    const samples = await readFirstPlane(await openTiff(path))
    const bytes = await readFile(path)
    const directory = bytes.readUInt32LE(4)
    for (let at = directory + 2; at < directory + 2 + 12 * bytes.readUInt16LE(directory); at += 12) {
      if (bytes.readUInt16LE(at) === 284) bytes.writeUInt16LE(1, at + 8)
    }
    const other = await sharp(bytes).toColourspace('b-w').raw().toBuffer()
    expect(Buffer.compare(Buffer.from(samples), other)).toBe(0)
  })

  test('off_l16.tif has the luminances of the same picture in colour', async () => {
    const luminances = await readFirstPlane(await openTiff(dataPath('tiff_variants/libtiffpic/off_l16.tif')))
    const colour = await sharp(dataPath('tiff_variants/libtiffpic/off_luv24.tif'))
      .toColourspace('srgb')
      .raw()
      .toBuffer()
    const linear = (value: number) =>
      value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4
    const errors: number[] = []
    for (const [i, y] of luminances.entries()) {
      const rgb = [...colour.subarray(3 * i, 3 * i + 3)]
      // Neither clipped nor so dark that a step of 8 bits is much.
      if (Math.max(...rgb) > 250 || Math.min(...rgb) < 40) continue
      const [red = 0, green = 0, blue = 0] = rgb.map(linear)
      errors.push(Math.abs(y / (0.2126 * red + 0.7152 * green + 0.0722 * blue) - 1))
    }
    errors.sort((a, b) => a - b)
    expect(errors.length).toBeGreaterThan(20_000)
    expect(errors[Math.floor(errors.length / 2)]).toBeLessThan(0.02)
    expect(errors[Math.floor(errors.length * 0.99)]).toBeLessThan(0.1)
  })
})
