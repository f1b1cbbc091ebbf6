import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decode as decodeJpeg } from 'jpeg-js'
import sharp from 'sharp'
import { dataPath, describeWithData } from '../../../test/imaging-data.ts'
import { type TestTag, writeTestTiff } from '../../../test/imaging-tiff.ts'
import { encodeJpeg2000 } from '../../../test/jpeg-2000.ts'
import { readFirstPlane } from '../../../test/read-plane.ts'
import { openSource } from './open-source.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lamella-codecs-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const SIDE = 32
const picture = Uint8Array.from(
  { length: 3 * SIDE * SIDE },
  (_, i) => [7 * (Math.floor(i / 3) % SIDE), 200, 31][i % 3] ?? 0,
)
const raw = { raw: { width: SIDE, height: SIDE, channels: 3 as const } }

const save = async (name: string, bytes: Uint8Array): Promise<string> => {
  const path = join(folder, name)
  await writeFile(path, bytes)
  return path
}
const open = async (name: string, bytes: Uint8Array) => openSource(await save(name, bytes), name, folder)
const pixelsOf = async (name: string, bytes: Uint8Array) => readFirstPlane(await open(name, bytes))

const tiff = (compression: number, photometric: number, segment: Uint8Array, more: TestTag[] = [], samples = 3) =>
  writeTestTiff([
    {
      tags: [
        [256, SIDE],
        [257, SIDE],
        [258, Array(samples).fill(8)],
        [259, compression],
        [262, photometric],
        [277, samples],
        [278, SIDE],
        ...more,
      ],
      segments: [segment],
    },
  ])

describe('WebP in TIFF', () => {
  const webp = (channels: 3 | 4, data: Uint8Array) =>
    sharp(data, { raw: { width: SIDE, height: SIDE, channels } })
      .webp({ lossless: true, exact: true })
      .toBuffer()

  test('is decoded without loss', async () => {
    expect([...(await pixelsOf('a.tif', tiff(50_001, 2, await webp(3, picture))))]).toEqual([...picture])
  })

  test('with alpha is flattened on white', async () => {
    const clear = new Uint8Array(4 * SIDE * SIDE)
    const file = tiff(50_001, 2, await webp(4, clear), [[338, 2]], 4)
    expect(new Set(await pixelsOf('a.tif', file))).toEqual(new Set([255]))
  })

  test('of another size than its TIFF is refused', async () => {
    const small = await sharp(picture, raw).resize(16, 16).webp().toBuffer()
    await expect(pixelsOf('a.tif', tiff(50_001, 2, small))).rejects.toThrow('has other pixels')
  })
})

describe('Old-style JPEG in TIFF', () => {
  // The first segment is at byte 8 of a test TIFF.
  const file = (jpeg: Uint8Array, more: TestTag[] = []) => tiff(6, 6, jpeg, [[513, 8], [514, jpeg.length], ...more])
  const grey = (level: number) => new Uint8Array(3 * SIDE * SIDE).fill(level)
  const jpegOf = (pixels: Uint8Array) =>
    sharp(pixels, raw).jpeg({ quality: 100, chromaSubsampling: '4:4:4' }).toBuffer()

  test('of a whole stream is decoded as another decoder does', async () => {
    const jpeg = await jpegOf(picture)
    const other = decodeJpeg(jpeg, { useTArray: true, formatAsRGBA: false }).data
    const ours = await pixelsOf('a.tif', file(jpeg))
    expect(Math.max(...other.map((value, i) => Math.abs(value - (ours[i] ?? 0))))).toBeLessThanOrEqual(3)
  })

  test('has the black and white that the TIFF states', async () => {
    const reference: TestTag = [532, [16, 235, 128, 240, 128, 240]]
    expect((await pixelsOf('a.tif', file(await jpegOf(grey(16)), [reference])))[0]).toBe(0)
    expect((await pixelsOf('a.tif', file(await jpegOf(grey(235)), [reference])))[0]).toBe(255)
  })

  test('of a header only, whose strips can be read in two ways, is refused', async () => {
    const jpeg = await jpegOf(picture)
    const scan = jpeg.indexOf(Buffer.from([0xff, 0xda]))
    await expect(
      pixelsOf(
        'a.tif',
        tiff(6, 6, jpeg, [
          [513, 8],
          [514, scan],
        ]),
      ),
    ).rejects.toThrow('a variant of old-style')
  })
})

