import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dataPath, describeWithData } from '../../../test/imaging-data.ts'
import { writeTestTiff } from '../../../test/imaging-tiff.ts'
import { encodeJpeg2000, encodeYCbCr422 } from '../../../test/jpeg-2000.ts'
import { readFirstPlane } from '../../../test/read-plane.ts'
import { openTiff } from './tiff.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lamella-jpeg2000-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const SIDE = 64
const pixels = SIDE * SIDE

/** A slide of one tile, as Aperio stores it. */
const writeSlide = async (compression: number, tile: Uint8Array): Promise<string> => {
  const path = join(folder, `${compression}.svs`)
  const file = writeTestTiff([
    {
      tiled: true,
      tags: [
        [256, SIDE],
        [257, SIDE],
        [258, [8, 8, 8]],
        [259, compression],
        [262, 2],
        [270, 'Aperio Image Library v11.0.37\r\n64x64 (64x64) J2K/KDU Q=70|MPP = 0.25'],
        [277, 3],
        [322, SIDE],
        [323, SIDE],
      ],
      segments: [tile],
    },
  ])
  await writeFile(path, file)
  return path
}

const readPixels = async (path: string): Promise<number[][]> => {
  const samples = await readFirstPlane(await openTiff(path))
  return Array.from({ length: samples.length / 3 }, (_, i) => [...samples.subarray(3 * i, 3 * i + 3)])
}

test('33005: components that are RGB once they are decoded are not converted again', async () => {
  const data = Uint8Array.from({ length: 3 * pixels }, (_, i) => (i < 3 * SIDE ? 255 : ([231, 160, 200][i % 3] ?? 0)))
  const decoded = await readPixels(
    await writeSlide(33005, await encodeJpeg2000({ width: SIDE, height: SIDE, samples: 3, data })),
  )
  expect(decoded[0]).toEqual([255, 255, 255])
  expect(decoded.at(-1)).toEqual([231, 160, 200])
  expect(decoded.flat()).toEqual([...data])
})

test('a missing tile is background, as in OpenSlide', async () => {
  expect(new Set((await readPixels(await writeSlide(33005, new Uint8Array()))).flat())).toEqual(new Set([255]))
})

/** Luminance from left to right; chrominance of a pink. */
const pink = { cb: 122, cr: 161 }
const rgbOf = (y: number) =>
  [y + 1.402 * (pink.cr - 128), y - 0.344 * (pink.cb - 128) - 0.714 * (pink.cr - 128), y + 1.772 * (pink.cb - 128)].map(
    (value) => Math.round(Math.min(255, value)),
  )

test.each([
  [
    'of half the width',
    async () => {
      const y = Uint8Array.from({ length: pixels }, (_, i) => 100 + (i % SIDE))
      const planes = { y, cb: new Uint8Array(pixels / 2).fill(pink.cb), cr: new Uint8Array(pixels / 2).fill(pink.cr) }
      return encodeYCbCr422(SIDE, SIDE, planes)
    },
  ],
  [
    'of full width',
    async () => {
      const data = Uint8Array.from({ length: 3 * pixels }, (_, i) => {
        return [100 + (Math.floor(i / 3) % SIDE), pink.cb, pink.cr][i % 3] ?? 0
      })
      return encodeJpeg2000({ width: SIDE, height: SIDE, samples: 3, data })
    },
  ],
])('33003: luminance and chrominance %s become RGB', async (_title, encode) => {
  const decoded = await readPixels(await writeSlide(33003, await encode()))
  const worst = decoded.map((rgb, i) => {
    const expected = rgbOf(100 + (i % SIDE))
    return Math.max(...rgb.map((value, sample) => Math.abs(value - (expected[sample] ?? 0))))
  })
  expect(Math.max(...worst)).toBeLessThanOrEqual(1)
})

test('damaged codestreams, and those of another size than the tile, are refused', async () => {
  const data = Uint8Array.from({ length: 3 * pixels }, (_, i) => (i * i) % 251)
  const honest = await encodeJpeg2000({ width: SIDE, height: SIDE, samples: 3, data })
  const larger = await encodeJpeg2000({ width: 2 * SIDE, height: SIDE, samples: 3, data: new Uint8Array(6 * pixels) })
  const shifted = Buffer.from(honest)
  // A canvas that begins at column 8: XOsiz and XTOsiz, and as much more for Xsiz.
  for (const [at, value] of [
    [8, SIDE + 8],
    [16, 8],
    [32, 8],
  ] as const)
    shifted.writeUInt32BE(value, at)
  for (const tile of [honest.subarray(0, honest.length / 2), larger, shifted, Buffer.alloc(200, 7)]) {
    await expect(readPixels(await writeSlide(33005, tile))).rejects.toMatchObject({
      reason: 'damaged',
      message: expect.stringContaining('JPEG 2000'),
    })
  }
})

describeWithData('a real Aperio slide of compression 33005', () => {
  test('has white glass and pink tissue', async () => {
    const source = await openTiff(dataPath('wsi/tcga-cr-7395-01a-01-ts1.svs'))
    const { width, height } = source
    const samples = await readFirstPlane(source)
    expect(samples.length).toBe(width * height * 3)
    expect([...samples.subarray(0, 3)]).toEqual([255, 255, 255])
    let tissue = 0
    const sum = [0, 0, 0]
    for (let i = 0; i < samples.length; i += 3) {
      const green = samples[i + 1] ?? 0
      if (green > 200) continue
      tissue++
      for (const s of [0, 1, 2]) sum[s] = (sum[s] ?? 0) + (samples[i + s] ?? 0)
    }
    const [red = 0, green = 0, blue = 0] = sum.map((value) => value / tissue)
    expect(tissue).toBeGreaterThan((width * height) / 20)
    expect(red).toBeGreaterThan(blue)
    expect(blue).toBeGreaterThan(green + 20)
  })
})
