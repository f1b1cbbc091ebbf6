import { openAsBlob } from 'node:fs'
import path from 'node:path'
import type { FileType } from '@lamella/shared/contract'
import { encodeOmeTiff } from '@lamella/shared/testing/pictures/ome-tiff.ts'
import { encodeTiff } from '@lamella/shared/testing/pictures/tiff.ts'
import fc from 'fast-check'
import { betterType, type FileHeader, headerText, plainHeader } from './file-header.ts'
import { lookIntoFile } from './look-into-file.ts'

const damaged = 'The file ends too early: it seems to be damaged'

const page = (width: number, height: number) => ({
  layout: { width, height, samples: 1 as const, bits: 16 as const, rowsPerStrip: height, pixelSizeUm: 0.5 },
  strips: [new Uint8Array(width * height * 2)],
})
const tiff = encodeTiff([page(30, 20), page(30, 20), page(30, 20)])
const ome = encodeOmeTiff({
  name: 'stack',
  width: 40,
  height: 24,
  channels: [
    { name: 'DAPI', color: 0xff },
    { name: 'GFP', color: 0xff00 },
  ],
  sizeZ: 3,
  sizeT: 4,
  pixelSizeUm: 0.325,
  stepUm: 1,
  intervalSeconds: 60,
  plane: () => new Uint16Array(40 * 24),
})
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)
const jpeg = Buffer.from(
  'ffd8ffe000104a46494600010100000100010000ffc0000b0800140028010111000ffd9'.replace('000ffd9', '00ffd9'),
  'hex',
)
/** The same with the Exif orientation 6: it is shown turned by a quarter. */
const turnedJpeg = Buffer.from(
  jpeg
    .toString('hex')
    .replace(
      'ffc0',
      'ffe10022457869660000' + '4d4d002a00000008' + '0001' + '011200030000000100060000' + '00000000' + 'ffc0',
    ),
  'hex',
)
const bmp = Buffer.alloc(54 + 8)
bmp.write('BM')
bmp.writeUInt32LE(54, 10)
bmp.writeInt32LE(2, 18)
bmp.writeInt32LE(-1, 22)
bmp.writeUInt16LE(24, 28)

const look = (bytes: Uint8Array, name: string) => lookIntoFile(new Blob([new Uint8Array(bytes)]), name)

test.each<[string, Uint8Array, string]>([
  ['a.tif', tiff, 'TIFF, 30 × 20 px, 0.50 µm/px, 3 pages, 16 bit'],
  ['a.ome.tif', ome, 'OME-TIFF, 40 × 24 px, 0.33 µm/px, 2 channels, 4 time points, 3 Z planes, 16 bit'],
  ['a.png', png, 'PNG, 1 × 1 px'],
  ['a.jpg', jpeg, 'JPEG, 40 × 20 px'],
  ['turned.jpg', turnedJpeg, 'JPEG, 20 × 40 px'],
  ['a.bmp', bmp, 'BMP, 2 × 1 px'],
])('%s is read without its pixels', async (name, bytes, text) => {
  const { header, problem } = await look(bytes, name)
  expect([header && headerText(header), problem]).toEqual([text, null])
})

test.each<[string, Uint8Array, string]>([
  ['a file that ends in the middle', tiff.subarray(0, tiff.length >> 1), 'a.tif'],
  ['a file that ends in its pixels', bmp.subarray(0, 60), 'a.bmp'],
  ['a PNG without end', png.subarray(0, png.length - 12), 'a.png'],
  ['a JPEG without end', jpeg.subarray(0, jpeg.length - 2), 'a.jpg'],
  ['a file of nothing but a magic number', Buffer.from('II*\0'), 'a.tif'],
])('%s is told', async (_, bytes, name) => {
  expect((await look(bytes, name)).problem).toBe(damaged)
})

test.each([
  ['a PNG with the name of a TIFF', png, 'a.tif', 'The content is PNG, which the name does not say'],
  ['text', Buffer.from('version https://git-lfs'), 'a.czi', 'The content is not that of an image that can be read'],
  ['a format that is stored but never read', Buffer.from('anything at all'), 'a.vmic', null],
])('%s is told by its content', async (_, bytes, name, problem) => {
  expect((await look(bytes, name)).problem).toBe(problem)
})

test('whatever the bytes are, the answer comes', async () => {
  const cut = fc.record({ at: fc.nat({ max: ome.length - 1 }), to: fc.nat({ max: 255 }) })
  await fc.assert(
    fc.asyncProperty(fc.array(cut, { maxLength: 20 }), fc.nat({ max: ome.length }), async (cuts, length) => {
      const bytes = new Uint8Array(ome.subarray(0, length))
      for (const { at, to } of cuts) if (at < length) bytes[at] = to
      await look(bytes, 'a.ome.tif')
    }),
  )
})

const header = (changes: Partial<FileHeader>): FileHeader => ({ ...plainHeader('TIFF', 9, 9, 8), ...changes })

test.each<[string, FileHeader, FileType, FileType | null]>([
  ['several times at 2D', header({ times: 5 }), 'TwoDimensions', 'TimeSeries'],
  ['channels and times at multichannel', header({ times: 5, channels: 2 }), 'MultiChannel', null],
  ['channels at time series', header({ channels: 3 }), 'TimeSeries', 'MultiChannel'],
  ['one picture at multichannel', header({}), 'MultiChannel', 'TwoDimensions'],
  ['a Z stack at 2D', header({ planes: 9 }), 'TwoDimensions', null],
  ['a few pages at 2D', header({ pages: 3 }), 'TwoDimensions', 'MultiChannel'],
  ['many pages at 2D', header({ pages: 40 }), 'TwoDimensions', 'TimeSeries'],
  ['a few pages at time series', header({ pages: 3 }), 'TimeSeries', null],
])('%s', (_, of, chosen, better) => {
  expect(betterType(of, chosen)).toBe(better)
})

const data = process.env.LAMELLA_TEST_DATA

describe('real files', () => {
  const realFile = data ? test : test.skip

  realFile.each([
    ['wsi/CMU-1-Small-Region.svs', 'SVS, 2,220 × 2,967 px, 0.50 µm/px, pyramid'],
    ['wsi/test3-DAPI-2-(387).ndpi', 'NDPI, 3,968 × 4,864 px, 0.23 µm/px, pyramid'],
    ['wsi/small_vectra.qptiff', 'QPTIFF, 1,920 × 1,440 px, 0.50 µm/px, 3 channels'],
    ['czi/CellDivision_T3_Z5_CH2_X240_Y170_comp1.czi', 'CZI, 240 × 170 px, 2 channels, 3 time points, 5 Z planes'],
    ['../cases/files/F14_orientation_6_anisotropic.tif', 'TIFF, 8 × 12 px, 1.00 µm/px, 16 bit'],
    ['ome_tiff/cells-2c.ome.tif', 'OME-TIFF, 93 × 131 px, 0.25 µm/px, 2 channels'],
  ])('%s', async (file, text) => {
    const blob = await openAsBlob(path.join(data ?? '', file))
    const { header: found, problem } = await lookIntoFile(blob, path.basename(file))
    expect([found && headerText(found), problem]).toEqual([text, null])
    const half = await lookIntoFile(blob.slice(0, blob.size >> 1), path.basename(file))
    expect(half.problem).toBe(damaged)
  })
})