describeWithData('Old-style JPEG of real files', () => {
  test('with a whole stream', async () => {
    const path = dataPath('tiff_variants/libvips/ojpeg-strip.tif')
    const stream = (await readFile(path)).subarray(8, 8 + 4608)
    const other = decodeJpeg(stream, { useTArray: true, formatAsRGBA: false })
    const ours = await readFirstPlane(await openSource(path, path, folder))
    const apart = other.data.map((value, i) => Math.abs(value - (ours[i] ?? 0)))
    // The decoders interpolate chrominance in different ways.
    expect(apart.reduce((sum, value) => sum + value, 0) / apart.length).toBeLessThan(4)
  })

  test('with tables and tiles: an eye, a plank and the dark of zackthecat', async () => {
    const path = dataPath('tiff_variants/libtiffpic/zackthecat.tif')
    const pixels = await readFirstPlane(await openSource(path, path, folder))
    const at = (x: number, y: number) => [...pixels.subarray(3 * (y * 234 + x), 3 * (y * 234 + x) + 3)]
    const [plank, dark] = [at(65, 60), at(225, 150)]
    expect((plank[0] ?? 0) - (plank[2] ?? 0)).toBeGreaterThan(60)
    expect(Math.max(...dark)).toBeLessThan(60)
  })
})

describe('JP2', () => {
  const box = (type: string, content: Uint8Array) => {
    const head = Buffer.alloc(8)
    head.writeUInt32BE(8 + content.length)
    head.write(type, 4, 'latin1')
    return Buffer.concat([head, content])
  }
  const jp2 = (stream: Uint8Array, ...colour: Uint8Array[]) =>
    Buffer.concat([
      box('jP  ', Buffer.from('0d0a870a', 'hex')),
      box('ftyp', Buffer.from('jp2 \0\0\0\0jp2 ', 'latin1')),
      box('jp2h', Buffer.concat(colour)),
      box('jp2c', stream),
    ])
  const enumerated = (space: number) => box('colr', Buffer.from([1, 0, 0, 0, 0, 0, space]))
  const stream = (samples: number, data: Uint8Array) => encodeJpeg2000({ width: SIDE, height: SIDE, samples, data })

  test('of sRGB is decoded without loss, and so is a bare codestream', async () => {
    const rgb = await stream(3, picture)
    expect([...(await pixelsOf('a.jp2', jp2(rgb, enumerated(16))))]).toEqual([...picture])
    expect([...(await pixelsOf('a.j2k', rgb))]).toEqual([...picture])
  })

  test('of grey is grey', async () => {
    const data = Uint8Array.from({ length: SIDE * SIDE }, (_, i) => i % 251)
    const source = await open('a.jp2', jp2(await stream(1, data), enumerated(17)))
    expect(source).toMatchObject({ format: 'JPEG 2000', samples: 1, width: SIDE })
    expect([...(await readFirstPlane(source))]).toEqual([...data])
  })

  test.each([
    ['a palette', box('pclr', new Uint8Array(4)), 'has a palette'],
    ['another colour space', enumerated(12), 'unusual colour space'],
  ])('with %s is refused', async (_, part, reason) => {
    await expect(open('a.jp2', jp2(await stream(3, picture), part))).rejects.toThrow(reason)
  })

  test('that is cut off is refused', async () => {
    const whole = jp2(await stream(3, picture), enumerated(16))
    await expect(open('a.jp2', whole.subarray(0, -100))).rejects.toThrow('cut off')
  })
})
