import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { dataPath, describeWithData } from '../../../test/imaging-data.ts'
import { type TestTag, writeTestTiff } from '../../../test/imaging-tiff.ts'
import { readFirstPlane } from '../../../test/read-plane.ts'
import { processImage } from '../process-image.ts'
import { openSource } from '../sources/open-source.ts'
import { readLevelPicture, withPyramid } from './plane-file.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lamella-colour-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

jest.setTimeout(120_000)

let count = 0
const save = async (bytes: Uint8Array): Promise<string> => {
  const path = join(folder, `image-${count++}`)
  await writeFile(path, bytes)
  return path
}

const make = async (source: string) => {
  const outputDir = await mkdtemp(join(folder, 'out-'))
  const description = await processImage({ source, kind: 'TwoDimensions', originalName: 'image', outputDir })
  return { description, file: join(outputDir, 'plane-c0-t0.tif') }
}

/** Mean and largest difference between the largest level and the decoded file, and between its halves on the next level. */
const errorsOf = async (source: string, file: string) => {
  const pixels = await readFirstPlane(await openSource(source, source, folder))
  return withPyramid(file, async (pyramid) => {
    const { data } = await readLevelPicture(pyramid, pyramid.levels.length - 1)
    let sum = 0
    let most = 0
    for (let i = 0; i < data.length; i++) {
      const difference = Math.abs((data[i] ?? 0) - (pixels[i] ?? 0))
      sum += difference
      most = Math.max(most, difference)
    }
    expect(data.length).toBe(pixels.length)
    return { mean: sum / data.length, most }
  })
}

/** Fields of a few strong colours, one pixel wide at the least: what JPEG blurs most. */
const labels = (width: number, height: number): Uint8Array => {
  const colours = [0xff0000, 0x00ff00, 0x0000ff, 0xffff00, 0x000000, 0xffffff]
  const data = new Uint8Array(width * height * 3)
  for (let i = 0; i < width * height; i++) {
    const colour = colours[((i % width) * 7 + Math.floor(i / width / 3)) % colours.length] ?? 0
    data[3 * i] = colour >> 16
    data[3 * i + 1] = (colour >> 8) & 255
    data[3 * i + 2] = colour & 255
  }
  return data
}
const rawImage = (data: Uint8Array, width: number, height: number) =>
  sharp(data, { raw: { width, height, channels: 3 }, limitInputPixels: false })

test.each([
  ['a PNG of odd size', () => rawImage(labels(301, 517), 301, 517).png().toBuffer()],
  [
    'a TIFF whose planes are decoded here',
    () => rawImage(labels(300, 270), 300, 270).tiff({ compression: 'lzw' }).toBuffer(),
  ],
  ['a JPEG', () => rawImage(labels(300, 270), 300, 270).jpeg().toBuffer()],
])('a small picture is stored without loss: %s', async (_title, write) => {
  const source = await save(await write())
  const { description, file } = await make(source)
  expect(description.encoding).toBe('webp')
  expect(await errorsOf(source, file)).toEqual({ mean: 0, most: 0 })
  await withPyramid(file, async (pyramid) => {
    expect(await pyramid.tileBytes(0, 0, 0)).toMatchObject({ contentType: 'image/webp', contentEncoding: null })
  })
})

const [LARGE_WIDTH, LARGE_HEIGHT] = [4_100, 4_000]

test('a large picture with a palette is stored without loss', async () => {
  const picture = rawImage(labels(LARGE_WIDTH, LARGE_HEIGHT), LARGE_WIDTH, LARGE_HEIGHT)
  const source = await save(await picture.png({ palette: true, colours: 8, dither: 0, compressionLevel: 1 }).toBuffer())
  const { description, file } = await make(source)
  expect(description.encoding).toBe('webp')
  expect(await errorsOf(source, file)).toEqual({ mean: 0, most: 0 })
})

test('a large picture of many colours is JPEG with chrominance in full resolution', async () => {
  const data = new Uint8Array(LARGE_WIDTH * LARGE_HEIGHT * 3)
  for (let i = 0; i < data.length; i += 3) {
    const x = (i / 3) % LARGE_WIDTH
    data[i] = 200 + 40 * Math.sin(x / 9)
    data[i + 1] = x % 2 ? 90 : 130
    data[i + 2] = 150 + 60 * Math.sin(i / 40_000)
  }
  const source = await save(await rawImage(data, LARGE_WIDTH, LARGE_HEIGHT).tiff({ compression: 'deflate' }).toBuffer())
  const { description, file } = await make(source)
  expect(description.encoding).toBe('jpeg')
  // Green alternates from column to column: with chrominance of half the resolution the mean error is over 10.
  const { mean } = await errorsOf(source, file)
  expect(mean).toBeLessThan(2)
})

