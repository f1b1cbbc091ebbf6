import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import { zipOf } from '../../../test/zip-of.ts'
import type { ImageSource } from '../image-source.ts'
import { processImage } from '../process-image.ts'
import { openSource } from './open-source.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lamella-zarr-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const [WIDTH, HEIGHT] = [30, 20]
/** As `sample` of make.py. */
const sample = (t: number, c: number, z: number, y: number, x: number, bits = 16) =>
  bits === 8 ? (c * 60 + y + x) % 256 : (t * 1000 + c * 500 + z * 100 + y * 7 + x) % 40_000
const plane = (t: number, c: number, z: number) =>
  Array.from({ length: WIDTH * HEIGHT }, (_, i) => sample(t, c, z, Math.floor(i / WIDTH), i % WIDTH))

const fixture = (name: string) => join(import.meta.dirname, '../../../test/fixtures/zarr', `${name}.ome.zarr.zip`)
const rowsOf = async (source: ImageSource, at: { c: number; z: number; t: number }) => {
  const read = await source.plane(at)
  if (read.via !== 'bands') throw new Error('OME-Zarr is read in bands')
  // In bands that are no multiple of the chunks.
  const parts = []
  for (let top = 0; top < source.height; top += 7)
    parts.push(...(await read.rows(top, Math.min(7, source.height - top))))
  return parts
}

describe('OME-Zarr 0.4, written by another program', () => {
  test.each([
    ['blosc', 2],
    ['zstd', 2],
    ['gzip-big-endian', 2],
    ['raw-fortran', 1],
  ])('%s: the samples of each plane are the written ones', async (name, several) => {
    const source = await openSource(fixture(name), 'a.ome.zarr.zip', folder)
    expect(source).toMatchObject({
      format: 'OME-Zarr 0.4',
      width: WIDTH,
      height: HEIGHT,
      size: { c: several, z: several, t: several },
      channelNames: ['DAPI', 'GFP'],
      pixelSizeUm: { x: 0.25, y: 0.25 },
      hasPyramid: true,
      metadata: { zStepUm: 1.5, timeStepS: 5, channels: [{ color: '#0000ff' }, { color: '#00ff00' }] },
    })
    for (const at of [0, several - 1]) {
      expect(await rowsOf(source, { c: at, z: at, t: at })).toEqual(plane(at, at, at))
    }
    await source.close()
  })

  test('three channels in red, green and blue are a colour picture', async () => {
    const source = await openSource(fixture('rgb'), 'a.ome.zarr.zip', folder)
    expect(source).toMatchObject({ samples: 3, size: { c: 1, z: 1, t: 1 } })
    const pixels = await rowsOf(source, { c: 0, z: 0, t: 0 })
    const expected = Array.from({ length: 3 * WIDTH * HEIGHT }, (_, i) => {
      const [y, x] = [Math.floor(i / 3 / WIDTH), Math.floor(i / 3) % WIDTH]
      return sample(0, i % 3, 0, y, x, 8)
    })
    expect(pixels).toEqual(expected)
    await source.close()
  })

  test('becomes an image with all channels, Z planes and time points', async () => {
    const outputDir = await mkdtemp(join(folder, 'out-'))
    const done = await processImage({
      source: fixture('blosc'),
      kind: 'TimeSeries',
      originalName: 'blosc.ome.zarr.zip',
      outputDir,
    })
    expect(done).toMatchObject({ bitDepth: 16, timePoints: 2, zPlanes: 2, pixelSizeUm: { x: 0.25, y: 0.25 } })
    expect(done.channels.map(({ name, min, max }) => [name, min, max])).toEqual([
      ['DAPI', sample(0, 0, 0, 0, 0), sample(1, 0, 1, HEIGHT - 1, WIDTH - 1)],
      ['GFP', sample(0, 1, 0, 0, 0), sample(1, 1, 1, HEIGHT - 1, WIDTH - 1)],
    ])
  })
})

interface V3 {
  compress?: (bytes: Buffer) => Buffer
  codecs?: object[]
  /** In place of all others. */
  only?: object
  shape?: number[]
  chunks?: number[]
  type?: string
  axes?: object[]
  ome?: object
}

const axesOfFive = ['t', 'c', 'z', 'y', 'x'].map((name) => ({
  name,
  ...('zyx'.includes(name) && { unit: 'nanometer' }),
}))

