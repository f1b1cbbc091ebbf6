import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inflateSync } from 'node:zlib'
import sharp from 'sharp'
import { ImagingError } from '../imaging-error.ts'
import { fileRangeReader } from '../range-reader.ts'
import { openPyramid, type Pyramid } from './open-pyramid.ts'

const WIDTH = 700
const HEIGHT = 300
const tiled = { tile: true, tileWidth: 256, tileHeight: 256, pyramid: true } as const

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lamella-pyramid-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Red increases to the right, green downwards. */
const gradient = () =>
  sharp(
    Uint8Array.from({ length: WIDTH * HEIGHT * 3 }, (_, i) => {
      const pixel = Math.floor(i / 3)
      return [(pixel % WIDTH) / 3, Math.floor(pixel / WIDTH) / 2, 40][i % 3] ?? 0
    }),
    { raw: { width: WIDTH, height: HEIGHT, channels: 3 } },
  )

async function withPyramid<T>(name: string, use: (pyramid: Pyramid) => Promise<T>): Promise<T> {
  const handle = await open(join(folder, name))
  try {
    return await use(await openPyramid(fileRangeReader(handle)))
  } finally {
    await handle.close()
  }
}

test.each([
  ['YCbCr', 89, false],
  ['RGB, which needs the Adobe marker', 90, false],
  ['in a BigTIFF', 89, true],
])('each JPEG tile is a complete JPEG with the right colours: %s', async (_name, quality, bigtiff) => {
  const name = `jpeg-${quality}-${bigtiff}.tif`
  await gradient()
    .tiff({ ...tiled, bigtiff, compression: 'jpeg', quality })
    .toFile(join(folder, name))
  await withPyramid(name, async (pyramid) => {
    expect(pyramid.levels.map(({ width, height }) => [width, height])).toEqual([
      [175, 75],
      [350, 150],
      [700, 300],
    ])
    const tile = await pyramid.tileBytes(2, 1, 0)
    expect(tile).toMatchObject({ contentType: 'image/jpeg', contentEncoding: null })
    const { data, info } = await sharp(tile?.body).raw().toBuffer({ resolveWithObject: true })
    expect(info).toMatchObject({ width: 256, height: 256, channels: 3 })
    const [red = 0, green = 0, blue = 0] = data.subarray(3 * (128 * 256 + 64))
    expect(Math.abs(red - (256 + 64) / 3)).toBeLessThan(6)
    expect(Math.abs(green - 64)).toBeLessThan(6)
    expect(Math.abs(blue - 40)).toBeLessThan(6)
  })
})

test('lossless tiles inflate to the samples, edge tiles are padded to 256', async () => {
  const samples = Uint16Array.from({ length: WIDTH * HEIGHT }, (_, i) => i % 65_536)
  await sharp(samples, { raw: { width: WIDTH, height: HEIGHT, channels: 1 } })
    .toColourspace('grey16')
    .tiff({ ...tiled, compression: 'deflate', predictor: 'none' })
    .toFile(join(folder, 'grey16.tif'))
  await withPyramid('grey16.tif', async (pyramid) => {
    expect(pyramid).toMatchObject({ encoding: 'deflate', bitDepth: 16, sampleFormat: 'uint', samplesPerPixel: 1 })
    const tile = await pyramid.tileBytes(2, 2, 1)
    expect(tile).toMatchObject({ contentType: 'application/octet-stream', contentEncoding: 'deflate' })
    const bytes = inflateSync(tile?.body ?? new Uint8Array())
    expect(bytes.length).toBe(256 * 256 * 2)
    expect(bytes.readUInt16LE(2 * (10 * 256 + 20))).toBe(((256 + 10) * WIDTH + 512 + 20) % 65_536)
  })
})

test('tiles outside of a level are null', async () => {
  await gradient()
    .tiff({ ...tiled, compression: 'jpeg' })
    .toFile(join(folder, 'edges.tif'))
  await withPyramid('edges.tif', async (pyramid) => {
    for (const [z, x, y] of [
      [3, 0, 0],
      [-1, 0, 0],
      [2, 3, 0],
      [2, 0, 2],
      [2, -1, 0],
      [2, 0.5, 0],
    ] as const) {
      expect(pyramid.tile(z, x, y)).toBeNull()
      expect(await pyramid.tileBytes(z, x, y)).toBeNull()
    }
    expect(pyramid.tile(2, 2, 1)).toEqual({ offset: expect.any(Number), length: expect.any(Number) })
  })
})

test('a TIFF that is no pyramid of 256 pixel tiles is refused', async () => {
  await gradient().tiff({ compression: 'deflate' }).toFile(join(folder, 'strips.tif'))
  await expect(withPyramid('strips.tif', async () => null)).rejects.toThrow(ImagingError)
})