/** Tile × tile JPEG tiles, as a slide scanner writes them: tables once, tiles without. */
const slide = async (tile: number, extra: TestTag[] = []) => {
  const side = 700
  const columns = Math.ceil(side / tile)
  const whole = await rawImage(labels(side, side), side, side)
    .blur(3)
    .tiff({ compression: 'jpeg', quality: 60, tile: true, tileWidth: tile, tileHeight: tile })
    .toBuffer()
  const directory = whole.readUInt32LE(4)
  const field = (tag: number) => {
    for (let at = directory + 2; at < directory + 2 + 12 * whole.readUInt16LE(directory); at += 12) {
      if (whole.readUInt16LE(at) === tag) return { count: whole.readUInt32LE(at + 4), at: whole.readUInt32LE(at + 8) }
    }
    throw new Error(`no tag ${tag}`)
  }
  const longs = (tag: number) => {
    const { count, at } = field(tag)
    return Array.from({ length: count }, (_, i) => whole.readUInt32LE(at + 4 * i))
  }
  const lengths = longs(325)
  const segments = longs(324).map((offset, i) => whole.subarray(offset, offset + (lengths[i] ?? 0)))
  const tables = field(347)
  const tags: TestTag[] = [
    [256, side],
    [257, side],
    [258, [8, 8, 8]],
    [259, 7],
    [262, 6],
    [277, 3],
    [322, tile],
    [323, tile],
    [347, new Uint8Array(whole.subarray(tables.at, tables.at + tables.count))],
    [530, [2, 2]],
    ...extra,
  ]
  return { columns, segments, write: (tiles: Uint8Array[]) => writeTestTiff([{ tiled: true, tags, segments: tiles }]) }
}

test('the JPEG tiles of a slide become the tiles of the largest level, byte by byte', async () => {
  const { columns, segments, write } = await slide(256)
  const source = await save(write(segments))
  const { description, file } = await make(source)
  expect(description).toMatchObject({ encoding: 'jpeg', levels: [{ width: 175 }, { width: 350 }, { width: 700 }] })
  await withPyramid(file, async (pyramid) => {
    for (const [i, segment] of segments.entries()) {
      const tile = await pyramid.tileBytes(2, i % columns, Math.floor(i / columns))
      // SOI and tables come before what the file has after its SOI.
      expect(tile?.contentType).toBe('image/jpeg')
      expect(Buffer.from(tile?.body ?? []).subarray(-segment.length + 2)).toEqual(segment.subarray(2))
    }
    const { data } = await readLevelPicture(pyramid, 1)
    const half = await sharp(Buffer.from(await readFirstPlane(await openSource(source, source, folder))), {
      raw: { width: 700, height: 700, channels: 3 },
    })
      .resize(350, 350, { kernel: 'linear' })
      .raw()
      .toBuffer()
    const sum = data.reduce((total, value, i) => total + Math.abs(value - (half[i] ?? 0)), 0)
    expect(sum / data.length).toBeLessThan(3)
  })
  expect((await errorsOf(source, file)).mean).toBeLessThan(0.5)
})

/** A segment, such as a comment, after the start of a JPEG. */
const withSegment = (tile: Uint8Array, marker: number, content: Buffer) =>
  Buffer.concat([
    tile.subarray(0, 2),
    Buffer.from([0xff, marker, (content.length + 2) >> 8, (content.length + 2) & 255]),
    content,
    tile.subarray(2),
  ])

test.each<[string, (made: Awaited<ReturnType<typeof slide>>) => Uint8Array[], number]>([
  ['of another size', ({ segments }) => segments, 128],
  [
    'with a segment that says how colours are meant',
    ({ segments }) =>
      segments.map((tile, i) => (i === 5 ? withSegment(tile, 0xe2, Buffer.from('ICC_PROFILE\0\x01\x01')) : tile)),
    256,
  ],
])('tiles %s are not passed through', async (_title, tilesOf, side) => {
  const made = await slide(side)
  const source = await save(made.write(tilesOf(made)))
  const { description, file } = await make(source)
  expect(description.encoding).toBe('webp')
  expect(await errorsOf(source, file)).toEqual({ mean: 0, most: 0 })
})

// That of sRGB changes no pixel, as another one changes none of white glass.
test.each(['p3', 'srgb'] as const)(
  'tiles of a slide with the colour profile %s are not passed on without it',
  async (name) => {
    const picture = sharp({ create: { width: 1, height: 1, channels: 3, background: 'red' } }).withIccProfile(name)
    const { icc } = await sharp(await picture.png().toBuffer()).metadata()
    const { segments, write } = await slide(256, [[34675, new Uint8Array(icc ?? [])]])
    const { description } = await make(await save(write(segments)))
    expect(description.encoding).toBe('webp')
  },
)

describeWithData('real files', () => {
  test.each([
    ['ihc_he/ihc.png', 0, 0],
    ['wsi/CMU-1-Small-Region.svs', 0, 0],
    ['ihc_he/HE_example.tif', 0.1, 4],
    ['geotiff/cogeo.tif', 0, 0],
    ['raster_common/pal4rle.bmp', 0, 0],
  ])('%s: mean error of its tiles at most %f', async (path, mean, most) => {
    const { file } = await make(dataPath(path))
    const errors = await errorsOf(dataPath(path), file)
    expect(errors.mean).toBeLessThanOrEqual(mean)
    expect(errors.most).toBeLessThanOrEqual(most)
  })
})