/** An OME-Zarr 0.5 of one plane and one chunk. */
const zarr3 = async ({ compress, codecs = [], only, shape, chunks, type, axes, ome }: V3) => {
  const values = Uint16Array.from(plane(0, 0, 0))
  const stored = Buffer.from(values.buffer)
  const size = shape ?? [1, 1, 1, HEIGHT, WIDTH]
  return zipOf({
    'zarr.json': JSON.stringify({
      zarr_format: 3,
      node_type: 'group',
      attributes: {
        ome: {
          version: '0.5',
          multiscales: [
            {
              axes: axes ?? axesOfFive,
              datasets: [{ path: 's0', coordinateTransformations: [{ type: 'scale', scale: [1, 1, 1, 500, 500] }] }],
            },
          ],
          ...ome,
        },
      },
    }),
    's0/zarr.json': JSON.stringify({
      zarr_format: 3,
      node_type: 'array',
      shape: size,
      data_type: type ?? 'uint16',
      chunk_grid: { name: 'regular', configuration: { chunk_shape: chunks ?? size } },
      chunk_key_encoding: { name: 'default', configuration: { separator: '/' } },
      fill_value: 7,
      codecs: only ? [only] : [{ name: 'bytes', configuration: { endian: 'little' } }, ...codecs],
      attributes: {},
    }),
    's0/c/0/0/0/0/0': compress ? compress(stored) : stored,
  })
}
const openBytes = async (bytes: Buffer) => {
  const path = join(folder, 'a.zip')
  await writeFile(path, bytes)
  return openSource(path, 'a.ome.zarr.zip', folder)
}

test.each<[string, V3]>([
  ['raw', {}],
  ['gzip', { compress: (bytes) => gzipSync(bytes), codecs: [{ name: 'gzip', configuration: { level: 5 } }] }],
  [
    'Zstandard',
    {
      compress: (bytes) => zstdCompressSync(bytes),
      codecs: [{ name: 'zstd', configuration: { level: 0, checksum: false } }],
    },
  ],
])('OME-Zarr 0.5, %s: the samples are the written ones', async (_name, options) => {
  const source = await openBytes(await zarr3(options))
  expect(source).toMatchObject({ format: 'OME-Zarr 0.5', pixelSizeUm: { x: 0.5, y: 0.5 } })
  expect(await rowsOf(source, { c: 0, z: 0, t: 0 })).toEqual(plane(0, 0, 0))
  await source.close()
})

describe('OME-Zarr 0.5 with shards', () => {
  const half = HEIGHT / 2
  const inner = [1, 1, 1, half, WIDTH]
  const codec = {
    name: 'sharding_indexed',
    configuration: {
      chunk_shape: inner,
      codecs: [{ name: 'bytes', configuration: { endian: 'little' } }],
      index_codecs: [{ name: 'bytes', configuration: { endian: 'little' } }],
      index_location: 'end',
    },
  }
  /** The chunks in reverse order, and where they are. */
  const shard = (beyond: number) => (bytes: Buffer) => {
    const part = bytes.length / 2
    const index = BigUint64Array.from([part + beyond, part, 0, part].map(BigInt))
    return Buffer.concat([bytes.subarray(part), bytes.subarray(0, part), Buffer.from(index.buffer)])
  }

  test('the samples are the written ones', async () => {
    const source = await openBytes(await zarr3({ compress: shard(0), only: codec }))
    expect(await rowsOf(source, { c: 0, z: 0, t: 0 })).toEqual(plane(0, 0, 0))
    await source.close()
  })

  test('a shard whose index leads out of it is refused', async () => {
    const source = await openBytes(await zarr3({ compress: shard(5000), only: codec }))
    await expect(rowsOf(source, { c: 0, z: 0, t: 0 })).rejects.toThrow('A shard of this OME-Zarr is damaged')
    await source.close()
  })
})

test('a chunk that is not stored has the fill value', async () => {
  const source = await openBytes(await zarr3({ shape: [1, 1, 2, HEIGHT, WIDTH], chunks: [1, 1, 1, HEIGHT, WIDTH] }))
  expect(new Set(await rowsOf(source, { c: 0, z: 1, t: 0 }))).toEqual(new Set([7]))
  await source.close()
})

