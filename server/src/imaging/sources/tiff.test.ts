import { execFileSync } from 'node:child_process'
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

const vips = findProgram('vips')
const ifVips = vips ? test : test.skip

ifVips('JPEG 2000 in a TIFF is decoded by the program vips', async () => {
  const [plain, jp2k] = [join(folder, 'plain.tif'), join(folder, 'jp2k.tif')]
  await picture().tiff({ compression: 'lzw' }).toFile(plain)
  execFileSync(vips ?? '', ['tiffsave', plain, jp2k, '--compression', 'jp2k', '--tile'])
  const source = await openTiff(jp2k)
  const plane = await source.plane({ c: 0, z: 0, t: 0 })
  if (plane.via !== 'sharp') throw new Error('the converted file is sharp’s')
  const [red = 0, green = 0, blue = 0] = await plane.open().raw().toBuffer()
  await source.close()
  expect(Math.max(Math.abs(red - 200), Math.abs(green - 30), Math.abs(blue - 90))).toBeLessThan(8)
})

ifVips('whatever vips can read is the last resort for slides', async () => {
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
