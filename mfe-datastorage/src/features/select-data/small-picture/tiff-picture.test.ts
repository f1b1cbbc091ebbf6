import { openAsBlob } from 'node:fs'
import path from 'node:path'
import { encodeOmeTiff } from '@lamella/shared/testing/pictures/ome-tiff.ts'
import fc from 'fast-check'
import sharp, { type TiffOptions } from 'sharp'
import { cziThumbnail } from './czi-thumbnail.ts'
import { mostBytes } from './page-picture.ts'
import type { DecodeJpeg } from './segment-samples.ts'
import { tiffPicture, whyNoTiffPicture } from './tiff-picture.ts'

const edge = 24

/** In place of the browser's decoder, which jsdom lacks. */
const decodeJpeg: DecodeJpeg = async (bytes) => {
  const { data, info } = await sharp(bytes)
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, data: new Uint8ClampedArray(data) }
}

const blobOf = (bytes: Uint8Array): Blob => new Blob([new Uint8Array(bytes)])
const pictureOf = (file: Blob) => tiffPicture(file, edge, decodeJpeg)

const [width, height] = [400, 300]
/** Four quarters of different colours. */
const quarters = [
  [200, 30, 40],
  [20, 180, 60],
  [30, 40, 220],
  [230, 220, 210],
] as const
const colourful = Uint8Array.from({ length: 3 * width * height }, (_, at) => {
  const [pixel, band] = [Math.floor(at / 3), at % 3]
  const [x, y] = [pixel % width, Math.floor(pixel / width)]
  return quarters[(x < width / 2 ? 0 : 1) + (y < height / 2 ? 0 : 2)]?.[band] ?? 0
})
const tiffOf = (options: TiffOptions, orientation?: number): Promise<Buffer> => {
  const picture = sharp(colourful, { raw: { width, height, channels: 3 } })
  return (orientation ? picture.withMetadata({ orientation }) : picture).tiff(options).toBuffer()
}

/** Colours in the middles of the quarters of a picture. */
const middles = (rgba: Uint8ClampedArray | null): number[][] =>
  [
    [6, 6],
    [18, 6],
    [6, 18],
    [18, 18],
  ].map(([x = 0, y = 0]) => [...(rgba?.subarray(4 * (y * edge + x), 4 * (y * edge + x) + 3) ?? [])])

/** Largest difference of two lists of colours. */
const differenceOf = (a: readonly (readonly number[])[], b: readonly (readonly number[])[]): number =>
  Math.max(...a.flat().map((value, at) => Math.abs(value - (b.flat()[at] ?? Number.NaN))))

const compressions = ['none', 'lzw', 'deflate', 'packbits', 'jpeg'] as const
const forms = compressions.flatMap((compression) => [
  { compression, tile: true, tileWidth: 64, tileHeight: 48 },
  { compression, tile: false },
])

test.each<TiffOptions>([
  ...forms,
  { compression: 'lzw', predictor: 'none' },
  { compression: 'lzw', predictor: 'horizontal' },
  { compression: 'deflate', predictor: 'horizontal', tile: true, tileWidth: 128, tileHeight: 128 },
  { compression: 'jpeg', pyramid: true, tile: true, tileWidth: 64, tileHeight: 64 },
  { compression: 'deflate', bigtiff: true },
])('a TIFF of %o has a picture in its colours', async (options) => {
  const found = middles(await pictureOf(blobOf(await tiffOf({ quality: 95, ...options }))))
  expect(differenceOf(found, quarters)).toBeLessThan(options.compression === 'jpeg' ? 12 : 1)
})

test.each([1, 2, 3, 4, 5, 6, 7, 8])('orientation %d is seen upright, as libvips shows it', async (orientation) => {
  const file = await tiffOf({ compression: 'lzw' }, orientation)
  const { data, info } = await sharp(file).rotate().raw().toBuffer({ resolveWithObject: true })
  const [right, below] = [Math.round(0.75 * info.width), Math.round(0.75 * info.height)]
  const [left, above] = [info.width - right, info.height - below]
  const expected = [
    [left, above],
    [right, above],
    [left, below],
    [right, below],
  ].map(([x = 0, y = 0]) => [...data.subarray(3 * (y * info.width + x), 3 * (y * info.width + x) + 3)])
  expect(differenceOf(middles(await pictureOf(blobOf(file))), expected)).toBeLessThan(1)
})

