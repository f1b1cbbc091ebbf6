import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { findProgram } from '../../platform/process/find-program.ts'
import { openSlide } from './slide.ts'
import { openTiff } from './tiff.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lamella-tiff-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const picture = () => sharp({ create: { width: 300, height: 200, channels: 3, background: { r: 200, g: 30, b: 90 } } })

test.each([
  [1, 300, 200],
  [3, 300, 200],
  [6, 200, 300],
  [8, 200, 300],
])('a TIFF with orientation %i is %i wide and %i high', async (orientation, width, height) => {
  const path = join(folder, 'turned.tif')
  await picture().withMetadata({ orientation }).tiff().toFile(path)
  const source = await openTiff(path)
  const plane = await source.plane({ c: 0, z: 0, t: 0 })
  if (plane.via !== 'sharp') throw new Error('8-bit RGB is sharp’s')
  const { info } = await plane.open().raw().toBuffer({ resolveWithObject: true })
  await source.close()
  expect([source.width, source.height]).toEqual([width, height])
  expect([info.width, info.height]).toEqual([width, height])
})

test.each([
  [4, { x: 10, y: 20 }],
  [6, { x: 20, y: 10 }],
])('a TIFF with orientation %i has its pixel size turned with it', async (orientation, pixelSizeUm) => {
  const path = join(folder, 'not-square.tif')
  // Pixels per mm.
  await picture().withMetadata({ orientation }).tiff({ xres: 100, yres: 50, resolutionUnit: 'cm' }).toFile(path)
  const source = await openTiff(path)
  await source.close()
  expect(source.pixelSizeUm).toEqual({ x: expect.closeTo(pixelSizeUm.x, 6), y: expect.closeTo(pixelSizeUm.y, 6) })
})

const vips = findProgram('vips')
const ifVips = vips ? test : test.skip

ifVips('slides that only vips can read are opened with it', async () => {
  const path = join(folder, 'slide.tif')
  await picture().tiff().toFile(path)
  const source = await openSlide(path)
  expect(source).toMatchObject({ width: 300, height: 200, samples: 3 })
  await source.close()
})

test('a description that is no valid XML does not hide the pixels', async () => {
  const path = join(folder, 'broken-xml.tif')
  const tiff = await picture()
    .withExif({ IFD0: { ImageDescription: '<OME><Image><Pixels SizeC=' } })
    .tiff()
    .toBuffer()
  await writeFile(path, tiff)
  const source = await openTiff(path)
  await source.close()
  expect(source).toMatchObject({ width: 300, height: 200 })
})

/** The same TIFF with all strips or tiles at the offset of the first. */
const withSharedSegments = (tiff: Buffer, tag: number): Buffer => {
  const directory = tiff.readUInt32LE(4)
  for (let at = directory + 2; at < directory + 2 + 12 * tiff.readUInt16LE(directory); at += 12) {
    if (tiff.readUInt16LE(at) !== tag) continue
    const [count, table] = [tiff.readUInt32LE(at + 4), tiff.readUInt32LE(at + 8)]
    for (let i = 1; i < count; i++) tiff.writeUInt32LE(tiff.readUInt32LE(table), table + 4 * i)
  }
  return tiff
}

const noisy = () => {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
  return sharp({ create: { width: 1024, height: 1024, channels: 3, background: 'grey', noise } })
}

test.each([
  ['strips', 273, () => noisy().tiff({ compression: 'none' })],
  ['compressed tiles', 324, () => noisy().tiff({ compression: 'lzw', tile: true, tileWidth: 128, tileHeight: 128 })],
])('a small file whose %s all share the same bytes is refused', async (_title, tag, make) => {
  const path = join(folder, 'shared.tif')
  const honest = await make().toBuffer()
  await writeFile(path, honest)
  const good = await openTiff(path)
  await good.plane({ c: 0, z: 0, t: 0 })
  await good.close()
  const shared = withSharedSegments(honest, tag)
  const directory = shared.readUInt32LE(4)
  // The directory follows the pixels: most of them can be cut out to make the file small.
  const cut = Buffer.concat([shared.subarray(0, 300_000), shared.subarray(directory)])
  const moved = 300_000 - directory
  cut.writeUInt32LE(300_000, 4)
  for (let at = 300_002; at < 300_002 + 12 * cut.readUInt16LE(300_000); at += 12) {
    const size = cut.readUInt32LE(at + 4) * (cut.readUInt16LE(at + 2) === 3 ? 2 : 4)
    if (size > 4) cut.writeUInt32LE(cut.readUInt32LE(at + 8) + moved, at + 8)
  }
  await writeFile(path, cut)
  const source = await openTiff(path)
  await expect(source.plane({ c: 0, z: 0, t: 0 })).rejects.toMatchObject({
    reason: 'damaged',
    message: expect.stringContaining('lie in the same place'),
  })
  await source.close()
})