test('images of a plate or of bioformats2raw are scenes, labels are not', async () => {
  const entry = (path: string) => ({ multiscales: [{ axes: axesOfFive, datasets: [{ path }] }] })
  const array = JSON.stringify({
    zarr_format: 2,
    shape: [1, 1, 1, 4, 6],
    chunks: [1, 1, 1, 4, 6],
    dtype: '|u1',
    compressor: null,
    fill_value: 0,
    order: 'C',
    filters: null,
    dimension_separator: '/',
  })
  const one = (folder: string, value: number) => ({
    [`${folder}/.zattrs`]: JSON.stringify(entry('0')),
    [`${folder}/0/.zarray`]: array,
    [`${folder}/0/0/0/0/0/0`]: new Uint8Array(24).fill(value),
  })
  const source = await openBytes(
    await zipOf({
      'p/.zattrs': '{"bioformats2raw.layout":3}',
      ...one('p/10', 30),
      ...one('p/2', 20),
      ...one('p/2/labels/nuclei', 99),
    }),
  )
  expect(source.scenes?.own).toBe('p/2')
  expect(source.scenes?.others.map(({ name }) => name)).toEqual(['p/10'])
  expect(source.notes).toEqual(['The file holds 2 images; analyses measure the first.'])
  expect((await rowsOf(source, { c: 0, z: 0, t: 0 }))[0]).toBe(20)
  await source.close()
})

describe('a hostile OME-Zarr is refused in words', () => {
  const refusal = async (bytes: Buffer): Promise<string> => {
    const source = await openBytes(bytes).catch((error: Error) => error.message)
    if (typeof source === 'string') return source
    try {
      return await rowsOf(source, { c: 0, z: 0, t: 0 }).then(
        () => 'read',
        (error: Error) => error.message,
      )
    } finally {
      await source.close()
    }
  }
  const huge = 10_000_000

  test.each<[string, V3, string]>([
    ['chunks of terabytes', { shape: [1, 1, 1, huge, huge] }, 'chunks that are too large'],
    ['a shape below zero', { shape: [1, 1, 1, -4, 6], chunks: [1, 1, 1, 4, 6] }, 'impossible shape'],
    ['chunks of no size', { chunks: [1, 1, 1, 0, 6] }, 'impossible shape'],
    ['no chunk for an axis', { chunks: [1, 1, 20, 30] }, 'impossible shape'],
    ['text for pixels', { type: 'string' }, 'of the type string'],
    ['an unknown compression', { codecs: [{ name: 'secret' }] }, 'compressed in a way that is not supported'],
    ['a chunk that is not what it says', { codecs: [{ name: 'gzip', configuration: { level: 5 } }] }, 'is damaged'],
    ['a chunk that is too short', { compress: (bytes) => bytes.subarray(0, 100) }, 'shorter than it should be'],
    [
      'an array outside of it',
      { ome: { multiscales: [{ axes: axesOfFive, datasets: [{ path: '../../../etc/passwd' }] }] } },
      'not in it',
    ],
    ['axes of its own', { axes: [...axesOfFive.slice(0, 4), { name: 'phase' }] }, 'has the axes t c z y phase'],
    [
      'a description of another kind',
      { ome: { multiscales: 'none' } },
      'description of the images in this OME-Zarr is damaged',
    ],
  ])('%s', async (_title, options, words) => {
    expect(await refusal(await zarr3(options))).toContain(words)
  })

  test('a chunk that unpacks to gigabytes', async () => {
    const bomb = {
      compress: () => gzipSync(Buffer.alloc(600 * 1024 ** 2)),
      codecs: [{ name: 'gzip', configuration: { level: 5 } }],
    }
    const path = join(folder, 'bomb.zip')
    await writeFile(path, await zarr3(bomb))
    const outputDir = join(folder, 'bomb')
    const failed = processImage({
      source: path,
      kind: 'TwoDimensions',
      originalName: 'a.zip',
      outputDir,
      limits: { memoryBytes: 400_000_000 },
    })
    await expect(failed).rejects.toThrow(/takes more memory|damaged/)
  })

  test('pixels without number', async () => {
    const path = join(folder, 'sparse.zip')
    await writeFile(path, await zarr3({ shape: [1, 1, 1, huge, huge], chunks: [1, 1, 1, 1024, 1024] }))
    const failed = processImage({
      source: path,
      kind: 'TwoDimensions',
      originalName: 'a.zip',
      outputDir: join(folder, 'sparse'),
    })
    await expect(failed).rejects.toThrow('larger than can be processed')
  })

  test('a Zarr without an image', async () => {
    expect(await refusal(await zipOf({ '.zgroup': '{"zarr_format":2}' }))).toContain('has no image of OME-Zarr in it')
    expect(await refusal(await zipOf({ '.zattrs': '{' }))).toContain('The file .zattrs of this OME-Zarr is damaged')
  })
})