/** A TIFF of one strip without compression. */
const strip = (tags: Record<number, number>, bytes: Uint8Array): Blob => {
  const all = { 256: width, 257: height, 259: 1, 273: 8, 278: height, 279: bytes.length, ...tags }
  const entries = Object.entries(all)
  const head = new DataView(new ArrayBuffer(8))
  head.setUint32(0, 0x49492a00)
  head.setUint32(4, 8 + bytes.length, true)
  const directory = new DataView(new ArrayBuffer(6 + 12 * entries.length))
  directory.setUint16(0, entries.length, true)
  for (const [at, [tag, value]] of entries.entries()) {
    directory.setUint16(2 + 12 * at, Number(tag), true)
    directory.setUint16(4 + 12 * at, 4, true)
    directory.setUint32(6 + 12 * at, 1, true)
    directory.setUint32(10 + 12 * at, value, true)
  }
  return new Blob([head, new Uint8Array(bytes), directory])
}
const quarterAt = (pixel: number): number =>
  (pixel % width < width / 2 ? 0 : 1) + (pixel < (width * height) / 2 ? 0 : 2)

test.each([8, 16])('inks of %d bit are seen as colours', async (bits) => {
  const inks = [
    [255, 0, 0, 0],
    [0, 255, 0, 0],
    [0, 0, 255, 51],
    [0, 0, 0, 204],
  ]
  const values = Array.from({ length: 4 * width * height }, (_, at) => inks[quarterAt(at >> 2)]?.[at % 4] ?? 0)
  const bytes =
    bits === 8 ? Uint8Array.from(values) : new Uint8Array(Uint16Array.from(values, (ink) => 257 * ink).buffer)
  const file = strip({ 258: bits, 262: 5, 277: 4 }, bytes)
  expect(middles(await pictureOf(file))).toEqual([
    [0, 255, 255],
    [255, 0, 255],
    [204, 204, 0],
    [51, 51, 51],
  ])
})

test.each([width, width - 1])('12 bit are unpacked, in rows of %d', async (across) => {
  const row = Math.ceil(across * 1.5)
  const bytes = new Uint8Array(row * height)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < across; x++) {
      // Small values in the left half, with bits in both bytes.
      const value = x < across / 2 ? 0x123 : 0xabc
      const at = y * row + Math.floor(1.5 * x)
      const [high, low] = x % 2 === 0 ? [value >> 4, (value & 15) << 4] : [value >> 8, value & 255]
      bytes[at] = (bytes[at] ?? 0) | high
      bytes[at + 1] = (bytes[at + 1] ?? 0) | low
    }
  const found = middles(await pictureOf(strip({ 256: across, 258: 12, 262: 1, 277: 1 }, bytes)))
  expect(found).toEqual([0, 255, 0, 255].map((grey) => [grey, grey, grey]))
})

test.each([
  [33005, { 258: 8, 262: 1, 277: 1 }, 'JPEG 2000 is decoded by the server only'],
  [50000, { 258: 8, 262: 1, 277: 1 }, 'Zstandard is decoded by the server only'],
  [1, { 258: 8, 262: 8, 277: 3 }, 'pixels of this kind (3 × 8 bit) are read by the server only'],
])('where none can be made of compression %d, there are words', async (compression, tags, words) => {
  const file = strip({ 259: compression, ...tags }, new Uint8Array(3 * width * height))
  expect(await pictureOf(file)).toBeNull()
  expect(await whyNoTiffPicture(file)).toBe(words)
})

/** A cell, and counts of a camera that are a hundredth of what 16 bits hold. */
const dim = encodeOmeTiff({
  name: 'dim',
  width: 200,
  height: 200,
  channels: [{ name: 'DAPI', color: 0xff }],
  sizeZ: 1,
  sizeT: 2,
  pixelSizeUm: 0.3,
  stepUm: 1,
  intervalSeconds: 1,
  plane: (_, __, t) =>
    Uint16Array.from({ length: 200 * 200 }, (_, at) => (at % 200 < 100 ? 110 : 600) + (at % 7) + 1000 * t),
})

test('16 bits are stretched over their range: no picture is nearly black', async () => {
  const [first = [], second = []] = middles(await pictureOf(blobOf(dim)))
  expect(Math.max(...first)).toBeLessThan(12)
  expect(Math.min(...second)).toBeGreaterThan(240)
})

/** Counts the bytes that are read. */
const counted = (file: Blob): { file: Blob; read: () => number } => {
  let bytes = 0
  const slice = (start = 0, end = file.size): Blob => {
    bytes += end - start
    return file.slice(start, end)
  }
  return { file: { size: file.size, slice } as unknown as Blob, read: () => bytes }
}

