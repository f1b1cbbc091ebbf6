import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { tarOf } from '../../../test/zip-of.ts'
import { readDicom } from '../dicom/data-set.ts'
import type { ImageSource } from '../image-source.ts'
import { processImage } from '../process-image.ts'
import { openSource } from './open-source.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lamella-dicom-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const [WIDTH, HEIGHT, TILE] = [40, 24, 16]
/** As in make.py. */
const colour = (step = 1) =>
  Array.from({ length: (3 * WIDTH * HEIGHT) / step ** 2 }, (_, i) => {
    const [x, y] = [Math.floor(i / 3) % (WIDTH / step), Math.floor(i / 3 / (WIDTH / step))]
    return [5 * x * step, 4 * y * step, 200][i % 3] ?? 0
  })
const level = (path: number, z: number) =>
  Array.from({ length: WIDTH * HEIGHT }, (_, i) => 1000 * path + 300 * z + 7 * Math.floor(i / WIDTH) + (i % WIDTH))

const fixture = (name: string) => join(import.meta.dirname, '../../../test/fixtures/dicom', `${name}.dcm`)
const open = (name: string) => openSource(fixture(name), `${name}.dcm`, folder)
const openBytes = async (bytes: Uint8Array) => {
  const path = join(folder, 'a.dcm')
  await writeFile(path, bytes)
  return openSource(path, 'a.dcm', folder)
}
const rowsOf = async (source: ImageSource, at = { c: 0, z: 0, t: 0 }) => {
  const read = await source.plane(at)
  if (read.via !== 'bands') throw new Error('DICOM is read in bands')
  const parts = []
  for (let top = 0; top < source.height; top += 7)
    parts.push(...(await read.rows(top, Math.min(7, source.height - top))))
  return parts
}

describe('a DICOM slide, written by another program', () => {
  test.each([
    ['rgb', 0],
    ['jpeg-2000', 0],
    ['jpeg', 3],
  ])('%s: its tiles have the written colours', async (name, most) => {
    const source = await open(name)
    expect(source).toMatchObject({
      format: 'DICOM slide',
      width: WIDTH,
      height: HEIGHT,
      samples: 3,
      type: { bits: 8 },
      size: { c: 1, z: 1, t: 1 },
      pixelSizeUm: { x: 0.25, y: 0.5 },
      metadata: {
        acquiredAt: '2024-02-29T13:14:15+01:00',
        instrument: 'Example Scanner 7',
        objective: { magnification: 20, numericalAperture: 0.75 },
      },
    })
    const pixels = await rowsOf(source)
    const expected = colour()
    expect(pixels).toHaveLength(expected.length)
    expect(Math.max(...pixels.map((value, i) => Math.abs(value - (expected[i] ?? 0))))).toBeLessThanOrEqual(most)
    await source.close()
  })

  test('with tiles in any order, of which one is missing, is white there', async () => {
    const source = await open('sparse')
    const expected = colour().map((value, i) => {
      const [x, y] = [Math.floor(i / 3) % WIDTH, Math.floor(i / 3 / WIDTH)]
      return x >= 2 * TILE && y >= TILE ? 255 : value
    })
    expect(await rowsOf(source)).toEqual(expected)
    await source.close()
  })

  test('with several optical paths and focal planes has channels and Z planes', async () => {
    const source = await open('paths')
    expect(source).toMatchObject({
      samples: 1,
      type: { bits: 16, format: 'uint' },
      size: { c: 2, z: 2, t: 1 },
      channelNames: ['DAPI', 'GFP'],
      metadata: { zStepUm: 1.5 },
    })
    for (const c of [0, 1]) {
      for (const z of [0, 1]) expect(await rowsOf(source, { c, z, t: 0 })).toEqual(level(c, z))
    }
    await source.close()
  })

  test('becomes an image like any other', async () => {
    const outputDir = await mkdtemp(join(folder, 'out-'))
    const job = { source: fixture('paths'), kind: 'MultiChannel', originalName: 'paths.dcm', outputDir } as const
    const done = await processImage(job)
    expect(done.channels.map(({ name, min, max }) => [name, min, max])).toEqual([
      ['DAPI', 0, 300 + 7 * (HEIGHT - 1) + WIDTH - 1],
      ['GFP', 1000, 1300 + 7 * (HEIGHT - 1) + WIDTH - 1],
    ])
  })
})

test('frames of a camera, with signed values and without stated types of elements, are time points', async () => {
  const source = await open('camera')
  expect(source).toMatchObject({ format: 'DICOM', size: { c: 1, z: 1, t: 3 }, type: { bits: 16, format: 'int' } })
  expect(await rowsOf(source, { c: 0, z: 0, t: 2 })).toEqual(level(0, 2).map((value) => value - 100))
  await source.close()
})

describe('the DICOM files of one slide in an archive', () => {
  const series = async (...names: string[]) => {
    const entries = await Promise.all(names.map(async (name) => [`slide/${name}.dcm`, await readFile(fixture(name))]))
    return openBytes(tarOf(Object.fromEntries(entries)))
  }

  test('are one image, of the largest resolution, with the label beside it', async () => {
    const source = await series('small', 'label', 'rgb')
    expect(source).toMatchObject({ width: WIDTH, height: HEIGHT, hasPyramid: true, pixelSizeUm: { x: 0.25, y: 0.5 } })
    expect(await rowsOf(source)).toEqual(colour())
    const [label, ...others] = source.slidePictures ?? []
    expect([label?.kind, others]).toEqual(['label', []])
    const picture = await (await label?.open())?.raw().toBuffer()
    expect([...(picture?.subarray(0, 3) ?? [])]).toEqual([10, 120, 240])
    await source.close()
  })

  test.each([
    [['label'], 'no image of the slide itself'],
    [['rgb', 'jpeg'], 'Several DICOM files of this archive have the same size'],
    [['rgb', 'camera'], 'no slide'],
  ])('%j: %s', async (names, words) => {
    await expect(series(...names)).rejects.toThrow(words)
  })
})

