import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zstdCompressSync } from 'node:zlib'
import fc from 'fast-check'
import sharp from 'sharp'
import { buildCzi, packZstd1, type TestBlock } from '../../../test/imaging-czi.ts'
import type { ImageSource, PlaneCoordinates } from '../image-source.ts'
import { ImagingError } from '../imaging-error.ts'
import { openCzi } from './czi.ts'

const XML = `<ImageDocument><Metadata>
  <Information><Image><Dimensions><Channels>
    <Channel Id="Channel:0" Name="DAPI"/><Channel Id="Channel:1" Name="Alexa &amp; 488"/>
  </Channels></Dimensions></Image></Information>
  <Scaling><Items><Distance Id="X"><Value>3.25E-07</Value></Distance><Distance Id="Y"><Value>6.5E-07</Value></Distance></Items></Scaling>
</Metadata></ImageDocument>`

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lamella-czi-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function opened<T>(bytes: Uint8Array, use: (source: ImageSource) => Promise<T>): Promise<T> {
  const path = join(folder, 'test.czi')
  await writeFile(path, bytes)
  const source = await openCzi(path)
  try {
    return await use(source)
  } finally {
    await source.close()
  }
}

async function pixels(source: ImageSource, at: Partial<PlaneCoordinates> = {}): Promise<number[]> {
  const plane = await source.plane({ c: 0, z: 0, t: 0, ...at })
  if (plane.via !== 'bands') throw new Error('a CZI is read in bands')
  return [...(await plane.rows(0, source.height))]
}

const grey8 = (at: TestBlock['at'], values: number[], width = 2): TestBlock => ({
  at,
  width,
  height: values.length / width,
  pixelType: 0,
  compression: 0,
  data: Uint8Array.from(values),
})

test('channels, Z planes and time points are found by their axes, names and scale by the XML', async () => {
  const blocks = [0, 1].flatMap((C) =>
    [0, 1, 2].flatMap((Z) => [0, 1].map((T) => grey8({ X: 5, Y: 9, C, Z, T }, [C, Z, T, 7]))),
  )
  await opened(buildCzi(blocks, XML), async (source) => {
    expect(source).toMatchObject({
      width: 2,
      height: 2,
      size: { c: 2, z: 3, t: 2 },
      channelNames: ['DAPI', 'Alexa & 488'],
    })
    expect(source.pixelSizeUm?.x).toBeCloseTo(0.325)
    expect(source.pixelSizeUm?.y).toBeCloseTo(0.65)
    expect(await pixels(source, { c: 1, z: 2, t: 1 })).toEqual([1, 2, 1, 7])
  })
})

test('mosaic tiles are placed by position, later ones over earlier ones; smaller levels are left out', async () => {
  const blocks = [
    grey8({ X: 2, Y: 0, C: 0, M: 1 }, [5, 6, 7, 8]),
    grey8({ X: 1, Y: 0, C: 0, M: 0 }, [1, 2, 3, 4]),
    {
      ...grey8(
        { X: 0, Y: 0, C: 0 },
        Array.from({ length: 16 }, () => 99),
        4,
      ),
      storedWidth: 2,
    },
  ]
  await opened(buildCzi(blocks, XML), async (source) => {
    expect(source).toMatchObject({ width: 3, height: 2, hasPyramid: true })
    expect(await pixels(source)).toEqual([1, 5, 6, 3, 7, 8])
  })
})

test('of several scenes the first is shown, with a note', async () => {
  const blocks = [grey8({ X: 100, Y: 0, S: 1, C: 0 }, [9, 9, 9, 9]), grey8({ X: 0, Y: 0, S: 0, C: 0 }, [1, 2, 3, 4])]
  await opened(buildCzi(blocks, XML), async (source) => {
    expect(source).toMatchObject({ width: 2, height: 2, notes: [expect.stringContaining('2 scenes')] })
    expect(await pixels(source)).toEqual([1, 2, 3, 4])
  })
})

test('ZSTD with and without separated bytes', async () => {
  const samples = Uint16Array.of(1, 256, 65_535, 4_660)
  const block = { at: { X: 0, Y: 0 }, width: 2, height: 2, pixelType: 1 }
  const bytes = Buffer.from(samples.buffer)
  for (const [compression, data] of [
    [5, zstdCompressSync(bytes)],
    [6, packZstd1(samples)],
    [6, Buffer.concat([Buffer.from([1]), zstdCompressSync(bytes)])],
  ] as const) {
    await opened(buildCzi([{ ...block, compression, data }], XML), async (source) => {
      expect(await pixels(source)).toEqual([...samples])
    })
  }
})

test('stored blue, green, red comes out as red, green, blue; JPEG likewise', async () => {
  const block = { at: { X: 0, Y: 0 }, width: 16, height: 8 }
  const bgr = Uint8Array.from({ length: 16 * 8 * 3 }, (_, i) => [200, 100, 50][i % 3] ?? 0)
  await opened(buildCzi([{ ...block, pixelType: 3, compression: 0, data: bgr }], XML), async (source) => {
    expect((await pixels(source)).slice(0, 3)).toEqual([50, 100, 200])
  })
  const jpeg = await sharp({ create: { width: 16, height: 8, channels: 3, background: { r: 50, g: 100, b: 200 } } })
    .jpeg({ quality: 100, chromaSubsampling: '4:4:4' })
    .toBuffer()
  await opened(buildCzi([{ ...block, pixelType: 3, compression: 1, data: jpeg }], XML), async (source) => {
    const [red = 0, green = 0, blue = 0] = await pixels(source)
    expect(Math.max(Math.abs(red - 50), Math.abs(green - 100), Math.abs(blue - 200))).toBeLessThan(3)
  })
})

test('JPEG-XR is refused in words', async () => {
  const block = { ...grey8({ X: 0, Y: 0 }, [1, 2, 3, 4]), compression: 4 }
  await expect(opened(buildCzi([block], XML), async () => null)).rejects.toThrow(
    'This CZI uses JPEG-XR compression, which is not supported; export it as OME-TIFF.',
  )
})

test('no damage to a CZI causes any error but an ImagingError', async () => {
  const valid = buildCzi([grey8({ X: 0, Y: 0, C: 0 }, [1, 2, 3, 4]), grey8({ X: 2, Y: 0, C: 0 }, [5, 6, 7, 8])], XML)
  const change = fc.tuple(fc.nat({ max: valid.length - 1 }), fc.integer({ min: 0, max: 255 }))
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 8 }), async (changes) => {
      const bytes = Buffer.from(valid)
      for (const [at, value] of changes) bytes[at] = value
      await opened(bytes, async (source) => {
        if (source.width * source.height < 1e6) await pixels(source)
      }).catch((error: unknown) => {
        if (!(error instanceof ImagingError)) throw error
      })
    }),
    { numRuns: 300 },
  )
})