test('of a large file a few rows are read, and of one that would have to be read as a whole nothing', async () => {
  const side = 6000
  const large = sharp({ create: { width: side, height: side, channels: 3, background: '#3a7' } })
  const plain = counted(blobOf(await large.clone().tiff({ compression: 'none', tile: false }).toBuffer()))
  expect(middles(await pictureOf(plain.file))[0]).toEqual([0x33, 0xaa, 0x77])
  expect(plain.read()).toBeLessThan(mostBytes + 1_000_000)
  const noise = sharp({
    create: {
      width: 3000,
      height: 3000,
      channels: 3,
      noise: { type: 'gaussian', mean: 120, sigma: 60 },
      background: '#000',
    },
  })
  const packed = counted(
    blobOf(await noise.tiff({ compression: 'lzw', tile: true, tileWidth: 256, tileHeight: 256 }).toBuffer()),
  )
  expect(packed.file.size).toBeGreaterThan(3 * mostBytes)
  expect(await pictureOf(packed.file)).toBeNull()
  expect(packed.read()).toBeLessThan(1_000_000)
})

test('whatever the bytes are, there is a picture, none, or the word that the file ends early', async () => {
  const files = await Promise.all([tiffOf({ compression: 'lzw' }), tiffOf({ compression: 'deflate', tile: true }), dim])
  const cut = fc.record({ at: fc.nat({ max: 400_000 }), to: fc.nat({ max: 255 }) })
  const damage = fc.record({
    which: fc.nat({ max: 2 }),
    cuts: fc.array(cut, { maxLength: 30 }),
    end: fc.double({ min: 0, max: 1, noNaN: true }),
  })
  await fc.assert(
    fc.asyncProperty(damage, async ({ which, cuts, end }) => {
      const whole = files[which] ?? dim
      const bytes = new Uint8Array(whole.subarray(0, Math.ceil(end * whole.length)))
      // Headers and directories are at both ends.
      for (const { at, to } of cuts) bytes[at % 2 ? at % 600 : Math.max(0, bytes.length - 1 - (at % 600))] = to
      const found = await pictureOf(blobOf(bytes)).catch((error: unknown) => {
        if (error instanceof RangeError || (error instanceof Error && error.name === 'Truncated')) return null
        throw error
      })
      expect(found === null || found.length === 4 * edge * edge).toBe(true)
    }),
    { numRuns: 300 },
  )
}, 60_000)

const data = process.env.LAMELLA_TEST_DATA

describe('real files (LAMELLA_TEST_DATA names their folder)', () => {
  const realFile = data ? test : test.skip
  const open = (file: string): Promise<Blob> => openAsBlob(path.join(data ?? '', file))

  /** What libvips makes of the first page. */
  const byLibvips = (file: string): Promise<Buffer> =>
    sharp(path.join(data ?? '', file))
      .rotate()
      .resize(edge, edge, { fit: 'cover' })
      .toColourspace('srgb')
      .removeAlpha()
      .raw()
      .toBuffer()

  realFile.each([
    'geotiff/RGB.byte.tif',
    'geotiff/cogeo.tif',
    'ihc_he/HE_example.tif',
    'wsi/boxes.tiff',
    'wsi/CMU-1-Small-Region.svs',
    'tiff_variants/image-tiff/planar-rgb-u8.tif',
    'tiff_variants/libtiffpic/quad-tile.tif',
    'tiff_variants/libtiffpic/pc260001.tif',
  ])('%s looks as libvips shows it', async (file) => {
    const found = (await pictureOf(await open(file)))?.filter((_, at) => at % 4 !== 3) ?? []
    const expected = await byLibvips(file)
    expect(found).toHaveLength(expected.length)
    const difference =
      expected.reduce((sum, value, at) => sum + Math.abs(value - (found[at] ?? 0)), 0) / expected.length
    expect(difference).toBeLessThan(16)
  })

  realFile.each([
    'wsi/tcga-cr-7395-01a-01-ts1.svs',
    'wsi/test3-DAPI-2-(387).ndpi',
    'wsi/small_vectra.qptiff',
    'stk/MetamorphImage.stk',
    'ihc_he/Fluorescence_example.tif',
  ])('%s has a picture with contrast', async (file) => {
    const found = [...((await pictureOf(await open(file))) ?? [])].filter((_, at) => at % 4 !== 3)
    expect(Math.max(...found) - Math.min(...found)).toBeGreaterThan(30)
  })

  realFile.each(['tiff_variants/libtiffpic/off_luv24.tif', 'tiff_variants/image-tiff/fax4.tiff'])(
    '%s has none',
    async (file) => {
      expect(await pictureOf(await open(file))).toBeNull()
    },
  )

  realFile('a CZI has its own small picture', async () => {
    const thumbnail = await cziThumbnail(await open('czi/RGB-8bit.czi'))
    const bytes = (await thumbnail?.arrayBuffer()) ?? new ArrayBuffer(0)
    const { format } = await sharp(Buffer.from(bytes)).metadata()
    expect(format).toBe('jpeg')
    expect(await cziThumbnail(await open('czi/newCZI_compressed.czi'))).toBeNull()
  })
})