describe('a hostile DICOM file is refused in words', () => {
  const altered = async (name: string, change: (bytes: Buffer) => Buffer) => change(await readFile(fixture(name)))
  const refusal = async (bytes: Buffer): Promise<string> => {
    const source = await openBytes(bytes).catch((error: Error) => error.message)
    if (typeof source === 'string') return source
    return rowsOf(source)
      .then(
        () => 'read',
        (error: Error) => error.message,
      )
      .finally(() => source.close())
  }
  /** Writes into the value of an element with a length of two bytes. */
  const put = (bytes: Buffer, tag: string, write: (bytes: Buffer, at: number) => void) => {
    const at = bytes.indexOf(Buffer.from(tag, 'hex'), 132)
    if (at < 0) throw new Error(`no element ${tag}`)
    write(bytes, at + 8)
    return bytes
  }
  const ROWS = '28001000'
  const TOTAL_COLUMNS = '48000600'
  const FRAMES = '28000800'
  const PHOTOMETRIC = '28000400'

  test.each<[string, string, (bytes: Buffer) => Buffer, string]>([
    ['cut off in its pixels', 'rgb', (bytes) => bytes.subarray(0, -700), 'cut off'],
    ['cut off in its header', 'rgb', (bytes) => bytes.subarray(0, 700), 'header of this DICOM file is damaged'],
    ['cut off in a frame', 'jpeg', (bytes) => bytes.subarray(0, -900), 'cut off'],
    [
      'more pixels than frames',
      'rgb',
      (bytes) => put(bytes, TOTAL_COLUMNS, (b, at) => b.writeUInt32LE(4_000_000, at)),
      'not as many frames',
    ],
    ['frames of no size', 'rgb', (bytes) => put(bytes, ROWS, (b, at) => b.writeUInt16LE(0, at)), 'without pixels'],
    [
      'frames of another size',
      'jpeg',
      (bytes) => put(bytes, ROWS, (b, at) => b.writeUInt16LE(12, at)),
      'other pixels than the file declares',
    ],
    [
      'frames of another size, JPEG 2000',
      'jpeg-2000',
      (bytes) => put(bytes, ROWS, (b, at) => b.writeUInt16LE(12, at)),
      'other pixels than the file declares',
    ],
    [
      'frames without number',
      'camera',
      (bytes) => put(bytes, FRAMES, (b, at) => b.write('-3', at)),
      'impossible number of frames',
    ],
    [
      'colours of a palette',
      'rgb',
      (bytes) => put(bytes, PHOTOMETRIC, (b, at) => b.write('PAL', at)),
      'of the kind PAL',
    ],
    [
      'lossless JPEG',
      'jpeg',
      (bytes) => Buffer.from(bytes.toString('latin1').replace('1.2.4.50', '1.2.4.70'), 'latin1'),
      'uses lossless JPEG',
    ],
    [
      'pixels that are not compressed as it says',
      'rgb',
      (bytes) =>
        Buffer.from(
          bytes.toString('latin1').replace('1.2.840.10008.1.2.1\0', '1.2.840.10008.1.2.4.50').replace('TILED', 'TILED'),
          'latin1',
        ),
      'damaged',
    ],
  ])('%s', async (_title, name, change, words) => {
    expect(await refusal(await altered(name, change))).toContain(words)
  })

  test('sequences in one another without end', () => {
    const head = Buffer.alloc(132)
    head.write('DICM', 128)
    const item = Buffer.from('4800050153510000fffffffffeff00e0ffffffff', 'hex')
    const bytes = Buffer.concat([head, ...Array(10_000).fill(item)])
    expect(() => readDicom(bytes)).toThrow('The header of this DICOM file is damaged')
  })

  test('any damage of its header is an answer in words', async () => {
    const bytes = await readFile(fixture('sparse'))
    let state = 7
    const random = (below: number) => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
      return state % below
    }
    for (let run = 0; run < 300; run++) {
      const copy = Buffer.from(bytes)
      for (let i = 0; i < 4; i++) copy[132 + random(1900)] = random(256)
      const words = await refusal(copy)
      expect(words).toMatch(/^read$|This DICOM|this DICOM|cut off|no DICOM/)
    }
  })
})

test('JPEG frames whose components are RGB keep their colours', async () => {
  const grey = sharp({ create: { width: TILE, height: TILE, channels: 3, background: { r: 200, g: 200, b: 200 } } })
  // Its components are 200, 128, 128, and nothing in it says that they are no RGB.
  const stream = await grey.jpeg({ quality: 100, chromaSubsampling: '4:4:4' }).toBuffer()
  const whole = await readFile(fixture('jpeg'))
  const pixels = whole.indexOf(Buffer.from('e07f1000', 'hex'))
  const head = Buffer.from(whole.toString('latin1', 0, pixels + 12).replace('YBR_FULL_422', 'RGB         '), 'latin1')
  const item = (bytes: Buffer) => {
    const even = Buffer.concat([bytes, Buffer.alloc(bytes.length % 2)])
    const start = Buffer.from('feff00e000000000', 'hex')
    start.writeUInt32LE(even.length, 4)
    return Buffer.concat([start, even])
  }
  const end = Buffer.from('feffdde000000000', 'hex')
  const source = await openBytes(Buffer.concat([head, item(Buffer.alloc(0)), ...Array(6).fill(item(stream)), end]))
  expect((await rowsOf(source)).slice(0, 3)).toEqual([200, 128, 128])
  await source.close()
})
