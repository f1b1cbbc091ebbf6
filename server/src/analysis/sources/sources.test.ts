import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { openOriginalPlanes } from '../../imaging/original-planes.ts'
import { multichannelSource } from './multichannel.ts'
import { sourceInMemory } from './pixel-source.ts'
import { rgbInMemory, rgbSource } from './rgb.ts'
import { timePointSources } from './time.ts'

const middle = { left: 2, top: 1, width: 2, height: 2 }

test('a colour image in memory is read by region', async () => {
  const data = Uint8Array.from({ length: 4 * 3 * 3 }, (_, i) => i)
  const source = rgbSource(rgbInMemory({ data, width: 4, height: 3, pixelSizeUm: null }))
  expect([...(await source.read(middle))]).toEqual([18, 19, 20, 21, 22, 23, 30, 31, 32, 33, 34, 35])
  expect(() => rgbInMemory({ data, width: 5, height: 3, pixelSizeUm: null })).toThrow(RangeError)
})

const series = () =>
  sourceInMemory({
    width: 2,
    height: 1,
    pixelSizeUm: null,
    type: { bits: 16, format: 'uint' },
    samplesPerPixel: 1,
    channels: ['DAPI', 'Cy5'],
    planes: [
      [Uint16Array.of(1, 2), Uint16Array.of(3, 60_000)],
      [Uint16Array.of(5, 6), Uint16Array.of(7, 8)],
    ],
  })
const whole = { left: 0, top: 0, width: 2, height: 1 }

test('channels and time points have their true values, in the requested order', async () => {
  const [first, second, ...more] = timePointSources(series(), multichannelSource)
  expect(await first?.read(whole, [1, 0])).toEqual([Uint16Array.of(3, 60_000), Uint16Array.of(1, 2)])
  expect(await second?.read({ ...whole, left: 1, width: 1 }, [0])).toEqual([Uint16Array.of(6)])
  expect(more).toEqual([])
  await expect(first?.read(whole, [2])).rejects.toThrow(RangeError)
})

test('an image of the other pixel format is refused', () => {
  const rgb = rgbInMemory({ data: new Uint8Array(3), width: 1, height: 1, pixelSizeUm: null })
  expect(() => multichannelSource(rgb)).toThrow(RangeError)
  expect(() => rgbSource(series())).toThrow(RangeError)
})

describe('the original file', () => {
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'original-'))
  })
  afterEach(() => rm(folder, { recursive: true }))

  test('of 16-bit grey is read sample by sample', async () => {
    const samples = Uint16Array.from({ length: 40 * 300 }, (_, i) => i * 5)
    const path = join(folder, 'grey.png')
    await sharp(samples, { raw: { width: 40, height: 300, channels: 1 } })
      .toColourspace('grey16')
      .png()
      .toFile(path)
    const planes = await openOriginalPlanes(path, 'grey.png', 'MultiChannel', folder)
    const source = multichannelSource(planes)
    expect(source.type).toEqual({ bits: 16, format: 'uint' })
    const [plane] = await source.read({ left: 10, top: 280, width: 3, height: 2 }, [0])
    expect(plane).toEqual(Uint16Array.of(...[11210, 11211, 11212, 11250, 11251, 11252].map((i) => (i * 5) % 65536)))
    await planes.close()
  })

  test('of colour uploaded as a multichannel image has three channels', async () => {
    const data = Uint8Array.from({ length: 4 * 3 * 3 }, (_, i) => 7 * i)
    const path = join(folder, 'colour.png')
    await writeFile(
      path,
      await sharp(data, { raw: { width: 4, height: 3, channels: 3 } })
        .png()
        .toBuffer(),
    )
    const planes = await openOriginalPlanes(path, 'colour.png', 'MultiChannel', folder)
    const channels = await multichannelSource(planes).read(middle, [0, 1, 2])
    const expected = [0, 1, 2].map((c) => Uint8Array.of(...[6, 7, 10, 11].map((pixel) => 7 * (3 * pixel + c))))
    expect(channels).toEqual(expected)
    await planes.close()
  })
})
